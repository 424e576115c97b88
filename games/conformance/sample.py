"""What the laws are checked on: random games with everything that happened in them."""

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from games.plugin.chance import Outcome
from games.plugin.codec import pack, unpack
from games.plugin.events import OMNISCIENT, SPECTATOR, Event, Viewer
from games.plugin.model import Seating
from games.plugin.registry import AnyGame
from games.protocol.record import Record


class LawBroken(AssertionError):
    """A ruleset breaks one of the laws; the message says which position shows it."""


def require(holds: bool, message: str) -> None:
    """Raise `LawBroken` unless the law holds."""
    if not holds:
        raise LawBroken(message)


@dataclass(frozen=True)
class Table:
    """One way to sit down: options and seating."""

    options: Any
    seating: Seating

    def __str__(self) -> str:
        return f"{self.seating.count} seats, first {self.seating.first}, {self.options}"


@dataclass(frozen=True)
class Step:
    """What was done in a position, what chance gave for it and what was told about it."""

    seat: int
    action: Any
    outcomes: list[Outcome]
    events: list[Event]
    after: bytes


@dataclass(frozen=True)
class Moment:
    """A visited position, packed, with the step that was taken there (None: play ended here)."""

    game: AnyGame
    table: Table
    seed: str
    number: int
    packed: bytes
    step: Step | None

    @property
    def state(self) -> Any:
        """A fresh copy of the position, free to be changed."""
        return unpack(self.packed, self.game.State)

    @property
    def seats(self) -> range:
        return range(self.table.seating.count)

    @property
    def viewers(self) -> list[Viewer]:
        return [*self.seats, SPECTATOR, OMNISCIENT]

    @property
    def where(self) -> str:
        return f"{self.game.meta.slug}, {self.table}, game {self.seed}, after step {self.number}"

    def require(self, holds: bool, message: str) -> None:
        """Raise `LawBroken` with this position unless the law holds."""
        if not holds:  # asked millions of times: where it is is only put into words if it matters
            raise LawBroken(f"{message} [{self.where}]")

    def unchanged(self, state: Any, doing: str) -> None:
        """Require that a state made from this position is still equal to it, byte for byte."""
        self.require(pack(state) == self.packed, f"{doing} changes the state")


@dataclass
class Trace:
    """One random game. `failure` is what kept it from going on, if anything did."""

    table: Table
    seed: str
    moments: list[Moment] = field(default_factory=list)
    record: Record | None = None
    ended: bool = False
    failure: str | None = None


@dataclass(frozen=True)
class Sample:
    """Many random games of one ruleset: what every law is a function of.

    `worlds` is how many determinizations a seat's knowledge is compared over. `limit` is how many
    positions the dear laws look at, spread evenly over all that were visited; None: every one.
    """

    game: AnyGame
    seed: int
    traces: list[Trace]
    refused: int
    worlds: int
    limit: int | None

    @property
    def all_moments(self) -> list[Moment]:
        return [moment for trace in self.traces for moment in trace.moments]

    @property
    def moments(self) -> list[Moment]:
        """The positions for the laws that cost most, the last one of each game among them."""
        moments = self.all_moments
        if self.limit is None or len(moments) <= self.limit:
            return moments
        chosen = {number * len(moments) // self.limit for number in range(self.limit)}
        return [
            moment
            for number, moment in enumerate(moments)
            if number in chosen or moment.step is None
        ]


Law = Callable[[Sample], None]


def every_moment(law: Callable[[Moment], None]) -> Law:
    """Makes a law about one position into one about all that were visited."""

    @functools.wraps(law)
    def check(sample: Sample) -> None:
        _visit(law, sample.all_moments)

    return check


def sampled_moments(law: Callable[[Moment], None]) -> Law:
    """Makes a dear law about one position into one about those that the sample chooses."""

    @functools.wraps(law)
    def check(sample: Sample) -> None:
        _visit(law, sample.moments)

    return check


def _visit(law: Callable[[Moment], None], moments: Iterable[Moment]) -> None:
    for moment in moments:
        try:
            law(moment)
        except Exception as error:
            error.add_note(moment.where)
            raise
