"""The page with the list of open tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import follows
from games.plugin import registry
from lobby import game_cards
from lobby.listing import listed, rows
from lobby.models import Table
from lobby.quick import selectors as quick
from lobby.ratings import selectors as ratings
from lobby.ratings.skill import Skill
from lobby.tables import announcements, selectors
from lobby.tables.filters import Filters
from lobby.tables.paces import RELIABLE
from toolbox.paging import COUNTED, LongPaginator

PAGE, OWN = 30, 20  # tables on a page, and own tables above the first page
MOST = COUNTED  # tables whose ids a page gets, so that it can count them itself


@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """The reader's own open tables, then the others in pages, filtered by the address."""
    mark = announcements.mark()  # before reading the tables, so that no change is missed
    filters = Filters.read(request.GET)
    others = selectors.open_tables(request.user, filters)
    page = LongPaginator(others, PAGE).get_page(request.GET.get("page"))
    on_page = cast("QuerySet[Table]", page.object_list)
    own = selectors.own_open_tables(request.user)[: OWN if page.number == 1 else 0]
    games = game_cards.games()
    most = max((game.meta.max_seats for game in registry.installed()), default=1)
    context = {
        "filters": filters,
        "games": games,
        "asked_game": next((game for game in games if game.slug == filters.game), None),
        "paces": Table.Pace.choices,
        "most": range(1, 1 + most),
        "shares": RELIABLE,
        "own_share": _own_share(request.user),
        "own_rating": _own_rating(request.user, filters),
        "page": page,
        "count_words": words(page.paginator.count, narrowed=bool(filters.query)),
        "open_ids": open_ids(others, page.paginator.count),
        "own": rows.rows(listed.read(own), mine=True),
        "rows": rows.rows(
            listed.read(on_page), mine=False, followed=follows.followed_ids(request.user)
        ),
        "wanted": quick.wanted(request.user),
        "socket": f"{settings.ROOT_PATH}/ws/tables/?{filters.query}",
        "seen": mark,
    }
    return render(request, "lobby/tables.html", context)


def _own_share(user: Any) -> int | None:
    """The reader's percentage of finished matches, if some table may ask for more."""
    share: int | None = getattr(user, "reliability", None)
    return share if share is not None and 0 < share < max(RELIABLE) else None


def _own_rating(user: Any, filters: Filters) -> int | None:
    """The reader's rating in the filters' game and pace."""
    if not (filters.game and filters.pace) or not user.is_authenticated:
        return None
    pace = Table.Pace.LIVE if filters.pace == Table.Pace.LIVE else Table.Pace.DAYS
    return ratings.skills_of([user.pk], filters.game, pace).get(user.pk, Skill()).number


@dataclass(frozen=True)
class Words:
    """Sentences with the count: for 0, 1 and `{n}` tables, and for the present count."""

    none: str
    one: str
    many: str
    now: str


def words(count: int, *, narrowed: bool) -> Words:
    """The sentences, which differ if filters narrow the list."""
    if narrowed:
        texts = (
            _("No table like this is waiting for players."),
            _("One table like this is waiting for players."),
            _("{n} tables like this are waiting for players."),
            _("More than {n} tables like this are waiting for players."),
        )
    else:
        texts = (
            _("No table is waiting for players."),
            _("One table is waiting for players."),
            _("{n} tables are waiting for players."),
            _("More than {n} tables are waiting for players."),
        )
    none, one, many, more = texts
    now = (none, one, many)[min(count, 2)].format(n=count)
    return Words(none, one, many, more.format(n=MOST) if count > MOST else now)


def open_ids(tables: QuerySet[Table], count: int) -> Sequence[str] | None:
    """The public ids of the counted tables; None if there are too many for a page."""
    if count > MOST:
        return None
    return list(tables.order_by().values_list("public_id", flat=True))
