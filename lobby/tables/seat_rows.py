"""The seats of a table as its page shows them."""

from dataclasses import dataclass
from typing import Any

from games.plugin import AnyGame, registry
from lobby import game_cards, presence
from lobby.models import Table, TableSeat
from lobby.tables import checks, forks, words


@dataclass(frozen=True)
class SeatRow:
    """A seat, as one person sees it.

    `role` is the wished-for part's key, `role_title` its name; `wants` whom they ask to change
    places, "me" (the reader), "other" or ""; `wanted` whether the reader asks them; `presence` what
    `lobby.presence.dots` says of whoever sits there, "" where it says nothing.
    """

    index: int
    name: str
    profile: str  # its address; "" where no person sits
    ai: bool
    free: bool
    you: bool
    host: bool
    role: str
    role_title: str
    wants: str
    wanted: bool
    presence: str
    guest: bool

    @property
    def number(self) -> int:
        """How people count seats."""
        return self.index + 1


def of(table: Table, user: Any) -> list[SeatRow]:
    """The table's seats in their order."""
    game, dots = registry.get(table.game), presence.dots(table, user)
    given = forks.given_parts(table)
    own = next(
        (seat for seat in table.seats.all() if seat.user_id and seat.user_id == user.pk), None
    )
    return [
        SeatRow(
            index=seat.index,
            name=seat.user.name if seat.user else game_cards.ai_name(seat.ai_level),
            profile=seat.user.get_absolute_url() if seat.user else "",
            ai=bool(seat.ai_level),
            free=seat.is_free,
            you=seat.user_id is not None and seat.user_id == user.pk,
            host=seat.user_id is not None and seat.user_id == table.host_id,
            role=seat.role,
            role_title=_part(game, given[seat.index] if given else seat.role),
            wants=_wants(seat, own),
            wanted=own is not None and own.wants_id == seat.pk,
            guest=seat.user is not None and seat.user.is_guest,
            presence=dots.get(seat.user_id, "") if seat.user_id is not None else "",
        )
        for seat in table.seats.all()
    ]


def _part(game: AnyGame, key: str | None) -> str:
    return words.role_title(game, key) if key else ""


def _wants(seat: TableSeat, own: TableSeat | None) -> str:
    if seat.wants_id is None:
        return ""
    return "me" if own is not None and seat.wants_id == own.pk else "other"


def roles_of(table: Table) -> list[tuple[str, str]]:
    """The parts to be chosen from at this table, each once, with their names."""
    if table.fork_of_id is not None:
        return []
    game = registry.get(table.game)
    there = checks.roles_at(game, table.options, len(table.seats.all()))
    return [(key, words.role_title(game, key)) for key in dict.fromkeys(role.key for role in there)]
