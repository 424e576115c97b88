"""The pages of the lobby. What they change goes through `lobby.services`."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from accounts.errors import Refusal
from accounts.models import User
from games.matches import selectors as matches
from games.matches.models import Match
from games.plugin import AnyGame, registry
from lobby import desk, places, selectors, services
from lobby.models import Table

SHOWN_AT_HOME = 8
PAGE = 30


def game_of(slug: str) -> AnyGame:
    """The installed ruleset with that slug. Raises Http404."""
    try:
        return registry.get(slug)
    except KeyError:
        raise Http404 from None


def person(request: HttpRequest) -> User:
    """Who asks, on pages for people who are logged in."""
    assert isinstance(request.user, User)
    return request.user


def _reader(request: HttpRequest) -> User | None:
    """Who asks, on pages for everybody."""
    return request.user if isinstance(request.user, User) else None


def said(refusal: Refusal) -> str:
    """What a person reads: the complaints about single fields, where there are any."""
    fields: dict[str, list[str]] = refusal.extra.get("fields", {})
    return " ".join(text for texts in fields.values() for text in texts) or refusal.detail


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """All games, my running matches, tables that wait for players."""
    own: list[desk.MatchRow] = []
    if request.user.is_authenticated:
        running = matches.matches_for(request.user, mine=True, status=Match.Status.ACTIVE)
        own = desk.match_rows(running[:SHOWN_AT_HOME], request.user)
        own.sort(key=lambda row: not row.mine_now)
    tables = selectors.tables_for(_reader(request), status=Table.Status.OPEN)[:SHOWN_AT_HOME]
    others = matches.matches_for(request.user, status=Match.Status.ACTIVE)
    if request.user.is_authenticated:
        others = others.exclude(seats__user=request.user)
    shown = {
        "games": desk.games(),
        "known": desk.known_games(request.user) if request.user.is_authenticated else set(),
        "own": own,
        "waiting": sum(row.mine_now for row in own),
        "tables": [_table_row(table, request.user) for table in tables],
        "others": desk.match_rows(others[:4], request.user),
    }
    return render(request, "lobby/home.html", shown)


def _table_row(table: Table, user: Any) -> dict[str, Any]:
    return {
        "table": table,
        "title": _(registry.get(table.game).meta.title),
        "seats": places.of(table, user),
        "free": sum(seat.is_free for seat in table.seats.all()),
    }


@login_required
@require_GET
def my_matches(request: HttpRequest) -> HttpResponse:
    """My running matches, then the finished ones by pages."""
    running = matches.matches_for(request.user, mine=True, status=Match.Status.ACTIVE)[:PAGE]
    own = sorted(desk.match_rows(running, request.user), key=lambda row: not row.mine_now)
    over = matches.matches_for(request.user, mine=True).exclude(status=Match.Status.ACTIVE)
    page = Paginator(over, PAGE).get_page(request.GET.get("page"))
    shown = {"own": own, "page": page, "over": desk.match_rows(page.object_list, request.user)}
    return render(request, "lobby/matches.html", shown)


@login_required(login_url="account_signup")
@require_http_methods(["GET", "POST"])
def play_now(request: HttpRequest, slug: str) -> HttpResponse:
    """The shortest way into a game: a table filled with computer players, started at once."""
    game = game_of(slug)
    most = game.meta.max_seats - 1
    opponents = range(max(1, game.meta.min_seats - 1), most + 1) if most else range(1)
    usual = min(2, opponents[-1])
    if request.method == "POST":
        try:
            count = _chosen(request.POST.get("opponents", str(usual)), opponents)
            level = request.POST.get("level", game.meta.levels[0])
            ai = dict.fromkeys(range(1, count + 1), level)
            table = services.open_table(host=person(request), game=slug, seats=count + 1, ai=ai)
            return to_match(services.start(table=table, user=person(request)))
        except Refusal as refusal:
            messages.error(request, said(refusal))
    shown = {
        "game": desk.game_card(game),
        "opponents": opponents,
        "usual": usual,
        "levels": [(level, desk.level_name(level)) for level in game.meta.levels],
    }
    return render(request, "lobby/play.html", shown)


def _chosen(text: str, allowed: range) -> int:
    if text.isascii() and text.isdigit() and len(text) < 4 and int(text) in allowed:
        return int(text)
    raise Refusal(_("Choose how many play against you."))


def to_match(table: Table) -> HttpResponse:
    """On to the match that the table became."""
    assert table.match is not None
    return redirect("matches:match", table.match.public_id)
