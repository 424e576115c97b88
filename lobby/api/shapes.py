"""The Structs that calls about tables take and return."""

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec

from games.matches.api.shapes import Slug
from games.matches.models import Match
from games.matches.play.parts.absence import Absence, absence_of
from games.matches.play.parts.clock_kinds import LiveClock, MoveClock, clock_of
from games.matches.record import origins
from games.plugin import registry
from lobby.daily.selectors import Percentile
from lobby.models import Table
from lobby.ratings.selectors import skill_at
from lobby.ratings.skill import Skill
from lobby.tables import forks, lengths
from lobby.tables.filters import HIGHEST, MOST_SEATS, WITH, WITHOUT, Filters
from lobby.tables.selectors import seat_of

Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
SeatIndex = Annotated[int, msgspec.Meta(description="Counted from 0.")]
ClubId = Annotated[str, msgspec.Meta(pattern="^[a-zA-Z0-9]{1,16}$")]
ClientId = Annotated[str, msgspec.Meta(max_length=64)]


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A new table.

    `options`: those that differ from the game's defaults. `ai`: the levels of computer players by
    seat. You sit at `seat` unless `sit` is false. `private`: only people with its address find it,
    or with `club`, the id of a club of yours, only its members. `clock`: how long people may think,
    or null. `absence`: what happens to people who miss deadlines; null means the default for the
    clock. `reliable`: the percentage of their matches that people must have finished to sit down;
    new people always may. `role`: the one you want to play, "" for any. `practice`: a run that
    doesn't count for a leaderboard. `rated`: the match counts for ratings; only people with an
    account play, and in cooperative games also computer players, if there are at least two people.
    `invite`: user names of people to invite. A repeated `client_id` gets the same table again.
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
    club: ClubId | None = None
    practice: bool = False
    rated: bool = False
    role: str = ""
    invite: list[str] = []
    client_id: ClientId | None = None


class Fork(msgspec.Struct, forbid_unknown_fields=True):
    """A table that continues a finished match after `step`, with you at `seat`.

    You know what that seat knew; the rest is dealt anew. `ai`: the levels of computer players by
    seat. Without a free seat the match begins at once, else the table waits. `private`: only
    people with its address find it; a fork of a private match is always private. A repeated
    `client_id` gets the same table again.
    """

    step: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
    seat: SeatIndex
    ai: dict[int, str] = {}
    private: bool = False
    client_id: ClientId | None = None


class Moment(msgspec.Struct):
    """A match, and the step after which another one continues it."""

    match: str
    step: int


class ForksShown(msgspec.Struct):
    """The origin and the forks of a match, as far as you may see them.

    `fork`: it continues another match, and counts nowhere. `origin`: that match, null if you may
    not see it. `forks`: the newest twenty matches that continue this one, each with the step after
    which it does; none while this match runs.
    """

    fork: bool
    origin: Moment | None
    forks: list[Moment]


class TableForkShown(msgspec.Struct):
    """The match that a table continues, after which step, and the seat whose knowledge it keeps.

    `match` is null if you may not see it.
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
    """A seat."""

    seat: SeatIndex


class TwoSeats(msgspec.Struct, forbid_unknown_fields=True):
    """The two seats to swap."""

    seat: SeatIndex
    other: SeatIndex


class AskedSeat(msgspec.Struct, forbid_unknown_fields=True):
    """The seat of the person to ask; null withdraws the request."""

    seat: SeatIndex | None


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """The seat of the person who asked, and whether the answer is yes."""

    seat: SeatIndex
    yes: bool


class ChosenRole(msgspec.Struct, forbid_unknown_fields=True):
    """The role that a seat asks for; "" leaves it to chance."""

    seat: SeatIndex
    role: str


class InvitedName(msgspec.Struct, forbid_unknown_fields=True):
    """The user name of the person to invite."""

    name: str


class Held(msgspec.Struct, forbid_unknown_fields=True):
    """Whether a full table waits for its host."""

    hold: bool = True


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """An empty object, or no body at all."""


class TableQuery(msgspec.Struct):
    """Filters of tables.

    `mine`: you host them or sit there. `seats`: their size. `free`: the least number of free seats.
    `ai`: with or without computer players. `stays`: the host is new or finishes at least that
    percentage of matches. `asks`: they ask for at most that percentage. `rated`: whether they count
    for ratings. `near`: the mean rating of their people is within 200 points of that. `club`: the
    id of the club that they belong to.
    """

    mine: bool = False
    status: Literal["open", "started", "closed"] | None = None
    game: Slug | None = None
    pace: Literal["live", "days", "none"] | None = None
    seats: Annotated[int, msgspec.Meta(ge=1, le=MOST_SEATS)] | None = None
    free: Annotated[int, msgspec.Meta(ge=0, le=MOST_SEATS)] = 0
    ai: bool | None = None
    stays: Percent | None = None
    asks: Percent | None = None
    rated: bool | None = None
    near: Annotated[int, msgspec.Meta(ge=1, le=HIGHEST)] | None = None
    club: ClubId | None = None

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
            rated=self.rated,
            near=self.near,
        )


class RatingShown(msgspec.Struct):
    """A rating in points, with its doubt (one standard deviation); `new`: it means little yet.

    Everyone begins at 1,500.
    """

    number: int
    doubt: int
    new: bool


class PercentileShown(msgspec.Struct):
    """The percentage of other people with the same deals whom somebody surpassed.

    It is the mean of their last challenges of the day in that game, over that many `days`.
    """

    game: Slug
    percent: Percent
    days: int


def percentile_shown(game: str, found: Percentile) -> PercentileShown:
    return PercentileShown(game, found.percent, found.days)


def rating_shown(skill: Skill) -> RatingShown:
    return RatingShown(skill.number, skill.doubt, skill.is_new)


class TableSeatShown(msgspec.Struct):
    """A seat: taken by the person called `name`, by a computer player of level `ai`, or free.

    `role` is the role asked for, null for any; `wants` the seat whose player was asked to swap.
    `rating`: of a person at a rated table, else null.
    """

    index: int
    name: str | None
    ai: str | None
    role: str | None
    wants: int | None
    rating: RatingShown | None


class LengthShown(msgspec.Struct):
    """How long such a game usually takes, and the time that one in twenty exceeds, in seconds."""

    usual: int
    long: int


class TableShown(msgspec.Struct):
    """A table. `you` is your seat, `match` the id of the match once it has begun.

    Lists filter by `pace`. A full table begins at `starts_at`, unless its host holds it.
    `rematch_of`: the match whose people play again here. `practice`: the run doesn't count for a
    leaderboard, though others like it do. `rated`: the match counts for ratings. `absence`: what
    happens to people who miss deadlines; null if only a simple move is made each time, or without a
    clock. `reliable`: as in the call that opened it. `fork_of`: the position of another match that
    it continues, or null. `club`: the id of its club; a private table is for members. `length`:
    without pauses, nights and vacations; null for forks and if nothing was measured. `commitment`:
    SHA-256 over the deal's id and the seed that the record will reveal.
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
    club: str | None
    practice: bool
    rated: bool
    starts_at: datetime | None
    rematch_of: str | None
    fork_of: TableForkShown | None
    commitment: str
    match: str | None
    created_at: datetime


def table_shown(table: Table, user: Any) -> TableShown:
    """The table as `user` sees it."""
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
                rating=rating_shown(skill) if (skill := skill_at(seat, table)) else None,
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
        club=table.club.public_id if table.club else None,
        practice=table.practice,
        rated=table.rated,
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
    return TableForkShown(origin.public_id if origin else None, table.fork_step, table.fork_seat)


def forks_shown(match: Match, user: Any) -> ForksShown:
    """The origin and the forks of a match, for this reader."""
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
    game, people = registry.get(table.game), table.size - table.ai_seats
    estimate = lengths.estimate(
        game, table.options, seats=table.size, people=people, clock=table.clock
    )
    if estimate is None:
        return None
    return LengthShown(int(estimate.usual.total_seconds()), int(estimate.long.total_seconds()))
