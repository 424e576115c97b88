"""What goes on in the house: tables one could sit down at, matches one could watch, who is here."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from accounts import blocks
from accounts.models import User
from accounts.prepared_queries import MOMENT, Keys, PreparedQuery
from games.matches.models import Match
from games.matches.record import selectors as matches
from lobby import game_cards, presence
from lobby.listing import listed, rows
from lobby.tables import selectors
from lobby.tables.filters import Filters

OPEN, WATCHED = 6, 4  # tables that wait for players, matches of other people


def house(reader: Any) -> dict[str, Any]:
    """Those for this reader, who may be a visitor."""
    hidden = blocks.hidden_from(reader)
    return {
        "tables": rows.rows(_tables(reader, hidden), mine=False),
        "others": game_cards.match_rows(_watched(reader, hidden), reader),
        "online": presence.online(reader),
    }


def _tables(reader: Any, hidden: Collection[int]) -> list[listed.Listed]:
    if hidden or not reader.is_authenticated:
        return listed.read(selectors.open_tables(reader, Filters())[:OPEN])
    return listed.of_rows(_for_one(reader.pk))


_for_one = PreparedQuery(
    lambda key: listed.rows_of(selectors.open_tables(User(pk=key), Filters())[:OPEN]),
    -1,
    depends=selectors.games,
)


def _watched(reader: Any, hidden: Collection[int]) -> list[Match]:
    if not reader.is_authenticated:
        return list(matches.matches_for(reader, status=Match.Status.ACTIVE)[:WATCHED])
    return _of_others(reader.pk, {reader.pk, *hidden}, timezone.now())


def _asking_others(key: int, without: Collection[int], now: datetime) -> QuerySet[Match]:
    found = matches.matches_for(User(pk=key), status=Match.Status.ACTIVE, now=now)
    return found.exclude(seats__user__in=without)[:WATCHED]


_of_others = PreparedQuery(_asking_others, -1, Keys, MOMENT)
