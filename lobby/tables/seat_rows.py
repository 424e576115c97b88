"""The seats of a table as its page shows them."""

from dataclasses import dataclass
from typing import Any

from games.plugin import registry
from lobby import game_cards, presence
from lobby.models import Table, TableSeat
from lobby.ratings.selectors import skill_at
from lobby.tables import checks, forks, selectors, words


@dataclass(frozen=True)
class SeatRow:
    """A seat, as one reader sees it."""

    index: int
    name: str
    profile: str  # its address; "" where no person sits
    ai: bool
    free: bool
    you: bool
    host: bool
    role: str  # the key of the requested role
    role_title: str
    wants: str  # the person this player asks to swap: "me" (the reader), "other" or ""
    wanted: bool  # whether the reader asks this player to swap
    presence: str  # by `lobby.presence.dots`, or ""
    guest: bool
    rating: str  # of a person at a rated table, or ""

    @property
    def number(self) -> int:
        """The seat's number, counted from 1."""
        return self.index + 1


def of(table: Table, user: Any) -> list[SeatRow]:
    """The table's seats in order."""
    game, dots = registry.get(table.game), presence.dots(table, user)
    given = forks.given_parts(table)
    index = selectors.seat_of(table, user)
    own = None if index is None else table.seats.all()[index]
    return [
        SeatRow(
            index=seat.index,
            name=seat.user.name if seat.user else game_cards.ai_name(seat.ai_level),
            profile=seat.user.get_absolute_url() if seat.user else "",
            ai=bool(seat.ai_level),
            free=seat.is_free,
            you=seat.index == index,
            host=seat.user_id == table.host_id,
            role=seat.role,
            role_title=words.role_title(game, (given[seat.index] if given else seat.role) or ""),
            wants=_wants(seat, own),
            wanted=own is not None and own.wants_id == seat.pk,
            guest=seat.user is not None and seat.user.is_guest,
            rating=skill.words if (skill := skill_at(seat, table)) else "",
            presence=dots.get(seat.user_id, "") if seat.user_id is not None else "",
        )
        for seat in table.seats.all()
    ]


def _wants(seat: TableSeat, own: TableSeat | None) -> str:
    if seat.wants_id is None:
        return ""
    return "me" if own is not None and seat.wants_id == own.pk else "other"


def roles_of(table: Table) -> list[tuple[str, str]]:
    """The distinct roles to choose from at this table, with their names."""
    if table.fork_of_id is not None:
        return []
    game = registry.get(table.game)
    roles = checks.roles_at(game, table.options, len(table.seats.all()))
    return [(key, words.role_title(game, key)) for key in dict.fromkeys(role.key for role in roles)]
