"""Seats that a computer player looks after while their person is away, in play and in records.

Handing a seat over and returning to it are actions of steps of kind "control" and leave the
position as it is. People who resigned, abandoned the match or were replaced can't return. What a
table agreed on isn't in the record, so a step by the clock holds the number of missed deadlines.
"""

from collections.abc import Collection, Iterable
from typing import Annotated, Any

import msgspec

from games.plugin.codec import plain
from games.plugin.errors import RecordError
from games.plugin.model import Tagged
from games.protocol.abandonment import ABANDON
from games.protocol.admin_actions import Replace, TakeBack, deed_of, take_back_of, taken_back_to
from games.protocol.dealing import same
from games.protocol.resignation import Forfeit, forfeit_of, gives_up
from games.protocol.steps import Step

ACTOR = "caretaker"  # of a computer player's step for someone who is away or gone
CLOCK = "clock"  # hands over after missed deadlines
OTHERS = ("vote", "staff", "portal")  # also hand over: the other players, an administrator, a ban
BY_ORDER = "order"  # the actor of an answer by standing order, which proves nobody's presence


class HandOver(Tagged, tag="hand-over", omit_defaults=True):
    """A computer player plays the step's seat until its person returns."""

    missed: Annotated[int, msgspec.Meta(ge=0)] = 0  # deadlines in a row, if the clock hands over


class Return(Tagged, tag="return"):
    """The seat's person plays it again."""


Change = HandOver | Return
_CHANGES = ("hand-over", "return")


def change_of(kind: str, action: Any) -> Change | None:
    """The change in an action, if any. Raises `msgspec.ValidationError` if malformed."""
    if kind != "control" or not isinstance(action, dict) or action.get("type") not in _CHANGES:
        return None
    change: Change = msgspec.convert(action, Change)
    return change


def missed_after(missed: int, *, kind: str, actor: str) -> int:
    """Deadlines missed in a row after a step of the seat: a person's step resets it, orders not."""
    if kind == "time-out":
        return missed + 1
    return missed if actor == BY_ORDER else 0


class Absence:
    """The seats whose people are away and may return, and the steps by which others gave up."""

    def __init__(self) -> None:
        self.away: set[int] = set()
        self.gave_up: dict[int, int] = {}

    def take_in(self, step: Step) -> None:
        deed = take_back_of(step.kind, step.action)
        if deed is not None:
            back = self.given_back(deed)
            self.away |= back
            for seat in back:
                del self.gave_up[seat]
        if step.seat is None:
            return
        change = change_of(step.kind, step.action)
        if isinstance(change, HandOver):
            self.away.add(step.seat)
        elif isinstance(change, Return) or _is_for_good(step):
            self.away.discard(step.seat)
        if step.kind == "control" and _is_for_good(step):
            self.gave_up[step.seat] = step.index

    def since(self, step: int) -> set[int]:
        return {seat for seat, at in self.gave_up.items() if at > step}

    def given_back(self, deed: TakeBack) -> set[int]:
        """The seats to which people may return if that deed comes next."""
        return self.since(deed.to).difference(deed.closed)


def absence(steps: Iterable[Step]) -> Absence:
    absent = Absence()
    for step in steps:
        absent.take_in(step)
    return absent


def _is_for_good(step: Step) -> bool:
    if step.kind == "admin":
        return isinstance(deed_of(step.action), Replace)
    return step.kind == "control" and (gives_up(step.action) or same(step.action, ABANDON))


class Conduct:
    """Checks step by step that a record's steps are made by the seat's player of the time."""

    def __init__(self, seats: int) -> None:
        self.absence = Absence()
        self._missed = [0] * seats
        self._late: int | None = None  # whose deadline was missed just now

    def check(self, step: Step, *, nobodys: Collection[int]) -> None:
        """Raise `RecordError` for a wrong player. `nobodys`: seats without a person."""
        if step.seat is None:
            if step.actor == ACTOR:
                raise RecordError(step.index, "a caretaker plays a seat")
            return
        away = self.absence.away
        if step.actor == ACTOR and step.seat not in away | self.absence.gave_up.keys():
            raise RecordError(step.index, f"no caretaker played seat {step.seat}")
        if step.seat in away:
            self._check_away(step)
        if change_of(step.kind, step.action) is not None:
            self._check_change(step, nobodys)
        if step.kind == "control" and (forfeit := forfeit_of(step.action)):
            self._check_late(step, forfeit)

    def _check_away(self, step: Step) -> None:
        if step.kind == "time-out" or step.actor == BY_ORDER:
            raise RecordError(step.index, f"a caretaker played seat {step.seat}")
        returns = isinstance(change_of(step.kind, step.action), Return)
        if step.actor == "person" and not returns and not _is_for_good(step):
            raise RecordError(step.index, f"a caretaker played seat {step.seat}")

    def _check_change(self, step: Step, nobodys: Collection[int]) -> None:
        change = change_of(step.kind, step.action)
        if not same(plain(change), step.action):
            raise RecordError(step.index, "nobody knows what was done here")
        if isinstance(change, Return):
            if step.actor != "person" or step.seat not in self.absence.away:
                raise RecordError(step.index, f"nobody could return to seat {step.seat}")
            return
        assert isinstance(change, HandOver)
        if step.seat in self.absence.away or step.seat in nobodys:
            raise RecordError(step.index, f"no person played seat {step.seat}")
        if step.actor == CLOCK:
            self._check_late(step, change)
        elif step.actor not in OTHERS or change.missed:
            raise RecordError(step.index, "nobody knows why the seat was handed over")

    def _check_late(self, step: Step, change: HandOver | Forfeit) -> None:
        assert step.seat is not None  # the clock acts right after the missed deadline
        late = step.actor == CLOCK and self._late == step.seat
        if not late or change.missed != self._missed[step.seat]:
            raise RecordError(step.index, f"seat {step.seat} hadn't missed so many deadlines")

    def follow(self, step: Step) -> None:
        """Update for a checked step of an existing seat."""
        if step.seat is not None:
            own = self._missed[step.seat]
            self._missed[step.seat] = missed_after(own, kind=step.kind, actor=step.actor)
        if taken_back_to(step.kind, step.action) is not None:
            self._missed = [0] * len(self._missed)
        self.absence.take_in(step)
        if step.actor != BY_ORDER:
            self._late = step.seat if step.kind == "time-out" else None
