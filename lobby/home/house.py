"""What goes on in the house: tables one could sit down at, matches one could watch, who is here."""

from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet

from accounts import blocks
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
