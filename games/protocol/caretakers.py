"""Seats that a computer player looks after while their person is away.

Two deeds, each the action of a step of kind "control", that leave the position as it stands: the
seat is handed over, and its person comes back. Who resigned, abandoned the match or was replaced
can't come back. Play goes by this, and so does the verification of records; what a table agreed on
isn't in the record, so a step by the clock says itself how many deadlines were missed.
"""

from collections.abc import Collection, Iterable
from typing import Annotated, Any

import msgspec

from games.plugin.chance import same
from games.plugin.codec import plain
from games.plugin.errors import RecordError
from games.protocol.abandonment import ABANDON
from games.protocol.admin_actions import Replace, TakeBack, deed_of, take_back_of, taken_back_to
from games.protocol.resignation import Forfeit, forfeit_of, gives_up
from games.protocol.steps import Step

ACTOR = "caretaker"  # of a step that a computer player makes for someone who is away or gone
CLOCK = "clock"  # hands over after missed deadlines
OTHERS = ("vote", "staff", "portal")  # who hands over besides: the others, an administrator, a ban
BY_ORDER = "order"  # the actor of an answer by standing order, which is nobody's presence


class HandOver(
    msgspec.Struct, frozen=True, tag="hand-over", forbid_unknown_fields=True, omit_defaults=True
):
    """A computer player plays the step's seat from here on, until its person returns.

    `missed`: how many deadlines in a row the person had missed, where the clock hands over.
    """

    missed: Annotated[int, msgspec.Meta(ge=0)] = 0


class Return(msgspec.Struct, frozen=True, tag="return", forbid_unknown_fields=True):
    """The seat's person plays it again."""


Change = HandOver | Return
_CHANGES = ("hand-over", "return")


def change_of(kind: str, action: Any) -> Change | None:
    """The change that a step's kind and action (plain values) name; None if they name none.

    Raises `msgspec.ValidationError` for one that isn't written as it should be.
    """
    if kind != "control" or not isinstance(action, dict) or action.get("type") not in _CHANGES:
        return None
    change: Change = msgspec.convert(action, Change)
    return change


def missed_after(missed: int, *, kind: str, actor: str) -> int:
    """How many deadlines in a row a person has missed, after a step of their own seat.

    Whatever they do themselves forgives all of them; an answer by standing order changes nothing.
    """
    if kind == "time-out":
        return missed + 1
    return missed if actor == BY_ORDER else 0


class Absence:
    """Whose people are away and may return, and who gave up for good by which step."""

    def __init__(self) -> None:
        self.away: set[int] = set()
        self.gave_up: dict[int, int] = {}

    def take_in(self, step: Step) -> None:
        """Take in the next step of the match."""
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
        """The seats that were given up after that step."""
        return {seat for seat, at in self.gave_up.items() if at > step}

    def given_back(self, deed: TakeBack) -> set[int]:
        """The seats to which their people may return after that deed, if it comes next."""
        return self.since(deed.to).difference(deed.closed)


def absence(steps: Iterable[Step]) -> Absence:
    """Who is away or gone after these steps of a match, in their order."""
    found = Absence()
    for step in steps:
        found.take_in(step)
    return found


def _is_for_good(step: Step) -> bool:
    """Whether the seat's person can't come back after this step."""
    if step.kind == "admin":
        return isinstance(deed_of(step.action), Replace)
    return step.kind == "control" and (gives_up(step.action) or same(step.action, ABANDON))


class Conduct:
    """Whether the steps of a record are made by whoever plays the seat, looked at one by one."""

    def __init__(self, seats: int) -> None:
        self.absence = Absence()
        self._missed = [0] * seats
        self._late: int | None = None  # whose deadline was missed just now

    @property
    def away(self) -> set[int]:
        """The seats whose people may return."""
        return self.absence.away

    def check(self, step: Step, *, nobodys: Collection[int]) -> None:
        """Raise `RecordError` unless this step may follow, as far as its seat's player goes.

        `nobodys`: the seats that no person plays, and none will come back to.
        """
        if step.seat is None:
            if step.actor == ACTOR:
                raise RecordError(step.index, "a caretaker plays a seat")
            return
        if step.actor == ACTOR and step.seat not in self.away | self.absence.gave_up.keys():
            raise RecordError(step.index, f"no caretaker played seat {step.seat}")
        if step.seat in self.away:
            self._check_away(step)
        if change_of(step.kind, step.action) is not None:
            self._check_change(step, nobodys)
        if step.kind == "control" and (forfeit := forfeit_of(step.action)):
            self._check_late(step, forfeit)

    def _check_away(self, step: Step) -> None:
        """What may be done to a seat under a caretaker: whatever isn't its person's move."""
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
            if step.actor != "person" or step.seat not in self.away:
                raise RecordError(step.index, f"nobody could return to seat {step.seat}")
            return
        assert isinstance(change, HandOver)
        if step.seat in self.away or step.seat in nobodys:
            raise RecordError(step.index, f"no person played seat {step.seat}")
        if step.actor == CLOCK:
            self._check_late(step, change)
        elif step.actor not in OTHERS or change.missed:
            raise RecordError(step.index, "nobody knows why the seat was handed over")

    def _check_late(self, step: Step, change: HandOver | Forfeit) -> None:
        """The clock acts at once, and says how many deadlines it was."""
        assert step.seat is not None
        late = step.actor == CLOCK and self._late == step.seat
        if not late or change.missed != self._missed[step.seat]:
            raise RecordError(step.index, f"seat {step.seat} hadn't missed so many deadlines")

    def follow(self, step: Step) -> None:
        """Take in a step that was checked, of a seat that there is."""
        if step.seat is not None:
            own = self._missed[step.seat]
            self._missed[step.seat] = missed_after(own, kind=step.kind, actor=step.actor)
        if taken_back_to(step.kind, step.action) is not None:
            self._missed = [0] * len(self._missed)
        self.absence.take_in(step)
        if step.actor != BY_ORDER:
            self._late = step.seat if step.kind == "time-out" else None
