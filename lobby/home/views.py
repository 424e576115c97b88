"""A person's own pages: the desk, all matches, and the next match that waits."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import blocks, follows
from accounts.presence import SITE, poll
from accounts.selectors import person_of
from games.matches.record.turns import next_match
from lobby import game_cards, presence
from lobby.home import desk, own_matches, own_seats
from lobby.home.badge import badge
from lobby.listing import listed, rows
from lobby.tables import selectors
from lobby.tables.filters import Filters
from lobby.watching import selectors as watching
from toolbox.paging import LongPaginator
from toolbox.request_json import whole_number

PAGE = 10
OPEN, WATCHED = 6, 4  # open tables, and matches of other people, on the desk


@require_safe
def desk_page(request: HttpRequest) -> HttpResponse:
    """The reader's desk, the games, and what is going on in the house."""
    user: Any = request.user
    games = game_cards.games()
    context: dict[str, Any] = {"games": games, "known": set(), "now": timezone.now()}
    context["shortest"] = min(games, key=lambda game: game.minutes, default=None)
    if user.is_authenticated:
        page = whole_number(request.GET.get("page"), 5)
        own = desk.desk_of(user, 1 if page is None else page)
        context |= {"desk": own, "known": own.known}
    return render(request, "lobby/home.html", context | house(user))


@login_required
@require_safe
def figures(request: HttpRequest) -> JsonResponse:
    """The badge for a page without a socket (`lobby.live.me`); `?at=` names the match it shows."""
    poll(SITE, person_of(request).pk)
    data = badge(request.user, at=request.GET.get("at", "")).as_data()
    return JsonResponse({"type": "badge", **data})


@login_required
@require_safe
def my_matches(request: HttpRequest) -> HttpResponse:
    """The reader's running and finished matches, each in pages."""
    user = person_of(request)
    running = LongPaginator(own_seats.running(user), PAGE).get_page(request.GET.get("page"))
    over = LongPaginator(own_seats.over(user), PAGE).get_page(request.GET.get("over"))
    seats = own_seats.of_keys([*running.object_list, *(row.seat for row in over.object_list)])
    own_seats.bring_everybody(seats)
    unfinished, finished = own_matches.rows_of(seats)
    context = {
        "running_page": running,
        "running": unfinished,
        "over_page": over,
        "over": finished,
    }
    return render(request, "lobby/matches.html", context)


@login_required
@require_safe
def next_one(request: HttpRequest) -> HttpResponse:
    """Redirect to the waiting match with the first deadline, to `?but=` only if no other waits."""
    match = next_match(request.user, request.GET.get("but", "")[:16]) or next_match(request.user)
    if match is None:
        messages.info(request, _("No match is waiting for you right now."))
        return redirect("lobby:home")
    return redirect("matches:match", match)


def house(reader: Any) -> dict[str, Any]:
    """Open tables, other people's matches and who is online, for a reader or visitor."""
    hidden = blocks.hidden_from(reader)
    others = watching.to_watch(reader, hidden)
    followed = follows.followed_ids(reader)
    tables = selectors.open_tables(reader, Filters())
    if followed:
        first = Exists(reader.follows.filter(followed=OuterRef("host"))).desc()
        tables = tables.order_by(first, *tables.query.order_by)
    return {
        "tables": rows.rows(listed.read(tables[:OPEN]), mine=False, followed=followed),
        "others": game_cards.prompted(others[:WATCHED]),
        "online": presence.online(reader, followed),
    }
