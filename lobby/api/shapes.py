"""What the calls about tables take and answer."""

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec

from games.matches.api.shapes import Slug
from games.matches.clock import LiveClock, MoveClock, clock_of
from lobby.models import Table
from lobby.selectors import seat_of

SeatIndex = Annotated[int, msgspec.Meta(description="Counted from 0.")]


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table to be opened.

    `options` names what differs from the game's defaults, `ai` the level of the computer player
    on each seat that has one. You sit at `seat` unless `sit` is false. `private`: only who has
    its address finds it. `clock`: null, or how long one may think.
    """

    game: Slug
    seats: int
    options: dict[str, Any] = {}
    ai: dict[int, str] = {}
    seat: SeatIndex | None = 0
    sit: bool = True
    clock: LiveClock | MoveClock | None = None
    private: bool = False


class WantedSeat(msgspec.Struct, forbid_unknown_fields=True):
    """A seat, or null for the first free one."""

    seat: SeatIndex | None = None


class NewComputerPlayer(msgspec.Struct, forbid_unknown_fields=True):
    """A computer player's level and seat (null: the first free one)."""

    level: str
    seat: SeatIndex | None = None


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """An empty object, or no body at all."""


class TableQuery(msgspec.Struct):
    """Which tables. `mine`: you host them or sit there."""

    mine: bool = False
    status: Literal["open", "started", "closed"] | None = None
    game: Slug | None = None


class TableSeatShown(msgspec.Struct):
    """A seat: taken by the person called `name`, by a computer player of level `ai`, or free."""

    index: int
    name: str | None
    ai: str | None


class TableShown(msgspec.Struct):
    """A table. `you` is your seat, `match` the id of the match once it has begun.

    `commitment` promises the deal: SHA-256 over its id and the seed that the record will tell.
    """

    id: str
    game: str
    status: str
    host: str
    seats: list[TableSeatShown]
    you: int | None
    options: Any
    clock: LiveClock | MoveClock | None
    private: bool
    commitment: str
    match: str | None
    created_at: datetime


def table_shown(table: Table, user: Any) -> TableShown:
    """The table as anybody who may see it sees it."""
    return TableShown(
        id=table.public_id,
        game=table.game,
        status=table.status,
        host=table.host.username,
        seats=[
            TableSeatShown(
                seat.index, seat.user.username if seat.user else None, seat.ai_level or None
            )
            for seat in table.seats.all()
        ],
        you=seat_of(table, user),
        options=table.options,
        clock=clock_of(table.clock),
        private=table.private,
        commitment=table.deal.commitment,
        match=table.match.public_id if table.match else None,
        created_at=table.created_at,
    )
