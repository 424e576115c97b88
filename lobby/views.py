"""The pages of the lobby. What they change goes through `lobby.services`."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from accounts.errors import Refusal
from accounts.models import User
from games.matches import selectors as matches
from games.matches.models import Match
from games.plugin import AnyGame, registry
from lobby import desk, selectors, services
from lobby.forms import TableForm
from lobby.models import Table

SHOWN_AT_HOME = 8
PAGE = 30


def _game(slug: str) -> AnyGame:
    try:
        return registry.get(slug)
    except KeyError:
        raise Http404 from None


def _person(request: HttpRequest) -> User:
    """Who asks, on pages for people who are logged in."""
    assert isinstance(request.user, User)
    return request.user


def _reader(request: HttpRequest) -> User | None:
    """Who asks, on pages for everybody."""
    return request.user if isinstance(request.user, User) else None


def _said(refusal: Refusal) -> str:
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
        "seats": seats_of(table, user),
        "free": sum(seat.is_free for seat in table.seats.all()),
    }


def seats_of(table: Table, user: Any) -> list[dict[str, Any]]:
    """The table's seats as the templates show them."""
    return [
        {
            "index": seat.index,
            "ai": bool(seat.ai_level),
            "free": seat.is_free,
            "you": seat.user_id is not None and seat.user_id == user.pk,
            "host": seat.user_id is not None and seat.user_id == table.host_id,
            "name": seat.user.username if seat.user else desk.ai_name(seat.ai_level),
        }
        for seat in table.seats.all()
    ]


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
    game = _game(slug)
    most = game.meta.max_seats - 1
    opponents = range(max(1, game.meta.min_seats - 1), most + 1) if most else range(1)
    usual = min(2, opponents[-1])
    if request.method == "POST":
        try:
            count = _chosen(request.POST.get("opponents", str(usual)), opponents)
            level = request.POST.get("level", game.meta.levels[0])
            ai = dict.fromkeys(range(1, count + 1), level)
            table = services.open_table(host=_person(request), game=slug, seats=count + 1, ai=ai)
            return _to_match(services.start(table=table, user=_person(request)))
        except Refusal as refusal:
            messages.error(request, _said(refusal))
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


def _to_match(table: Table) -> HttpResponse:
    assert table.match is not None
    return redirect("matches:match", table.match.public_id)


@login_required(login_url="account_signup")
@require_http_methods(["GET", "POST"])
def new_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a table, for friends or with computer players in some seats."""
    game = _game(slug)
    form = TableForm(game, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            table = services.open_table(host=_person(request), **form.as_table())
            return redirect("lobby:table", table.public_id)
        except Refusal as refusal:
            form.refuse(refusal)
    shown = {"game": desk.game_card(game), "form": form}
    return render(request, "lobby/new_table.html", shown)


@require_GET
def table_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """A table that waits: who sits where, and what one can do about it."""
    table = selectors.table_for(public_id)
    if table.match:
        address = redirect("matches:match", table.match.public_id)
        if request.htmx:  # type: ignore[attr-defined]
            return HttpResponseClientRedirect(address.url)
        return address
    ruleset = registry.get(table.game)
    free = sum(seat.is_free for seat in table.seats.all())
    shown = {
        "table": table,
        "game": desk.game_card(ruleset),
        "seats": seats_of(table, request.user),
        "own": selectors.seat_of(table, _reader(request)),
        "is_host": table.host_id == request.user.pk,
        "is_open": table.status == Table.Status.OPEN,
        "free": free,
        "levels": [(level, desk.ai_name(level)) for level in ruleset.meta.levels],
        "pace": desk.pace_words(table.clock),
        "options": table.options,
        "address": request.build_absolute_uri(request.path),
    }
    return render(request, "lobby/table.html", shown)


def _change(request: HttpRequest, public_id: str, service: Any, **arguments: Any) -> HttpResponse:
    """Call a service on a table; a refusal becomes a message on the table's page."""
    table = selectors.table_for(public_id)
    try:
        table = service(table=table, user=_person(request), **arguments)
    except Refusal as refusal:
        messages.error(request, _said(refusal))
    if table.match_id and service is services.start:
        return _to_match(table)
    if table.status == Table.Status.CLOSED:
        messages.info(request, _("The table is closed."))
        return redirect("lobby:home")
    return redirect("lobby:table", public_id)


def _seat(request: HttpRequest) -> int | None:
    text = request.POST.get("seat", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


@login_required
@require_POST
def join(request: HttpRequest, public_id: str) -> HttpResponse:
    return _change(request, public_id, services.join, seat=_seat(request))


@login_required
@require_POST
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    return _change(request, public_id, services.leave)


@login_required
@require_POST
def add_ai(request: HttpRequest, public_id: str) -> HttpResponse:
    level = request.POST.get("level", "")
    return _change(request, public_id, services.add_ai, level=level, seat=_seat(request))


@login_required
@require_POST
def remove_ai(request: HttpRequest, public_id: str) -> HttpResponse:
    seat = _seat(request)
    return _change(request, public_id, services.remove_ai, seat=-1 if seat is None else seat)


@login_required
@require_POST
def start(request: HttpRequest, public_id: str) -> HttpResponse:
    return _change(request, public_id, services.start)
