"""The pages on which reviewers find matches, look into them and act on them.

They refuse everyone else, and a reviewer at a match of their own. Looking into a match needs a
reason, which is written down first and holds for an hour in that session.
"""

import logging
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Message
from games.matches.errors import Unreadable
from games.matches.models import Match, Seat, SeatVisit
from games.matches.page import shared_html, stand_in
from games.matches.page.views import to_person
from games.matches.record import selectors, states
from games.matches.record.access import viewer_named
from games.matches.record.conversations import PLAYERS, WATCHERS, key
from games.matches.review import access, actions, grants, match_search, step_table, studio_views
from games.matches.review.forms import SearchForm
from games.matches.review.repair_forms import read_result
from games.matches.review.step_table import StepInFull
from games.plugin import OMNISCIENT, SPECTATOR, Viewer
from toolbox.errors import Forbidden, NotFound, NotLoggedIn, Refusal
from toolbox.paging import LongPaginator
from toolbox.request_json import whole_number

MOST_MESSAGES = 200
MOST_VISITS = 20  # of a seat, the newest

log = logging.getLogger(__name__)

ON_A_PAGE = 25


@never_cache
@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Find matches; shows only what everyone at the table may know."""
    access.check_reviewer(request.user)
    form = SearchForm(request.GET or None)
    every = match_search.matches_like(match_search.Filters())
    found: Any = every
    searched = None
    if form.is_bound:
        found = []
        if form.is_valid():
            text = form.cleaned_data["text"]
            found = match_search.matches_like(form.filters())
            if text:
                searched = match_search.with_text(found, text, before=request.GET.get("before", ""))
                found = searched.matches
    page = LongPaginator(found, ON_A_PAGE).get_page(request.GET.get("page"))
    matches = list(page)
    if searched:
        read = every.in_bulk(matches)
        matches = [read[key] for key in matches if key in read]
    match_search.bring_names(matches)
    query = request.GET.copy()
    query.pop("page", None)
    wider = query.copy()
    wider["before"] = searched.further if searched else ""
    context = {
        "form": form,
        "page": page,
        "rows": [
            {
                "match": match,
                "title": match.game_title,
                "players": [seat.name for seat in match.seats.all()],
                "state": _state(match),
            }
            for match in matches
        ],
        "searched": searched,
        "wider": wider.urlencode(),
        "running": match_search.RUNNING,
        "asked": query.urlencode(),
    }
    return render(request, "review/search.html", context)


def _state(match: Match) -> str:
    return match.get_paused_display() if match.paused else match.get_status_display()


@never_cache
@require_safe
def match(request: HttpRequest, public_id: str) -> HttpResponse:
    """A match after `?step=`, in the view `?as=`; without a grant, the question why."""
    found = access.match_for_reviewer(public_id, request.user)
    grant = grants.given(request.session, public_id)
    seats = list(found.seats.select_related("user"))
    about = {
        "match": found,
        "game_title": found.game_title,
        "state": _state(found),
        "seats": seats,
        "wanted": [(name, request.GET[name]) for name in studio_views.KEPT if name in request.GET],
    }
    if grant is None:
        return render(request, "review/ask.html", about)
    step = _step(request, found)
    as_ = request.GET.get("as") or OMNISCIENT.value
    before, after = step_table.pages(found, step)
    steps = step_table.steps_around(found, seats, step)
    visits = visits_of(found)
    page = _position(found, step, viewer_named(found, as_))
    context = {
        "grant": grant,
        "step": step,
        "as_": as_,
        "views": _views(seats),
        "page": page,
        "live": mark_safe(shared_html.rendered(page)) if page else None,  # noqa: S308 - ours
        "board_css": shared_html.own_file(page["parts"], "board.css") if page else None,
        "steps": steps,
        "studio": studio_views.address_of(public_id, step=step, **{"as": as_}),
        "back_to": min(step, found.version - 1),
        "now": next((shown for shown in steps if shown.index == step), None),
        "before": before,
        "after": after,
        "said": messages_beside(found, steps, to_the_end=after is None),
        "visits": [(seat, visits[seat.index]) for seat in seats if seat.index in visits],
        **_deeds(found, seats),
    }
    return render(request, "review/match.html", about | context)


def _step(request: HttpRequest, match: Match) -> int:
    text = request.GET.get("step")
    step = whole_number(text) if text else match.version
    if step is None or step > match.version:
        raise NotFound(_("There is no such step."))
    return step


def _position(match: Match, step: int, viewer: Viewer) -> dict[str, Any] | None:
    """The context of the board; None if the rules fail, which may be why the reviewer is here."""
    try:
        with states.reading(match):
            page = shared_html.page_data(selectors.snapshot_at(match, step), viewer, None)
            return page | {"log_address": ""}  # the match's own log may not be open to reviewers
    except Unreadable:
        log.warning("step %s of match %s can't be shown", step, match.public_id, exc_info=True)
        return None


def _views(seats: list[Seat]) -> list[tuple[str, str]]:
    own = [(str(seat.index), _("as {name}").format(name=seat.name)) for seat in seats]
    revealed = (OMNISCIENT.value, _("everything revealed"))
    return [revealed, (SPECTATOR.value, _("as a spectator")), *own]


def _deeds(match: Match, seats: list[Seat]) -> dict[str, Any]:
    people = [seat for seat in seats if stand_in.plays(seat)]
    rules = match.ruleset if match.has_rules else None
    return {
        "can_void": match.status != Match.Status.VOIDED,
        "can_take_back": match.running and match.version > 0 and rules is not None,
        "can_end": match.status != Match.Status.VOIDED and match.known_rules is not None,
        "can_unlock": match.running and match.paused == Match.Paused.FLAGGED,
        "replaceable": people if match.running and rules else [],
        "levels": rules.meta.levels if rules else [],
    }


@require_safe
def who(request: HttpRequest, public_id: str, index: int) -> HttpResponse:
    """Redirect to the page of the person in that seat, with a grant."""
    found = access.match_for_reviewer(public_id, request.user)
    if grants.given(request.session, public_id) is None:
        return redirect("review:match", public_id)
    return to_person(found, index)


@require_POST
def open_match(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give a reason to look into a match, which then is open for an hour."""
    reason = request.POST.get("reason")
    try:
        access.open_review(public_id=public_id, by=request.user, reason=reason, how="page")
    except (NotFound, NotLoggedIn, Forbidden):
        raise
    except Refusal as refusal:
        messages.error(request, refusal.detail)
    else:
        grants.give(request.session, public_id, access.checked_reason(reason))
    wanted = {name: request.POST[name] for name in ("step", "as") if name in request.POST}
    opened = grants.given(request.session, public_id) is not None
    page = "review:studio" if opened and "studio" in request.POST else "review:match"
    address = reverse(page, args=[public_id])
    return redirect(f"{address}?{urlencode(wanted)}" if wanted else address)


@require_POST
def do(request: HttpRequest, public_id: str) -> HttpResponse:
    """Do a deed that a plain form names; a refusal becomes a message."""
    post = request.POST
    common: dict[str, Any] = {"public_id": public_id, "by": request.user}
    common["reason"] = post.get("reason")
    seat, to, version = (whole_number(post.get(name)) for name in ("seat", "to", "version"))
    try:
        match post.get("deed"):
            case "void":
                actions.void(**common)
                done = _("The match is voided.")
            case "unlock":
                actions.unlock(**common)
                done = _("The match is resumed.")
            case "replace":
                actions.replace_by_ai(seat=seat, level=post.get("level"), **common)
                done = _("A computer player has taken the seat.")
            case "take-back":
                actions.take_back(to=to, version=version, **common)
                done = _("The match was taken back.")
            case "end":
                actions.end(result=read_result(post.get("result")), version=version, **common)
                done = _("The match has that result.")
            case _:
                raise Refusal(_("Choose something first."))
        messages.success(request, done)
    except (NotFound, NotLoggedIn, Forbidden):
        raise
    except Refusal as refusal:
        messages.error(request, refusal.detail)
    return redirect("review:match", public_id)


@dataclass(frozen=True)
class Said:
    at: datetime
    who: str
    to_players: bool
    text: str
    hidden: bool
    after: int  # the step shown before it


def messages_beside(match: Match, steps: Sequence[StepInFull], *, to_the_end: bool) -> list[Said]:
    """The messages between these steps; `to_the_end`: those after them, too. Takes one query."""
    if not steps:
        return []
    keys = [key(match, part) for part in (PLAYERS, WATCHERS)]
    found = Message.objects.filter(conversation__key__in=keys, at__gte=steps[0].at)
    if not to_the_end:
        found = found.filter(at__lte=steps[-1].at)
    found = found.select_related("author", "conversation").order_by("at", "pk")
    return [
        Said(
            message.at,
            message.author.name,
            message.conversation.key == keys[0],
            message.text,
            message.hidden,
            max(step.index for step in steps if step.at <= message.at),
        )
        for message in found[:MOST_MESSAGES]
    ]


def visits_of(match: Match) -> dict[int, list[SeatVisit]]:
    """When each seat's person had the match open, newest first. Takes one query."""
    by_seat: dict[int, list[SeatVisit]] = defaultdict(list)
    for visit in match.visits.order_by("-ended_at"):
        if len(by_seat[visit.seat]) < MOST_VISITS:
            by_seat[visit.seat].append(visit)
    return dict(sorted(by_seat.items()))
