"""The pages of what is one's own: the desk, all one's matches, the next that waits."""

from collections.abc import Collection
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import blocks
from accounts.presence import SITE, poll
from games.matches.models import Match
from games.matches.record import selectors as matches
from games.matches.record.turns import next_match
from lobby import game_cards, presence
from lobby.home import desk, own_matches, own_seats
from lobby.home.badge import badge
from lobby.listing import listed, rows
from lobby.tables import selectors
from lobby.tables.filters import Filters
from lobby.view_helpers import person
from toolbox.paging import LongPage, LongPaginator

PAGE = 30
OPEN, WATCHED = 6, 4  # tables that wait for players, matches of other people


@require_safe
def desk_page(request: HttpRequest) -> HttpResponse:
    """What waits for me and all else that is mine; then the games and what goes on in the house."""
    user: Any = request.user
    games = game_cards.games()
    shown: dict[str, Any] = {"games": games, "known": set(), "now": timezone.now()}
    shown["shortest"] = min(games, key=lambda game: game.minutes, default=None)
    if user.is_authenticated:
        shown["desk"] = desk.desk_of(user, _number(request.GET.get("page", "")))
        shown["known"] = game_cards.known_games(user)
    return render(request, "lobby/home.html", shown | house(user))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 1


@login_required
@require_safe
def figures(request: HttpRequest) -> JsonResponse:
    """What the site's socket would tell (`lobby.live.me`), for a page that has none.

    `?at=` names the match that the page shows.
    """
    poll(SITE, person(request).pk)
    told = badge(request.user, at=request.GET.get("at", ""))
    return JsonResponse({"type": "badge", **told.as_data()})


@login_required
@require_safe
def my_matches(request: HttpRequest) -> HttpResponse:
    """All my running matches by pages, and all that are over by pages."""
    running, over = own_seats.running(request.user), own_seats.over(request.user)
    page, over_page = _page(running, request, "page"), _page(over, request, "over")
    shown = {
        "running_page": page,
        "running": own_matches.running_rows(running, *_slice(page)),
        "over_page": over_page,
        "over": own_matches.finished_rows(over, *_slice(over_page)),
    }
    return render(request, "lobby/matches.html", shown)


def _page(seats: Any, request: HttpRequest, name: str) -> LongPage:
    return LongPaginator(seats, PAGE).get_page(request.GET.get(name))


def _slice(page: LongPage) -> tuple[int, int]:
    start = PAGE * (page.number - 1)
    return start, start + PAGE


@login_required
@require_safe
def next_one(request: HttpRequest) -> HttpResponse:
    """The match whose clock runs out first for me, but for `?but=`, if there is another."""
    found = next_match(request.user, request.GET.get("but", "")[:16]) or next_match(request.user)
    if found is None:
        messages.info(request, _("No match is waiting for you right now."))
        return redirect("lobby:home")
    return redirect("matches:match", found)


def house(reader: Any) -> dict[str, Any]:
    """Those for this reader, who may be a visitor."""
    hidden = blocks.hidden_from(reader)
    return {
        "tables": rows.rows(
            listed.read(selectors.open_tables(reader, Filters())[:OPEN]), mine=False
        ),
        "others": game_cards.match_rows(_watched(reader, hidden), reader),
        "online": presence.online(reader),
    }


def _watched(reader: Any, hidden: Collection[int]) -> QuerySet[Match]:
    found = matches.matches_for(reader, status=Match.Status.ACTIVE)
    if reader.is_authenticated:
        found = found.exclude(seats__user__in={reader.pk, *hidden})
    return found[:WATCHED]
