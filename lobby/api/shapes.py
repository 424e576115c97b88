"""What the calls about tables take and answer."""

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec

from games.matches.api.shapes import Slug
from games.matches.models import Match
from games.matches.play.parts.absence import Absence, absence_of
from games.matches.play.parts.clock_kinds import LiveClock, MoveClock, clock_of
from games.matches.record import origins
from games.plugin import registry
from lobby.models import Table
from lobby.tables import forks, lengths
from lobby.tables.filters import MOST_SEATS, WITH, WITHOUT, Filters
from lobby.tables.selectors import seat_of

Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
SeatIndex = Annotated[int, msgspec.Meta(description="Counted from 0.")]
ClientId = Annotated[str, msgspec.Meta(max_length=64)]


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table to be opened.

    `options` names what differs from the game's defaults, `ai` the level of the computer player
    on each seat that has one. You sit at `seat` unless `sit` is false. `private`: only who has
    its address finds it. `clock`: null, or how long one may think. `absence`: what happens to
    someone who misses deadlines; null: what is usual with that clock. `reliable`: the share in
    percent of their matches that people must have stayed in to sit down; new ones may. `role`: the
    part you want to play, "" for any. `practice`: a run that would count for a leaderboard shall
    not. The same `client_id` again gets the table of the first time.
    """

    game: Slug
    seats: int
    options: dict[str, Any] = {}
    ai: dict[int, str] = {}
    seat: SeatIndex | None = 0
    sit: bool = True
    clock: LiveClock | MoveClock | None = None
    absence: Absence | None = None
    reliable: Percent = 0
    private: bool = False
    practice: bool = False
    role: str = ""
    client_id: ClientId | None = None


class Fork(msgspec.Struct, forbid_unknown_fields=True):
    """How a match that is over goes on after step `step`: you sit at `seat`.

    You know then what that seat knew; the rest is dealt anew. `ai`: the level of the computer
    player on each other seat that has one. Without a free seat the match begins at once, else the
    table waits for people. `private`: only who has its address finds it; what goes on from a
    private match always is. The same `client_id` again gets the table of the first time.
    """

    step: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
    seat: SeatIndex
    ai: dict[int, str] = {}
    private: bool = False
    client_id: ClientId | None = None


class Moment(msgspec.Struct):
    """A match, and the step of it after which another one goes on."""

    match: str
    step: int


class ForksShown(msgspec.Struct):
    """Where a match goes on from, and what goes on from it, as far as you may see that.

    `fork`: it goes on from a position of another match, and counts nowhere. `origin`: which one,
    null if you may not look at it. `forks`: the newest twenty that go on from this one, each with
    the step of this match after which it does; none while this one runs.
    """

    fork: bool
    origin: Moment | None
    forks: list[Moment]


class TableForkShown(msgspec.Struct):
    """That a table goes on from a match: after which step, and what which seat knew there.

    `match` is null if you may not look at it.
    """

    match: str | None
    step: int
    seat: int


class WantedSeat(msgspec.Struct, forbid_unknown_fields=True):
    """A seat, or null for the first free one."""

    seat: SeatIndex | None = None


class NewComputerPlayer(msgspec.Struct, forbid_unknown_fields=True):
    """A computer player's level and seat (null: the first free one); `every`: all free seats."""

    level: str
    seat: SeatIndex | None = None
    every: bool = False


class OneSeat(msgspec.Struct, forbid_unknown_fields=True):
    """The seat that is meant."""

    seat: SeatIndex


class TwoSeats(msgspec.Struct, forbid_unknown_fields=True):
    """The two seats that change places."""

    seat: SeatIndex
    other: SeatIndex


class AskedSeat(msgspec.Struct, forbid_unknown_fields=True):
    """The seat of the person who is asked; null takes it back."""

    seat: SeatIndex | None


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """The seat of the person who asked, and whether the answer is yes."""

    seat: SeatIndex
    yes: bool


class ChosenRole(msgspec.Struct, forbid_unknown_fields=True):
    """The part that a seat asks for; "": chance may decide."""

    seat: SeatIndex
    role: str


class InvitedName(msgspec.Struct, forbid_unknown_fields=True):
    """The username of someone to be asked to the table."""

    name: str


class Held(msgspec.Struct, forbid_unknown_fields=True):
    """Whether a full table waits for its host."""

    hold: bool = True


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """An empty object, or no body at all."""


class TableQuery(msgspec.Struct):
    """Which tables. `mine`: you host them or sit there. `seats`: of that size; `free`: with at
    least so many free seats; `ai`: with computer players, or without any. `stays`: their
    host is new or stays to the end of at least so many matches, `asks`: they ask no more of others;
    both in percent."""

    mine: bool = False
    status: Literal["open", "started", "closed"] | None = None
    game: Slug | None = None
    pace: Literal["live", "days", "none"] | None = None
    seats: Annotated[int, msgspec.Meta(ge=1, le=MOST_SEATS)] | None = None
    free: Annotated[int, msgspec.Meta(ge=0, le=MOST_SEATS)] = 0
    ai: bool | None = None
    stays: Percent | None = None
    asks: Percent | None = None

    @property
    def filters(self) -> Filters:
        ai = "" if self.ai is None else WITH if self.ai else WITHOUT
        return Filters(
            seats=self.seats,
            free=self.free,
            pace=self.pace or "",
            ai=ai,
            stays=self.stays,
            asks=self.asks,
        )


class TableSeatShown(msgspec.Struct):
    """A seat: taken by the person called `name`, by a computer player of level `ai`, or free.

    `role` is the part asked for, null where chance decides; `wants` the seat whose person was asked
    to change places.
    """

    index: int
    name: str | None
    ai: str | None
    role: str | None
    wants: int | None


class LengthShown(msgspec.Struct):
    """How long such a game takes usually, and what one in twenty exceeds; in seconds."""

    usual: int
    long: int


class TableShown(msgspec.Struct):
    """A table. `you` is your seat, `match` the id of the match once it has begun.

    `pace` is what lists filter by. A full table begins at `starts_at`, if nobody leaves and its
    host doesn't hold it. `rematch_of` is the match whose people play again here.
    `practice`: the run that begins here counts for no leaderboard, though others like it do.
    `absence` is what happens to someone who misses deadlines, null where a simple move is made for
    them each time and nothing else, or where no clock runs. `reliable`: as it was opened.
    `fork_of`: the position of another match that the one of this table goes on from, null for none.
    `length`: without pauses, nights and vacations; null where nothing was measured, or where
    it goes on from another match.
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
    absence: Absence | None
    reliable: int
    pace: Literal["live", "days", "none"]
    length: LengthShown | None
    private: bool
    practice: bool
    starts_at: datetime | None
    rematch_of: str | None
    fork_of: TableForkShown | None
    commitment: str
    match: str | None
    created_at: datetime


def table_shown(table: Table, user: Any) -> TableShown:
    """The table as anyone who may see it sees it."""
    index_of = {seat.pk: seat.index for seat in table.seats.all()}
    return TableShown(
        id=table.public_id,
        game=table.game,
        status=table.status,
        host=table.host.name,
        seats=[
            TableSeatShown(
                index=seat.index,
                name=seat.user.name if seat.user else None,
                ai=seat.ai_level or None,
                role=seat.role or None,
                wants=None if seat.wants_id is None else index_of.get(seat.wants_id),
            )
            for seat in table.seats.all()
        ],
        you=seat_of(table, user),
        options=table.options,
        clock=clock_of(table.clock),
        absence=None if table.absence is None else absence_of(table.absence),
        reliable=table.reliable,
        pace=table.pace,  # type: ignore[arg-type]  # one of Table.Pace
        length=_length(table),
        private=table.private,
        practice=table.practice,
        starts_at=table.starts_at,
        rematch_of=table.rematch_of.public_id if table.rematch_of else None,
        fork_of=_fork_shown(table, user),
        commitment=table.deal.commitment,
        match=table.match.public_id if table.match else None,
        created_at=table.created_at,
    )


def _fork_shown(table: Table, user: Any) -> TableForkShown | None:
    if table.fork_step is None or table.fork_seat is None:
        return None
    origin = forks.origin_of(table, user)
    named = None if origin is None else origin.public_id
    return TableForkShown(named, table.fork_step, table.fork_seat)


def forks_shown(match: Match, user: Any) -> ForksShown:
    """What goes on from a match, and what it goes on from, for this reader."""
    origin, step = origins.origin_of(match, user), match.origin_step
    return ForksShown(
        fork=step is not None,
        origin=None if origin is None or step is None else Moment(origin.public_id, step),
        forks=[
            Moment(fork.public_id, fork.origin_step)
            for fork in origins.forks_of(match, user)
            if fork.origin_step is not None
        ],
    )


def _length(table: Table) -> LengthShown | None:
    if table.fork_step is not None or not registry.is_installed(table.game):
        return None
    found = lengths.estimate(
        registry.get(table.game),
        table.options,
        seats=table.size,
        people=table.size - table.ai_seats,
        clock=table.clock,
    )
    if found is None:
        return None
    return LengthShown(int(found.usual.total_seconds()), int(found.long.total_seconds()))
