"""Clocks by the turn of play: a seat's time runs through its turn, whatever it does in it.

An answer that others owe meanwhile pauses it and has a shorter time of its own. If the rules name
no turn, everyone who owes a decision has their own time until someone else must decide.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from games.matches.models import Seat, Step
from games.matches.play.parts.clock_kinds import Clock, MoveClock, full, is_by_turn, refilled
from games.matches.play.parts.reckoning import ZERO, is_answer, rest
from games.plugin import SeatTurn
from games.protocol import standing_orders

_OWN = (Step.Kind.ACTION, Step.Kind.TIME_OUT)


@dataclass(frozen=True)
class Passing:
    """The turns by the rules before and after a step; None if it is nobody's turn."""

    before: SeatTurn | None
    after: SeatTurn | None

    def ends(self, seat: Seat) -> bool:
        was = self.before is not None and self.before.seat == seat.index
        return was and self.before != self.after


NOBODYS = Passing(None, None)


def is_out_of_turn(clock: Clock, seat: Seat, turn: SeatTurn | None) -> bool:
    return is_by_turn(clock) and turn is not None and turn.seat != seat.index


def stop(
    clock: MoveClock,
    seat: Seat,
    step: Step,
    now: datetime,
    restored: timedelta | None,
    passing: Passing,
    *,
    alone: bool,
) -> None:
    """Update the seat's clock after a step: let it run on, pause it or fill it up.

    `restored`: the time that a take-back returns to its player. `alone`: there is no other seat.
    """
    if step.kind == Step.Kind.UNDO:
        _take_back(clock, seat, step, restored, passing)
    elif seat.plays_itself:
        seat.bank, seat.deadline = full(clock), None
    elif is_answer(seat):
        _stop_answer(seat, step, passing)
    elif passing.before is None:
        _stop_run(clock, seat, step, now, passing, alone=alone)
    elif passing.ends(seat):
        left = seat.bank or ZERO if seat.deadline is None else rest(seat, now)
        seat.bank, seat.deadline = refilled(clock, left), None
    elif not seat.waits_for_person and seat.deadline is not None:
        seat.bank, seat.deadline = rest(seat, now), None


def _stop_answer(seat: Seat, step: Step, passing: Passing) -> None:
    """Stop the time of an answer that is given, taken away, or now the seat's own turn."""
    given = seat.index == step.seat and step.kind in _OWN
    own = passing.after is None or passing.after.seat == seat.index
    if given or own or not seat.waits_for_person:
        seat.deadline = None


def _stop_run(
    clock: MoveClock, seat: Seat, step: Step, now: datetime, passing: Passing, *, alone: bool
) -> None:
    """If the rules named no turn, time lasts until someone else must decide."""
    own = seat.index == step.seat and step.kind in _OWN
    goes_on = seat.waits_for_person and passing.after is None and not (own and alone)
    if seat.deadline is None or goes_on:
        return
    if own and step.actor != standing_orders.ACTOR:
        seat.bank = refilled(clock, rest(seat, now))
    else:
        seat.bank = max(full(clock), seat.bank or ZERO)
    seat.deadline = None


def _take_back(
    clock: MoveClock, seat: Seat, step: Step, restored: timedelta | None, passing: Passing
) -> None:
    """Restore the time of the player who takes back; the step cost the others nothing."""
    if seat.index == step.seat and restored is not None:
        answer = is_out_of_turn(clock, seat, passing.after)  # asked for anew
        seat.bank, seat.deadline = seat.bank if answer else restored, None
    elif not seat.waits_for_person:
        seat.deadline = None
