"""The pages of clubs."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import reports
from accounts.api import throttling
from accounts.guests.gate import Members, refuse_guest
from accounts.selectors import person_of
from accounts.signup_reasons import account_needed, errand
from lobby import game_cards
from lobby.clubs import chat, selectors, services
from lobby.clubs.forms import ClubForm
from lobby.listing import listed, rows
from lobby.models import Club, RatingChange
from lobby.ratings import seasons
from lobby.tables import selectors as tables
from lobby.view_helpers import refusal_text
from toolbox import links
from toolbox.errors import NotFound, Refusal
from toolbox.paging import LongPaginator

PAGE, TABLES, NAMED, PLACES = 30, 8, 8, 10
_INVITED = "club-invitation"  # in the session: the digest of the last link opened


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """The reader's clubs, then all, or those whose name begins with `?name=`."""
    name = request.GET.get("name", "").replace("\0", "").strip()[:40]
    page = LongPaginator(selectors.clubs(name), PAGE).get_page(request.GET.get("page"))
    own = [] if name or page.number > 1 else list(selectors.clubs_of(request.user))
    context = {"page": page, "own": own, "name": name, "query": urlencode({"name": name})}
    return render(request, "clubs/clubs.html", context)


@account_needed(gettext_noop("You need an account to found a club."))
@require_http_methods(["GET", "HEAD", "POST"])
def new_club(request: HttpRequest) -> HttpResponse:
    """Found a club."""
    refuse_guest(request.user, Members.CLUB)
    form = ClubForm(request.POST or None)
    if form.is_valid():
        try:
            throttling.take(request, "clubs")
            return redirect(services.found(user=person_of(request), **form.cleaned_data))
        except Refusal as refusal:
            form.refuse(refusal)
    return render(request, "clubs/edit.html", {"form": form})


@errand(gettext_noop("The club is one step away: sign up, and you are back at it."))
@require_safe
def club_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """The club's description, open tables and members; for members its chat."""
    club = selectors.club_for(public_id)
    own = selectors.membership_of(club, request.user)
    members = selectors.members_of(club, request.user)
    invited = selectors.is_invited(club, _invitation(request))
    game, pace = _board(request, club)
    choices = selectors.seasons_of(game, pace)
    season = next((one for one in choices if one.key == request.GET.get("season")), choices[0])
    board = selectors.board_of(club, game, pace, season)
    page = LongPaginator(board, PLACES).get_page(request.GET.get("page"))
    games = game_cards.games()
    waiting = listed.read(tables.open_tables_of(club, request.user)[:TABLES])
    context = {
        "club": club,
        "own": own,
        "may_join": own is None
        and (club.open or invited)
        and not selectors.is_banned(club, request.user),
        "members": members[:NAMED],
        "tables": [
            rows.html_of(rows.row_of(table, mine=request.user.pk in table.people))
            for table in waiting
        ],
        "games": [one for one in games if not one.alone],
        "scored": [one for one in games if one.leaderboard],
        "game": game,
        "paces": RatingChange.Pace.choices,
        "pace": pace,
        "seasons": choices,
        "season": season,
        "page": page,
        "query": f"game={game}&pace={pace}&season={season.key}",
        "places": selectors.places_on(board, list(page), page.start_index(), request.user),
        "bounds": seasons.BOUNDS,
        "talk": chat.key(club),
    }
    return render(request, "clubs/club.html", context)


def _board(request: HttpRequest, club: Club) -> tuple[str, str]:
    """The game and pace of the board that the address asks for, else of the busiest one."""
    games = selectors.seasonal_games()
    game, pace = request.GET.get("game", ""), request.GET.get("pace", "")
    if game in games and pace in RatingChange.Pace.values:
        return game, pace
    return selectors.busiest_board(club) or (next(iter(games), ""), RatingChange.Pace.LIVE)


@never_cache
@require_safe
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """Remember the invitation, and redirect to the club's page, whose address is no secret."""
    club = selectors.invited_to(secret)
    request.session[_INVITED] = club.link_digest
    return redirect(club)


def _invitation(request: HttpRequest) -> str:
    """The digest of the link that the reader has opened, or ""."""
    return str(request.session.get(_INVITED, ""))


@require_safe
def members(request: HttpRequest, public_id: str) -> HttpResponse:
    """Everyone in the club, with buttons for organizers."""
    club = selectors.club_for(public_id)
    own = selectors.membership_of(club, request.user)
    shown = selectors.members_of(club, request.user, removing=own)
    page = LongPaginator(shown, PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "own": own,
        "page": page,
        "removable": selectors.may_remove(own, page),
        "banned": club.banned.order_by("username") if own and own.organizes else [],
    }
    return render(request, "clubs/members.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, public_id: str) -> HttpResponse:
    """Change the club's words; its invitation link; closing it. Organizers only."""
    club = selectors.club_for(public_id)
    services.check_organizes(club, person_of(request))
    form = _form_of(club, request.POST or None)
    if form.is_valid():
        try:
            throttling.take(request, "clubs")
            return redirect(services.edit(club=club, user=person_of(request), **form.cleaned_data))
        except Refusal as refusal:
            form.refuse(refusal)
    return _edit_page(request, club, form)


@never_cache
@login_required
@require_POST
def link(request: HttpRequest, public_id: str) -> HttpResponse:
    """Make a new invitation link and show it this once."""
    club = selectors.club_for(public_id)
    throttling.take(request, "clubs")
    secret = services.new_link(club=club, user=person_of(request))
    address = links.absolute(reverse("lobby:club-invitation", args=[secret]))
    club = selectors.club_for(public_id)
    return _edit_page(request, club, _form_of(club), address=address)


def _form_of(club: Club, sent: QueryDict | None = None) -> ClubForm:
    return ClubForm(sent, initial={field: getattr(club, field) for field in ClubForm.base_fields})


def _edit_page(request: HttpRequest, club: Club, form: ClubForm, **context: Any) -> HttpResponse:
    own = selectors.membership_of(club, request.user)
    return render(request, "clubs/edit.html", {"club": club, "own": own, "form": form, **context})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, public_id: str) -> HttpResponse:
    """Report the club's name and description, and so its owner."""
    club = selectors.club_for(public_id)
    owner = selectors.owner_of(club)
    if owner is None:
        raise NotFound
    reason = request.POST.get("reason", "")
    if request.method == "POST":
        try:
            reports.report(
                by=person_of(request),
                about=owner,
                reason=reason,
                place=chat.key(club),
                said=f"{club.name}: {club.description}"[: reports.LONGEST_REASON],
            )
            messages.success(request, _("Thank you. A moderator will look at it."))
            return redirect(club)
        except Refusal as refusal:
            messages.error(request, refusal.detail)
    context = {"about": club, "next": club.get_absolute_url(), "reason": reason}
    return render(request, "chat/report.html", {**context, "longest": reports.LONGEST_REASON})


@login_required
@require_POST
def change(request: HttpRequest, public_id: str, what: str) -> HttpResponse:
    """Make one of `CHANGES`; a refusal becomes a message."""
    club = selectors.club_for(public_id)
    service, arguments, page = CHANGES[what]
    try:
        throttling.take(request, "clubs")
        service(club=club, user=person_of(request), **arguments(request))
    except Refusal as refusal:
        messages.error(request, refusal_text(refusal))
        return redirect(club)
    if what in DONE:
        messages.success(request, _(DONE[what]))
    return redirect(page, public_id) if page else redirect("lobby:clubs")


def _nothing(request: HttpRequest) -> dict[str, Any]:
    return {}


def _member(request: HttpRequest) -> dict[str, Any]:
    return {"member": request.POST.get("member", "").replace("\0", "")}


# By the last part of the address: the service, its arguments, and the page that follows ("" if
# the club is then closed).
CHANGES: dict[str, Any] = {
    "join": (
        services.join,
        lambda request: {"digest": _invitation(request)},
        "lobby:club",
    ),
    "leave": (services.leave, _nothing, "lobby:club"),
    "role": (
        services.set_role,
        lambda request: {**_member(request), "role": request.POST.get("role", "")},
        "lobby:club-members",
    ),
    "remove": (services.remove, _member, "lobby:club-members"),
    "ban": (
        services.remove,
        lambda request: {**_member(request), "ban": True},
        "lobby:club-members",
    ),
    "unban": (services.unban, _member, "lobby:club-members"),
    "withdraw-link": (services.withdraw_link, _nothing, "lobby:club-edit"),
    "close": (services.close, _nothing, ""),
    "shut": (
        services.close_as_moderator,
        lambda request: {"reason": request.POST.get("reason", "")},
        "",
    ),
}
DONE = {
    "leave": gettext_noop("You have left the club."),
    "role": gettext_noop("Their role has changed."),
    "remove": gettext_noop("They have been removed from the club."),
    "ban": gettext_noop("They have been removed for good."),
    "close": gettext_noop("The club is closed."),
    "shut": gettext_noop("The club is closed."),
}
