"""Clocks: how long a seat may think, and when the sweeper should look at a match again.

A live clock gives every seat a bank of seconds that runs while it owes a decision, and an increment
for every step it makes; a clock by the move gives the same time for every step. Rulesets never
see a clock. Computer players have one that doesn't run: they mustn't lose for a worker's trouble.
`Seat.deadline` is set while the seat's clock runs, `Seat.bank` is what it had when that began.
While a match is paused no clock runs; the step that ends the pause starts them where they stood.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Annotated, Any

import msgspec
from django.conf import settings

from games.matches.models import Match, Seat, Step
from games.plugin import standing_orders
from games.plugin.codec import plain

AI_LEASE = timedelta(seconds=settings.AI_SECONDS + 4)  # longer than a decision may take
AI_PATIENCE = timedelta(seconds=5)  # after which a turn that nobody took up is queued again
NOBODYS_PATIENCE = timedelta(seconds=30)  # the same for the next time, where nobody is there
RETURNING = timedelta(seconds=30)  # what a live bank holds at least when someone returns
GRACE = timedelta(seconds=5)  # what a bank holds at least after it ran out: one may come back
ZERO = timedelta()


class LiveClock(msgspec.Struct, frozen=True, tag="live", forbid_unknown_fields=True):
    """Seconds for the whole match, and seconds that every step adds."""

    bank: Annotated[int, msgspec.Meta(ge=10, le=3 * 3600)]
    increment: Annotated[int, msgspec.Meta(ge=0, le=180)] = 0


class MoveClock(msgspec.Struct, frozen=True, tag="move", forbid_unknown_fields=True):
    """Seconds for every step."""

    seconds: Annotated[int, msgspec.Meta(ge=10, le=7 * 24 * 3600)]


Clock = LiveClock | MoveClock


def clock_of(stored: Any) -> Clock | None:
    """The clock that `Match.clock` holds; None: everyone takes the time they need.

    Raises `msgspec.ValidationError` for what isn't one.
    """
    clock: Clock | None = msgspec.convert(stored, Clock | None)
    return clock


def start(match: Match, seats: Iterable[Seat], now: datetime) -> None:
    """Set every seat's clock as the match begins."""
    clock = clock_of(match.clock)
    if clock is None:
        return
    for seat in seats:
        seat.bank = _full(clock)
        seat.deadline = now + seat.bank if seat.waits_for_person else None


def exchange(match: Match, seats: Sequence[Seat], new_clock: Clock, now: datetime) -> None:
    """Give the match another clock, and every seat a full one, inside the lock."""
    match.clock = plain(new_clock)
    Match.objects.filter(pk=match.pk).update(clock=match.clock)
    start(match, seats, now)
    Seat.objects.bulk_update(seats, ["bank", "deadline"])


def left(seat: Seat, now: datetime) -> timedelta:
    """How much time the seat has, never less than nothing."""
    if seat.deadline is None:
        return seat.bank or ZERO
    return max(ZERO, seat.deadline - now)


def banks(match: Match, seats: Iterable[Seat], now: datetime) -> list[float] | None:
    """Everyone's time in seconds, for the step; None without a clock."""
    return [round(left(seat, now).total_seconds(), 3) for seat in seats] if match.clock else None


def first_late(seats: Iterable[Seat], now: datetime) -> Seat | None:
    """The seat whose time ran out first, None if nobody's has."""
    late = [seat for seat in seats if is_late(seat, now)]
    return min(late, key=lambda seat: (seat.deadline, seat.index), default=None)


def is_late(seat: Seat, now: datetime) -> bool:
    """Whether the seat owes a decision and its time has run out."""
    return seat.waits_for_person and seat.deadline is not None and seat.deadline <= now


def run_on(
    match: Match, seats: Sequence[Seat], step: Step, deadline: datetime | None
) -> list[Seat]:
    """Stop and start the clocks after a step; returns the seats whose clock that changed.

    What a seat owes now is in `seats` already. `deadline` is the one that a take-back restores:
    whoever takes back has no more time than without the step, and pays for the time since.
    """
    clock = clock_of(match.clock)
    if clock is None:
        return []
    changed = []
    for seat in seats:
        before = (seat.deadline, seat.bank)
        if seat.index == step.seat and step.actor == standing_orders.ACTOR:
            _stop(clock, seat, step)  # nothing is charged, and nothing gained
            seat.deadline = None
        elif seat.index == step.seat and step.kind in (Step.Kind.ACTION, Step.Kind.TIME_OUT):
            _stop_after_own(clock, seat, step)
        elif seat.index == step.seat and step.kind == Step.Kind.UNDO and deadline:
            seat.deadline, seat.bank = None, deadline - step.at
        elif not seat.waits_for_person:
            _stop(clock, seat, step)
        if match.paused:
            _freeze(seat, step.at)
        elif not seat.waits_for_person:
            seat.deadline = None
        elif seat.deadline is None:
            seat.deadline = step.at + (seat.bank or ZERO)
        if (seat.deadline, seat.bank) != before:
            changed.append(seat)
    return changed


def freeze(seats: Iterable[Seat], now: datetime) -> list[Seat]:
    """Stop all clocks where they stand, for a pause; returns the seats whose clock ran."""
    running = [seat for seat in seats if seat.deadline is not None]
    for seat in running:
        _freeze(seat, now)
    return running


def _freeze(seat: Seat, now: datetime) -> None:
    if seat.deadline is not None:
        seat.bank, seat.deadline = left(seat, now), None


def _stop_after_own(clock: Clock, seat: Seat, step: Step) -> None:
    """The seat's own step: its clock stops, and it gets what a step brings."""
    if seat.deadline is None:  # it owed nothing, so it gets nothing
        return
    if isinstance(clock, LiveClock):
        seat.bank = left(seat, step.at) + timedelta(seconds=clock.increment)
        if step.kind == Step.Kind.TIME_OUT:
            seat.bank = max(seat.bank, GRACE)
    else:
        seat.bank = _full(clock)
    seat.deadline = None


def _stop(clock: Clock, seat: Seat, step: Step) -> None:
    """The seat's decision was taken away, by someone else's step or by its standing order."""
    if seat.deadline is None or (step.kind == Step.Kind.UNDO and step.actor == "person"):
        return  # what was taken back cost the others no time; by consent it has
    seat.bank = left(seat, step.at) if isinstance(clock, LiveClock) else _full(clock)


def _full(clock: Clock) -> timedelta:
    return timedelta(seconds=clock.bank if isinstance(clock, LiveClock) else clock.seconds)


def begin_afresh(match: Match, seat: Seat) -> None:
    """Fill the clock of a person who returns: the next step starts it.

    A step's time is theirs in full; of a live bank they have what was left, or a little.
    """
    clock = clock_of(match.clock)
    if clock is None:
        return
    full = _full(clock)
    left = max(seat.bank or ZERO, min(full, RETURNING))
    seat.bank, seat.deadline = left if isinstance(clock, LiveClock) else full, None


def next_wake(
    seats: Iterable[Seat], now: datetime, patience: timedelta = AI_PATIENCE
) -> datetime | None:
    """The earliest moment at which one of the seats could need the sweeper; None if none can.

    `patience` is for how long a computer's turn isn't taken for lost.
    """
    seats = list(seats)
    moments = [seat.deadline for seat in seats if seat.owes and seat.deadline]
    if any(seat.owes and seat.plays_itself for seat in seats):
        moments.append(now + patience)
    return min(moments, default=None)
