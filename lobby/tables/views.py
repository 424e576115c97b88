"""The pages of tables: opening one, one that waits, and changing it."""

from dataclasses import asdict
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import notices
from accounts.api import throttling
from accounts.guests.arrival import person_or_guest
from accounts.guests.gate import Members, is_guest, refuse_guest
from accounts.signup_reasons import account_needed, errand
from games.matches.page import absences, clock_words
from games.plugin import AnyGame
from lobby import game_cards
from lobby.models import Table
from lobby.tables import (
    changes,
    checks,
    forks,
    hosts,
    lengths,
    name_hints,
    paces,
    seat_rows,
    selectors,
    services,
    words,
)
from lobby.tables.forms import TableForm
from lobby.view_helpers import game_of, person, said, to_match
from toolbox import links
from toolbox.errors import NotFound, Refusal

RELOAD_SECONDS = 10  # of a page without script


@account_needed(
    gettext_noop(
        "You need an account to open a table. You can play against the computer without one."
    )
)
@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a table, for friends or with computer players in some seats."""
    refuse_guest(request.user, Members.OPEN_TABLE)
    game = game_of(slug)
    form = TableForm(game, request.POST or None)
    if request.method == "POST" and "fit" not in request.POST and form.is_valid():
        try:
            throttling.take(request, "tables")
            table = services.open_table(host=person(request), **form.as_table())
            return to_match(table) if table.match_id else redirect("lobby:table", table.public_id)
        except Refusal as refusal:
            form.refuse(refusal)
    shown = {"game": game_cards.game_card(game), "form": form}
    return render(request, "lobby/new_table.html", shown)


@require_safe
def in_words(request: HttpRequest, slug: str) -> HttpResponse:
    """What a half-filled form says so far: a piece of its page."""
    form = TableForm(game_of(slug), request.GET)
    return render(request, "lobby/in_words.html", {"form": form})


@errand(gettext_noop("The table is one step away: sign up, and you are back at it."))
@require_safe
def table_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """A table that waits: who sits where, and what one can do about it."""
    table = selectors.table_for(public_id, request.user)
    if sit_down(request, table):
        table = selectors.renewed(table)
    if table.match:
        return redirect("matches:match", table.match.public_id)
    game = forks.rules_of(table)
    own = selectors.seat_of(table, request.user)
    if own is not None:
        notices.settle(users=[person(request).pk], occasions=[hosts.seated(table)])
    is_open = table.status == Table.Status.OPEN
    fits = checks.format_of(game, table.options, len(table.seats.all())) is not None
    gone = is_open and forks.rules_are_gone(table)
    if gone or not fits:
        return _unfit(request, table, gone=gone)
    seats = seat_rows.of(table, request.user)
    left = (table.starts_at - timezone.now()).total_seconds() if table.starts_at else None
    shown = {
        "table": table,
        "game": game_cards.game_card(game),
        "seats": seats,
        "own": own,
        "roles": seat_rows.roles_of(table),
        "is_host": table.host_id == request.user.pk,
        "is_open": is_open,
        "may_sit": _may_sit(request, table),
        "seconds_left": None if left is None else max(0, round(left)),
        "still": "still" in request.GET,  # a page that doesn't fetch itself anew: one fills it in
        "reload": RELOAD_SECONDS if left is None else max(1, round(left) + 1),
        "levels": [(level, game_cards.ai_name(level)) for level in game.meta.levels],
        "agreed": _agreed(table, game),
        "invited": own is None and is_open and selectors.is_invited(table, request.user),
        "asked": list(table.invitations.select_related("user").order_by("pk")),
        "address": links.absolute(request.path),
        "origin": forks.origin_of(table, request.user),
    }
    return render(request, "lobby/table.html", shown)


def _unfit(request: HttpRequest, table: Table, *, gone: bool) -> HttpResponse:
    """A table that can't begin. `gone`: for want of the rules of the match it goes on from."""
    shown = {
        "table": table,
        "game": game_cards.game_card(forks.rules_of(table)),
        "gone": gone,
        "leaves": request.user.pk is not None
        and (selectors.seat_of(table, request.user) is not None or table.host == request.user),
    }
    return render(request, "lobby/table_unfit.html", shown)


def _may_sit(request: HttpRequest, table: Table) -> str:
    """ "yes", "guest" for who would become one by sitting down, "" for who has to sign up first."""
    if request.user.is_authenticated and not is_guest(request.user):
        return "yes"
    if not table.private:
        return ""
    return "yes" if request.user.is_authenticated else "guest"


def _agreed(table: Table, game: AnyGame) -> list[tuple[str, str]]:
    """The terms of the table, by name."""
    watching = _("only those seated here") if table.private else _("anyone may watch")
    said = [(_("Pace"), clock_words.words(table.clock)), (_("Watching"), watching)]
    people = table.size - table.ai_seats
    length = lengths.estimate(
        game, table.options, seats=table.size, people=people, clock=table.clock
    )
    if length and table.fork_seat is None:
        said.insert(1, (_("How long"), lengths.words(length)))
    if table.clock and table.size > 1:
        contract = absences.contract(table.absence, table.clock, game)
        said.append((_("If someone stays away"), contract))
    if table.fork_seat is not None:
        text = _("from a position of another match, as seat {n} knew it; the rest is dealt again")
        said.insert(0, (_("Continues"), text.format(n=table.fork_seat + 1)))
        said.append((_("Statistics"), _("doesn’t count")))
    if table.reliable:
        said.append((_("Open to"), paces.reliable(table.reliable)))
    ranked = checks.is_ranked(game, table.size) and table.fork_seat is None
    if ranked and not table.ai_seats:
        counts = _("doesn’t count: practice") if table.practice else _("ranked: no take-backs")
        said.append((_("Leaderboard"), counts))
    return [
        *said,
        *words.options(game, table.options),
    ]


@require_POST
def join(request: HttpRequest, public_id: str) -> HttpResponse:
    """Sit down. Who has no account does so as a guest at a private table.

    At others, or if they say so (`signing-up`), they sign up first, and then sit.
    """
    if request.user.is_authenticated and not is_guest(request.user):
        return change(request, public_id, "join")
    table = selectors.table_for(public_id, request.user)
    if table.private and "signing-up" not in request.POST:
        return _join_as_guest(request, table)
    if is_guest(request.user) and not table.private:
        messages.error(request, Members.PUBLIC_TABLE.sentence)
    note_wish(request, table, _seat(request))
    return redirect_to_login(reverse("lobby:table", args=[public_id]), reverse("account_signup"))


def _join_as_guest(request: HttpRequest, table: Table) -> HttpResponse:
    try:
        throttling.take(request, "tables")
        with person_or_guest(request, lock=partial(changes.locked, table)) as guest:
            services.join(table=table, user=guest, seat=_seat(request))
    except Refusal as refusal:
        messages.error(request, said(refusal))
    return redirect("lobby:table", table.public_id)


@login_required
@require_POST
def change(request: HttpRequest, public_id: str, what: str) -> HttpResponse:
    """Do something at a table; a refusal becomes a message on the table's page."""
    table = selectors.table_for(public_id, request.user)
    try:
        service, arguments = CHANGES[what](request)
        table = service(table=table, user=person(request), **arguments)
    except Refusal as refusal:
        messages.error(request, said(refusal))
    if table.match_id and what == "start":
        return to_match(table)
    if table.status == Table.Status.CLOSED and what == "leave":
        messages.success(request, _("The table is closed."))
        return redirect("lobby:home")
    if what == "decline" or not selectors.is_there(public_id, request.user):
        return redirect("lobby:home")
    return redirect("lobby:table", public_id)


@login_required
@require_safe
def names(request: HttpRequest, public_id: str) -> HttpResponse:
    """People to invite whose name begins like `?start=`, for the field to complete it."""
    table = selectors.table_for(public_id, request.user)
    try:
        found = name_hints.hints(
            table=table, user=person(request), start=request.GET.get("start", "")[:64]
        )
    except Refusal as refusal:
        return JsonResponse(refusal.as_data(), status=refusal.status)
    return JsonResponse({"names": [asdict(hint) for hint in found]})


def _seat(request: HttpRequest, name: str = "seat") -> int | None:
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


def _needed_seat(request: HttpRequest, name: str = "seat") -> int:
    seat = _seat(request, name)
    return -1 if seat is None else seat  # which no table has


def _add_ai(request: HttpRequest) -> tuple[Any, dict[str, Any]]:
    seat = _seat(request)
    level = request.POST.get("level", "")
    return services.add_ai, {"level": level, "seat": seat, "every": "every" in request.POST}


# What can be done at a table, by the last part of the address: the service and its arguments.
CHANGES: dict[str, Any] = {
    "join": lambda request: (services.join, {"seat": _seat(request)}),
    "leave": lambda request: (services.leave, {}),
    "decline": lambda request: (services.decline, {}),
    "invite": lambda request: (services.invite, {"name": request.POST.get("name", "")}),
    "kick": lambda request: (services.kick, {"seat": _needed_seat(request)}),
    "swap": lambda request: (
        services.swap,
        {"seat": _needed_seat(request), "other": _needed_seat(request, "other")},
    ),
    "ask-swap": lambda request: (
        services.ask_swap,
        {"seat": None if "stop" in request.POST else _needed_seat(request)},
    ),
    "answer-swap": lambda request: (
        services.answer_swap,
        {"seat": _needed_seat(request), "yes": request.POST.get("yes") == "1"},
    ),
    "role": lambda request: (
        services.choose_role,
        {"seat": _needed_seat(request), "role": request.POST.get("role", "")},
    ),
    "add-ai": _add_ai,
    "remove-ai": lambda request: (services.remove_ai, {"seat": _needed_seat(request)}),
    "hold": lambda request: (services.hold, {"hold": request.POST.get("hold") != "0"}),
    "start": lambda request: (services.start, {}),
}


@login_required
@require_safe
def rematch_asked(request: HttpRequest, public_id: str) -> HttpResponse:
    """What the button for a rematch says now."""
    asker = selectors.rematch_wish(public_id, person(request))
    if asker:
        label = _("{name} asks for a rematch: accept").format(name=asker)
    elif asker == "":
        label = _("To the rematch’s table")
    else:
        label = _("Play again with everyone")
    return JsonResponse({"label": label})


@login_required
@require_POST
def rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask the people of a finished match to play again, or sit down with whoever asked.

    Against computer players alone the next match begins at once.
    """
    try:
        throttling.take(request, "tables")
        table = services.rematch(public_id=public_id, user=person(request))
    except NotFound:
        raise
    except Refusal as refusal:
        messages.error(request, said(refusal))
        return redirect("matches:match", public_id)
    return to_match(table) if table.match_id else redirect("lobby:table", table.public_id)


KEPT_SECONDS = 3600  # after which one may have forgotten what one pressed
_WISH = "seat-wanted"


def note_wish(request: HttpRequest, table: Table, seat: int | None) -> None:
    """Whoever uses this browser wants that seat, or any."""
    request.session[_WISH] = [table.public_id, seat, timezone.now().timestamp()]


def sit_down(request: HttpRequest, table: Table) -> bool:
    """Seat the person at the table if they wanted that; a refusal becomes a message.

    Whether they did: the table may be another now.
    """
    if not request.user.is_authenticated or _WISH not in request.session:
        return False
    public_id, seat, noted_at = request.session[_WISH]
    if public_id != table.public_id:
        return False
    del request.session[_WISH]
    fresh = bool(timezone.now().timestamp() - noted_at <= KEPT_SECONDS)
    if fresh:
        _sit_on(request, table, seat)
    return fresh


def _sit_on(request: HttpRequest, table: Table, seat: int | None) -> None:
    """On that seat, or where someone else has it by now, on any."""
    wanted: dict[str, Any] = {"table": table, "user": person(request), "again": True}
    try:
        try:
            services.join(**wanted, seat=seat)
        except Refusal as refusal:
            if refusal.code != "seat_taken":
                raise
            services.join(**wanted)
    except Refusal as refusal:
        messages.error(request, said(refusal))
