"""The sample that laws are checked on: random games with all their positions and steps."""

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from games.plugin.chance import Outcome
from games.plugin.codec import pack, unpack
from games.plugin.events import OMNISCIENT, SPECTATOR, Event, Viewer
from games.plugin.model import Seating
from games.plugin.registry import AnyGame
from games.protocol.record import Record


class LawBroken(AssertionError):
    """A ruleset breaks a law; the message names a position that shows it."""


def require(holds: bool, message: str) -> None:
    """Raise `LawBroken` unless the law holds."""
    if not holds:
        raise LawBroken(message)


@dataclass(frozen=True)
class Table:
    options: Any
    seating: Seating

    def __str__(self) -> str:
        return f"{self.seating.count} seats, first {self.seating.first}, {self.options}"


@dataclass(frozen=True)
class Step:
    """An action with its outcomes of chance, its events and the packed state after it."""

    seat: int
    action: Any
    outcomes: list[Outcome]
    events: list[Event]
    after: bytes


@dataclass(frozen=True)
class Moment:
    """A visited position, packed, with the step taken there (None: play ended)."""

    game: AnyGame
    table: Table
    seed: str
    number: int
    packed: bytes
    step: Step | None

    @property
    def state(self) -> Any:
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
        if not holds:  # called millions of times: `where` is only computed for a failure
            raise LawBroken(f"{message} [{self.where}]")

    def unchanged(self, state: Any, doing: str) -> None:
        """Require that a state made from this position still equals it, byte for byte."""
        self.require(pack(state) == self.packed, f"{doing} changes the state")


@dataclass
class Trace:
    """One random game. `error` is the error that ended it, if any."""

    table: Table
    seed: str
    moments: list[Moment] = field(default_factory=list)
    record: Record | None = None
    ended: bool = False
    error: Exception | None = None

    @property
    def failure(self) -> str | None:
        return f"{type(self.error).__name__}: {self.error}" if self.error else None


@dataclass(frozen=True)
class Sample:
    """Random games of one ruleset: the argument of every law."""

    game: AnyGame
    seed: int
    traces: list[Trace]
    refused: int  # tables
    worlds: int  # determinizations that a seat's knowledge is compared over
    limit: int | None  # positions for expensive laws, spread evenly over all; None: all

    @property
    def all_moments(self) -> list[Moment]:
        return [moment for trace in self.traces for moment in trace.moments]

    @property
    def moments(self) -> list[Moment]:
        """The positions for expensive laws, with the last one of each game."""
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
    """Turn a law about a position into a law about all positions of a sample."""
    return _about(law, lambda sample: sample.all_moments)


def sampled_moments(law: Callable[[Moment], None]) -> Law:
    """Turn an expensive law about a position into a law about `Sample.moments`."""
    return _about(law, lambda sample: sample.moments)


def _about(law: Callable[[Moment], None], moments: Callable[[Sample], list[Moment]]) -> Law:
    @functools.wraps(law)
    def check(sample: Sample) -> None:
        for moment in moments(sample):
            try:
                law(moment)
            except Exception as error:
                error.add_note(moment.where)
                raise

    return check
