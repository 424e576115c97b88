"""The pages of tables: opening a table, its page, and the page's buttons."""

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
from django.utils.translation import gettext as _, gettext_noop
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import notices
from accounts.api import throttling
from accounts.guests.arrival import person_or_guest
from accounts.guests.gate import Members, is_guest, refuse_guest
from accounts.selectors import person_of
from accounts.signup_reasons import account_needed, errand
from games.matches.page import absences, clock_words
from games.plugin import AnyGame
from lobby import game_cards
from lobby.models import Club, Table
from lobby.ratings.outcome import pace_of
from lobby.ratings.skill import signed
from lobby.tables import (
    changes,
    checks,
    following,
    forks,
    hosts,
    invitations,
    lengths,
    paces,
    seat_rows,
    selectors,
    services,
    words,
)
from lobby.tables.forms import TableForm
from lobby.view_helpers import game_of, refusal_text, to_match
from toolbox import links
from toolbox.errors import NotFound, Refusal
from toolbox.request_json import whole_number

RELOAD_SECONDS = 10  # for pages without script


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
    club = _club(request)
    host, names = person_of(request), (request.POST or request.GET).getlist("invite")
    guests = invitations.challenged(names, by=host)
    initial = TableForm.for_guests(game, len(guests)) if guests else None
    form = TableForm(game, request.POST or None, initial=initial, club=club)
    if request.method == "POST" and "fit" not in request.POST and form.is_valid():
        try:
            throttling.take(request, "tables")
            table = services.open_table(host=host, invite=names, **form.as_table())
            return to_match(table) if table.match_id else redirect("lobby:table", table.public_id)
        except Refusal as refusal:
            form.refuse(refusal)
    context = {"game": game_cards.game_card(game), "form": form, "guests": guests, "club": club}
    return render(request, "lobby/new_table.html", context)


def _club(request: HttpRequest) -> Club | None:
    """The club in the address, if the user is in it."""
    if not request.user.is_authenticated:
        return None
    public_id = request.GET.get("club", "").replace("\0", "")
    return Club.objects.filter(public_id=public_id, memberships__user=request.user).first()


@require_safe
def in_words(request: HttpRequest, slug: str) -> HttpResponse:
    """The part of the form's page that sums up the present choices in words."""
    form = TableForm(game_of(slug), request.GET, club=_club(request))
    return render(request, "lobby/in_words.html", {"form": form})


@errand(gettext_noop("The table is one step away: sign up, and you are back at it."))
@require_safe
def table_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page of a table that waits: its seats and terms, and buttons to change it."""
    table = selectors.table_for(public_id, request.user)
    if sit_down(request, table):
        table = selectors.renewed(table)
    if request.user.pk is not None:
        known = [hosts.seated(table), following.opened(table)]
        notices.settle(users=[request.user.pk], occasions=known)
    if table.match:
        return redirect("matches:match", table.match.public_id)
    game = forks.rules_of(table)
    own = selectors.seat_of(table, request.user)
    is_open = table.status == Table.Status.OPEN
    fits = checks.format_of(game, table.options, len(table.seats.all())) is not None
    gone = is_open and forks.rules_are_gone(table)
    context: dict[str, Any] = {"table": table, "game": game_cards.game_card(game)}
    if gone or not fits:  # it can't begin; `gone`: the rules of its origin are gone
        context |= {"gone": gone, "leaves": own is not None or table.host == request.user}
        return render(request, "lobby/table_unfit.html", context)
    seats = (table.size, table.ai_seats + 1)
    shut = table.rated and checks.why_not_rated(game, table.options, *seats)
    levels = () if shut else game.meta.levels
    left = (table.starts_at - timezone.now()).total_seconds() if table.starts_at else None
    context |= {
        "seats": seat_rows.of(table, request.user),
        "own": own,
        "roles": seat_rows.roles_of(table),
        "is_host": table.host_id == request.user.pk,
        "is_open": is_open,
        "may_sit": _may_sit(request, table),
        "seconds_left": None if left is None else max(0, round(left)),
        "still": "still" in request.GET,  # no reload while somebody fills in the page
        "reload": RELOAD_SECONDS if left is None else max(1, round(left) + 1),
        "levels": [(level, game_cards.ai_name(level)) for level in levels],
        "agreed": [*_agreed(table, game), *_stakes(table, request.user)],
        "invited": own is None and is_open and selectors.is_invited(table, request.user),
        "asked": list(table.invitations.select_related("user").order_by("pk")),
        "address": links.absolute(request.path),
        "origin": forks.origin_of(table, request.user),
    }
    return render(request, "lobby/table.html", context)


def _may_sit(request: HttpRequest, table: Table) -> str:
    """ "yes", "guest" if sitting down makes the visitor one, "" if they have to sign up first."""
    if request.user.is_authenticated and (table.takes_guests or not is_guest(request.user)):
        return "yes"
    return "guest" if table.takes_guests and not request.user.is_authenticated else ""


def _agreed(table: Table, game: AnyGame) -> list[tuple[str, str]]:
    """The terms of the table, by name."""
    is_fork = table.fork_seat is not None
    terms = [(_("Pace"), clock_words.words(table.clock))]
    if table.fork_seat is not None:
        text = _("from a position of another match, as seat {n} knew it; the rest is dealt again")
        terms.insert(0, (_("Continues"), text.format(n=table.fork_seat + 1)))
    people = table.size - table.ai_seats
    length = lengths.estimate(
        game, table.options, seats=table.size, people=people, clock=table.clock
    )
    if length and not is_fork:
        terms.append((_("How long"), lengths.words(length)))
    watching = _("only those seated here") if table.private else _("anyone may watch")
    terms.append((_("Watching"), watching))
    if table.clock and table.size > 1:
        contract = absences.contract(table.absence, table.clock, game)
        terms.append((_("If someone stays away"), contract))
    if table.club:
        whom = _("only its members sit down") if table.private else _("others may sit down, too")
        terms.insert(0, (_("Club"), f"{table.club.name} ({whom})"))
    if is_fork:
        terms.append((_("Statistics"), _("doesn’t count")))
    if table.reliable:
        terms.append((_("Open to"), paces.reliable(table.reliable)))
    if checks.is_ranked(game, table.size) and not is_fork and not table.ai_seats:
        counts = _("doesn’t count: practice") if table.practice else _("ranked: no take-backs")
        terms.append((_("Leaderboard"), counts))
    return [*terms, *words.options(game, table.options)]


def _stakes(table: Table, user: Any) -> list[tuple[str, str]]:
    """The changes that the match would bring to ratings."""
    if not table.rated:
        return []
    name = _("Rating, {pace}").format(pace=pace_of(table.clock).label)
    stakes = selectors.stakes(table, user)
    if not stakes:
        return [(name, _("it counts"))]
    worst, best, weight = stakes
    if worst == best:
        text = _("nothing changes yet: too few have played with these options")
    elif weight < 1:
        text = _(
            "for you between {worst} and {best} points if it ends today: people here have met often"
        )
    else:
        text = _("for you between {worst} and {best} points")
    return [(name, text.format(worst=signed(worst), best=signed(best)))]


@require_POST
def join(request: HttpRequest, public_id: str) -> HttpResponse:
    """Sit down. People without an account become guests at private tables that aren't rated.

    At other tables, or if they choose to (`signing-up`), they first sign up and are then seated.
    """
    if request.user.is_authenticated and not is_guest(request.user):
        return change(request, public_id, "join")
    table = selectors.table_for(public_id, request.user)
    if table.takes_guests and "signing-up" not in request.POST:
        try:
            throttling.take(request, "tables")
            with person_or_guest(request, lock=partial(changes.locked, table)) as guest:
                services.join(table=table, user=guest, seat=_seat(request))
        except Refusal as refusal:
            messages.error(request, refusal_text(refusal))
        return redirect("lobby:table", public_id)
    if is_guest(request.user) and not table.takes_guests:
        refused = Members.RATED if table.rated else Members.PUBLIC_TABLE
        messages.error(request, refused.sentence)
    request.session[_WISH] = [table.public_id, _seat(request), timezone.now().timestamp()]
    return redirect_to_login(reverse("lobby:table", args=[public_id]), reverse("account_signup"))


@login_required
@require_POST
def change(request: HttpRequest, public_id: str, what: str) -> HttpResponse:
    """Make one of `CHANGES`; a refusal becomes a message on the table's page."""
    table = selectors.table_for(public_id, request.user)
    try:
        service, arguments = CHANGES[what](request)
        table = service(table=table, user=person_of(request), **arguments)
    except Refusal as refusal:
        messages.error(request, refusal_text(refusal))
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
    """The names of people to invite that begin with `?start=`."""
    table = selectors.table_for(public_id, request.user)
    start = request.GET.get("start", "")[:64]
    try:
        hints = invitations.hints(table=table, user=person_of(request), start=start)
    except Refusal as refusal:
        return JsonResponse(refusal.as_data(), status=refusal.status)
    return JsonResponse({"names": [asdict(hint) for hint in hints]})


def _seat(request: HttpRequest, name: str = "seat") -> int | None:
    return whole_number(request.POST.get(name), 3)


def _needed_seat(request: HttpRequest, name: str = "seat") -> int:
    seat = _seat(request, name)
    return -1 if seat is None else seat  # no table has seat -1


# By the last part of the address: the service and its arguments.
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
    "add-ai": lambda request: (
        services.add_ai,
        {
            "level": request.POST.get("level", ""),
            "seat": _seat(request),
            "every": "every" in request.POST,
        },
    ),
    "remove-ai": lambda request: (services.remove_ai, {"seat": _needed_seat(request)}),
    "hold": lambda request: (services.hold, {"hold": request.POST.get("hold") != "0"}),
    "start": lambda request: (services.start, {}),
}


@login_required
@require_safe
def rematch_asked(request: HttpRequest, public_id: str) -> HttpResponse:
    """The label of the button for a rematch."""
    asker = selectors.rematch_wish(public_id, person_of(request))
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
    """Open the rematch of a finished match, or sit down at it."""
    try:
        throttling.take(request, "tables")
        table = services.rematch(public_id=public_id, user=person_of(request))
    except NotFound:
        raise
    except Refusal as refusal:
        messages.error(request, refusal_text(refusal))
        return redirect("matches:match", public_id)
    return to_match(table) if table.match_id else redirect("lobby:table", table.public_id)


KEPT_SECONDS = 3600  # how long a session keeps the wish for a seat
_WISH = "seat-wanted"  # in the session: the table, the seat or None for any, and the time


def sit_down(request: HttpRequest, table: Table) -> bool:
    """Seat the person as they wished, or on any seat; return whether the table may differ now."""
    if not request.user.is_authenticated or _WISH not in request.session:
        return False
    public_id, seat, noted_at = request.session[_WISH]
    if public_id != table.public_id:
        return False
    del request.session[_WISH]
    if timezone.now().timestamp() - noted_at > KEPT_SECONDS:
        return False
    join = partial(services.join, table=table, user=person_of(request), again=True)
    try:
        try:
            join(seat=seat)
        except Refusal as refusal:
            if refusal.code != "seat_taken":
                raise
            join()
    except Refusal as refusal:
        messages.error(request, refusal_text(refusal))
    return True
