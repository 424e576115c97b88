"""The pages of a match: playing, watching, replay, log."""

import logging
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import notices, presence, roles
from accounts.middleware import takes_json
from accounts.models import User
from accounts.selectors import person_of
from games.matches.errors import Unreadable, too_fast
from games.matches.models import Match
from games.matches.page import choice_lists, made_once, shared_html, stand_in, studio_views
from games.matches.page.forms import read_control, read_move
from games.matches.page.order_forms import order_forms
from games.matches.page.privacy import kept_offline
from games.matches.play.actions import services
from games.matches.play.engine import unreadable
from games.matches.play.parts import announcements, attendance, end_notices, notepads
from games.matches.record import kept_file, log_turns, origins, selectors
from games.matches.record.access import viewer_asked_for
from games.matches.record.selectors import Snapshot
from games.matches.record.text import sentence
from games.plugin.codec import canonical_json
from toolbox import limits
from toolbox.errors import Forbidden, NotFound, NotLoggedIn, Refusal

logger = logging.getLogger(__name__)

MOST_PICKS = 100  # touched targets that count; no choice has nearly as many


@require_safe
def match_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """The match as it stands, or as it stood after `?step=`."""
    match = selectors.match_for(public_id, request.user)
    if "step" in request.GET:
        return _studio(request, match)
    unread = partial(_unread, request, match)
    context = unreadable.with_fallback(match, partial(_page, request, match), unread)
    answer = render(request, "matches/match.html", context)
    return kept_offline(request, answer) if context.get("is_own") else answer


def _studio(request: HttpRequest, match: Match) -> HttpResponse:
    """The match after a step. A step that can't be shown doesn't make the match unreadable."""
    step = studio_views.number(request, "step")
    try:
        return render(request, "matches/studio.html", studio_views.page(request, match, step))
    except Refusal as refusal:
        if not isinstance(refusal, Unreadable):
            raise
    except Exception:  # the newest position may be readable even if an older one isn't
        logger.exception("step %s of match %s can't be shown", step, match.public_id)
    return render(request, "matches/match.html", _unread(request, match, past=True))


def _page(request: HttpRequest, match: Match) -> dict[str, Any]:
    shown = selectors.snapshot(match)
    own = shown.seat_of(request.user)
    as_ = request.GET.get("as", "")
    viewer = viewer_asked_for(match, own, as_)
    live = match.running and viewer == own
    if live:
        _note_visit(request, match)
    elif isinstance(own, int) and not match.running:  # its result is read now
        result = end_notices.occasion_of(match)
        notices.settle(users=[person_of(request).pk], occasions=[result])
    offered = choice_lists.offered(shown, viewer) if live else None
    has_notes = own is not None and (live or not match.running)
    notes = notepads.text_of(match, request.user) if has_notes else ""
    to_be_read = bool(notes) and not match.running  # there are no controls then
    seated = live and shown.may_act(viewer)

    def make() -> tuple[dict[str, Any], str]:
        page = shared_html.page_data(shown, viewer, offered, own=not as_)
        page["notes"] = to_be_read
        # For links from the log's steps.
        page["as_query"] = mark_safe("&" + urlencode({"as": as_})) if as_ else ""  # noqa: S308
        return page, mark_safe(shared_html.rendered(page))  # noqa: S308 - a template's own output

    if match.running:
        page, shared = make()
    else:
        what = ("end", viewer, as_, to_be_read)
        page, shared = made_once.made(request, match, shown.seats, what, make, cost=0)
    return {
        "match": match,
        "page": page,
        "is_own": isinstance(own, int) and not as_,
        "origin": origins.origin_of(match, request.user),
        "forks": origins.forks_of(match, request.user),
        "live": shared,
        "board_css": shared_html.own_file(page["parts"], "board.css"),
        "board_script": shared_html.own_file(page["parts"], "board.js"),
        "seated": seated,
        "orders": order_forms(shown, viewer) if live else [],
        "notepad": notes,
        "notepad_longest": notepads.LONGEST,
        "groups": choice_lists.grouped(offered or [], shown.names),
        "missing": choice_lists.missing(shown) if seated else "{}",
        "speeds": User.TellingSpeed.choices,
        "client_id": choice_lists.client_id(shown),
        "socket": _socket(shown) if live else None,
        "reload": live and not page["mine_now"],
    }


def _unread(request: HttpRequest, match: Match, *, past: bool = False) -> dict[str, Any]:
    """The page of a match or moment that can't be read."""
    shown = selectors.blank(match)
    page = stand_in.page(shown, shown.seat_of(request.user))
    return {
        "match": match,
        "page": page,
        "live": mark_safe(stand_in.rendered(page)),  # noqa: S308 - a template's own output
        "socket": _socket(shown) if match.running and not past else None,
    }


def _socket(shown: Snapshot) -> str:
    return f"{settings.ROOT_PATH}/ws/matches/{shown.match.public_id}/?version={shown.version}"


def _note_visit(request: HttpRequest, match: Match) -> None:
    """Note that someone has the page of a running match open."""
    announcements.note_watching(match.public_id)
    if request.user.pk is not None:
        attendance.note(match.public_id, request.user.pk)


@require_safe
def news(request: HttpRequest, public_id: str) -> HttpResponse:
    """The socket's message, for pages without a socket; 304 if the page is up to date.

    As with sockets, the address names the rights that the page was made for
    (`accounts.live.PersonSocket`). A 304 takes one query, for staff two.
    """
    if not set(request.GET.get("for", "").split()) <= roles.rights_of(request.user):
        raise Forbidden(_("This page was made for somebody else."))
    match = selectors.match_for(public_id, request.user)
    if match.running:
        _note_visit(request, match)
        if request.user.pk is not None:
            presence.poll(attendance.place(match.public_id), request.user.pk)
    etag = f'W/"{shared_html.tag_of(match)}"'
    if kept := get_conditional_response(request, etag=etag):
        return kept
    shown = unreadable.snapshot(match)
    content = stand_in.live_html(shown, shown.seat_of(request.user))
    message = {"type": "page", "version": shown.version, "content": content}
    return JsonResponse(message, headers={"ETag": etag})


@require_POST
def notepad(request: HttpRequest, public_id: str) -> HttpResponse:
    """Store a player's private notes; a script that saves while they type gets 204."""
    try:
        notepads.keep(public_id=public_id, user=request.user, text=request.POST.get("text", ""))
    except (NotFound, NotLoggedIn):
        raise
    except Refusal as refusal:
        messages.error(request, refusal.detail)
        return redirect("matches:match", public_id)
    if request.headers.get("HX-Request"):
        return HttpResponse(status=204)
    return redirect("matches:match", public_id)


@require_safe
def why(request: HttpRequest, public_id: str) -> JsonResponse:
    """Why the touched `pick`s aren't (part of) one of the caller's choices now: {"text": …}.

    The text is null if the picks are fine, the caller has no seat, or `version` isn't the newest.
    """
    match = selectors.match_for(public_id, request.user)
    text = unreadable.with_fallback(match, partial(_why, request, match), stand_in.sentence)
    return JsonResponse({"text": text})


def _why(request: HttpRequest, match: Match) -> str | None:
    shown = selectors.snapshot(match)
    seat = shown.seat_of(request.user)
    picks = request.GET.getlist("pick")[:MOST_PICKS]
    if not isinstance(seat, int) or request.GET.get("version") not in (None, str(shown.version)):
        return None
    line = shown.game.why_not(shown.state, seat, picks)
    return sentence(line, shown.names) if line else None


@require_safe
def log(request: HttpRequest, public_id: str) -> HttpResponse:
    """The whole log, as this person may read it; empty if the match can't be read."""
    match = selectors.match_for(public_id, request.user)
    shown = unreadable.snapshot(match)
    viewer = shown.seat_of(request.user)

    def make() -> SafeString:
        turns = log_turns.by_turn(shared_html.log_lines(shown, viewer), shown.names)
        return render_to_string("matches/whole_log.html", {"match": match, "turns": turns})

    try:
        cost = made_once.log_cost(match)
        lines = made_once.made(request, match, shown.seats, ("log", viewer), make, cost=cost)
    except Unreadable:
        lines, shown = SafeString(), selectors.blank(match)
    answer = {"match": match, "lines": lines, "game_title": match.game_title}
    if shown.state is None:
        answer["note"] = stand_in.sentence()
    return render(request, "matches/log.html", answer)


@require_safe
def download(request: HttpRequest, public_id: str) -> HttpResponse:
    """The file of the match that a player may keep (`kept_file.own_file`)."""
    match = selectors.match_for(public_id, request.user)
    kept = canonical_json(kept_file.own_file(match, request.user))
    headers = {"Content-Disposition": f'attachment; filename="{match.public_id}.json"'}
    return HttpResponse(kept, content_type="application/json", headers=headers)


@require_safe
def who(request: HttpRequest, public_id: str, index: int) -> HttpResponse:
    """Redirect to the page of the person in a seat: the shared rows of seats have no address.

    With `?challenge`, to the form of a table of this game to which they are invited.
    """
    match = selectors.match_for(public_id, request.user)
    if "challenge" in request.GET:
        form = reverse("lobby:new-table", args=[match.game])
        return redirect(f"{form}?{urlencode({'invite': person_at(match, index).username})}")
    return to_person(match, index)


def to_person(match: Match, index: int) -> HttpResponse:
    """Redirect to the page of the person in that seat. Raises `NotFound` without one."""
    return redirect(person_at(match, index))


def person_at(match: Match, index: int) -> User:
    """The person in that seat. Raises `NotFound` without one."""
    seat = match.seats.select_related("user").filter(index=index).exclude(user=None).first()
    if seat is None or seat.user is None:
        raise NotFound(_("That seat belongs to no person."))
    return seat.user


@require_POST
def act(request: HttpRequest, public_id: str) -> HttpResponse:
    def serve() -> list[services.Accepted]:
        move = read_move(request.POST)
        return services.submit_together(public_id=public_id, user=request.user, **move)

    return _served(request, public_id, serve)


@require_POST
def control(request: HttpRequest, public_id: str) -> HttpResponse:
    def serve() -> list[services.Accepted]:
        name, arguments = read_control(request.POST)
        service: Any = services.CONTROLS[name]
        return [service(public_id=public_id, user=request.user, **arguments)]

    return _served(request, public_id, serve)


def _served(
    request: HttpRequest, public_id: str, serve: Callable[[], list[services.Accepted]]
) -> HttpResponse:
    """Redirect to the match, with a message after a refusal.

    A script gets {"versions", "address"}: the new versions and the address of the page to show.
    """
    try:
        if not limits.may_act(request.user):
            raise too_fast()
        made = serve()
    except (NotFound, NotLoggedIn):
        raise
    except Refusal as refusal:
        if takes_json(request):
            raise
        messages.error(request, refusal.detail)
    else:
        if takes_json(request):
            address = shared_html.address_after(public_id, request.user)
            versions = [accepted.version for accepted in made]
            return JsonResponse({"versions": versions, "address": address})
    return redirect(shared_html.address_after(public_id, request.user))
