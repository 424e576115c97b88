"""Clocks: how long a seat may think, and when the sweeper should look at a match again.

A live clock gives every seat a bank of seconds that runs while it owes a decision, and an increment
for each of its steps. A clock by the move gives the same time for every step or turn, and perhaps
saves unused time in a reserve. Rulesets never see a clock. A computer player's clock doesn't run,
so that it can't lose by a worker's delay. `Seat.deadline` is set while a clock runs, `Seat.bank` is
the time it had at the start, `Seat.reckoned` how the deadline was computed. In a pause none runs.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.conf import settings
from django.utils import timezone

from accounts import availability
from accounts.hours import Hours
from games.matches.models import Match, Seat, Step
from games.matches.play.parts import clock_kinds, turn_clock
from games.matches.play.parts.clock_kinds import Clock, LiveClock, MoveClock, clock_of, full
from games.matches.play.parts.reckoning import ZERO, is_answer, reckoned, rest
from games.matches.record import states
from games.plugin import SeatTurn
from games.plugin.codec import plain
from games.protocol import standing_orders

AI_LEASE = timedelta(seconds=settings.AI_SECONDS + 4)  # longer than a decision may take
SLOW_LEASE = timedelta(seconds=settings.AI_SLOW_SECONDS + 4)
AI_PATIENCE = timedelta(seconds=5)  # after which a turn that nobody took is queued again
NOBODYS_PATIENCE = timedelta(seconds=30)  # the same if nobody is there
RETURNING = timedelta(seconds=30)  # the least in a live bank when someone returns
GRACE = timedelta(seconds=5)  # the least in a bank after it ran out: its person may come back


def start(match: Match, seats: Iterable[Seat], now: datetime, turn: SeatTurn | None) -> None:
    """Set every seat's clock as the match begins. `turn`: the turn by the rules."""
    clock = clock_of(match.clock)
    if clock is None:
        return
    seats = list(seats)
    for seat in seats:
        seat.bank = full(clock)
    _start(clock, [seat for seat in seats if seat.waits_for_person], now, turn)


def exchange(match: Match, seats: Sequence[Seat], new_clock: Any, now: datetime) -> None:
    """Give the locked match another clock, as `clock_of` reads it; everyone starts afresh on it.

    The caller writes the step.
    """
    clock = clock_of(new_clock)
    match.clock = plain(clock)
    for seat in seats:
        seat.bank = full(clock) if clock else None
        seat.deadline = seat.reckoned = None
    waiting = [seat for seat in seats if seat.waits_for_person and not match.paused]
    if clock is not None:
        _start(clock, waiting, now, states.turn_of(match, states.current_state(match)))
    Seat.objects.bulk_update(seats, ["bank", "deadline", "reckoned"])
    Match.objects.filter(pk=match.pk).update(clock=match.clock)


def second_shown(match: Match) -> int:
    """A cache key for pages that show the clock: now, in seconds; 0 without one."""
    return int(timezone.now().timestamp()) if match.clock else 0


def time_left(seat: Seat, now: datetime) -> timedelta:
    if seat.deadline is None:
        return seat.bank or ZERO
    return max(ZERO, seat.deadline - now)


def banks(match: Match, seats: Iterable[Seat], now: datetime) -> list[float] | None:
    """Every seat's time in seconds, for the step; None without a clock."""
    return (
        [round(time_left(seat, now).total_seconds(), 3) for seat in seats] if match.clock else None
    )


def first_late(seats: Iterable[Seat], now: datetime) -> Seat | None:
    late = [seat for seat in seats if is_late(seat, now)]
    return min(late, key=lambda seat: (seat.deadline, seat.index), default=None)


def is_late(seat: Seat, now: datetime) -> bool:
    return seat.waits_for_person and seat.deadline is not None and seat.deadline <= now


def run_on(
    match: Match,
    seats: Sequence[Seat],
    step: Step,
    now: datetime,
    deadline: datetime | None,
    passing: turn_clock.Passing = turn_clock.NOBODYS,
) -> list[Seat]:
    """Stop and start the clocks after a step; returns the seats whose clock that changed.

    `seats` already hold what they owe now. `deadline` is the one that a take-back restores: its
    player has no more time than without the step, and pays for the time since. `passing`: whose
    turn it was before the step, and whose it is after it.
    """
    clock = clock_of(match.clock)
    if clock is None:
        return []
    before = [(seat.deadline, seat.bank) for seat in seats]
    starting, restored = [], _restored(clock, seats, step, now, deadline)
    for seat in seats:
        if clock_kinds.is_by_turn(clock):
            assert isinstance(clock, MoveClock)
            turn_clock.stop(clock, seat, step, now, restored, passing, alone=len(seats) == 1)
        else:
            _stop_by_step(clock, seat, step, now, restored)
        if match.paused:
            _freeze(seat, now)
        elif not seat.waits_for_person:
            seat.deadline = seat.reckoned = None
        elif seat.deadline is None:
            starting.append(seat)
    _start(clock, starting, now, passing.after)
    return [
        seat for seat, was in zip(seats, before, strict=True) if (seat.deadline, seat.bank) != was
    ]


def _restored(
    clock: Clock, seats: Sequence[Seat], step: Step, now: datetime, deadline: datetime | None
) -> timedelta | None:
    """The time that a take-back returns: the time until the deadline it restores."""
    if deadline is None or step.seat is None:
        return None
    seat = seats[step.seat]
    hours = _hours(clock, [seat]).get(seat.user_id or 0)
    return hours.between(now, deadline) if hours else deadline - now


def _start(clock: Clock, seats: Sequence[Seat], now: datetime, turn: SeatTurn | None) -> None:
    hours = _hours(clock, seats)
    for seat in seats:
        answer = turn_clock.is_out_of_turn(clock, seat, turn)
        worth = clock.answer if answer and isinstance(clock, MoveClock) else seat.bank or ZERO
        own = hours.get(seat.user_id or 0)
        seat.deadline = own.deadline(now, worth) if own else now + worth
        seat.reckoned = reckoned(own, answer=answer)


def _hours(clock: Clock, seats: Sequence[Seat]) -> dict[int, Hours]:
    people = [seat.user_id for seat in seats if seat.user_id is not None]
    if not people or not clock_kinds.is_long(clock):
        return {}
    return {pk: heeded(clock, hours) for pk, hours in availability.hours_of(people).items()}


def heeded(clock: Clock, hours: Hours) -> Hours:
    """The hours that count by this clock: without vacations, if it ignores them."""
    if isinstance(clock, MoveClock) and clock.vacation:
        return hours
    return msgspec.structs.replace(hours, vacations=())


def _stop_by_step(
    clock: Clock, seat: Seat, step: Step, now: datetime, restored: timedelta | None
) -> None:
    if seat.index == step.seat and step.actor == standing_orders.ACTOR:
        _stop(clock, seat, step, now)  # nothing is charged, and nothing gained
        seat.deadline = None
    elif seat.index == step.seat and step.kind in (Step.Kind.ACTION, Step.Kind.TIME_OUT):
        _stop_after_own(clock, seat, step, now)
    elif seat.index == step.seat and step.kind == Step.Kind.UNDO and restored:
        seat.deadline, seat.bank = None, restored
    elif not seat.waits_for_person:
        _stop(clock, seat, step, now)


def freeze(seats: Iterable[Seat], now: datetime) -> list[Seat]:
    """Stop all clocks for a pause; returns the seats whose clock ran."""
    running = [seat for seat in seats if seat.deadline is not None]
    for seat in running:
        _freeze(seat, now)
    return running


def _freeze(seat: Seat, now: datetime) -> None:
    if seat.deadline is not None:
        seat.bank = seat.bank if is_answer(seat) else rest(seat, now)
        seat.deadline = seat.reckoned = None


def _stop_after_own(clock: Clock, seat: Seat, step: Step, now: datetime) -> None:
    """Stop the clock after the seat's own step, and add the time that a step brings."""
    if seat.deadline is None:  # it owed nothing, so it gets nothing
        return
    if isinstance(clock, LiveClock):
        seat.bank = time_left(seat, now) + timedelta(seconds=clock.increment)
        if step.kind == Step.Kind.TIME_OUT:
            seat.bank = max(seat.bank, GRACE)
    else:
        seat.bank = clock_kinds.refilled(clock, rest(seat, now))
    seat.deadline = None


def _stop(clock: Clock, seat: Seat, step: Step, now: datetime) -> None:
    """Stop the clock of a seat whose decision another step or its standing order took away."""
    if seat.deadline is None or (step.kind == Step.Kind.UNDO and step.actor == "person"):
        return  # a person's take-back costs the others no time; one by consent does
    if isinstance(clock, LiveClock):
        seat.bank = time_left(seat, now)
    else:
        seat.bank = max(full(clock), seat.bank or ZERO)


def begin_afresh(match: Match, seat: Seat) -> None:
    """Fill the clock of a person who returns, a live bank at least to `RETURNING`."""
    clock = clock_of(match.clock)
    if clock is None:
        return
    all_of_it = full(clock)
    left = max(seat.bank or ZERO, min(all_of_it, RETURNING))
    seat.bank = left if isinstance(clock, LiveClock) else all_of_it
    seat.deadline = seat.reckoned = None


def set_back(match: Match, seats: Sequence[Seat], banks: Sequence[float] | None) -> None:
    """Give everyone the time they had after an earlier step; the next step starts the clocks.

    `banks`: that step's, in seconds. A live bank has at least `RETURNING`, a clock by the move full
    time.
    """
    clock = clock_of(match.clock)
    if clock is None:
        return
    all_of_it = full(clock)
    for seat in seats:
        bank = seat.bank or ZERO
        if isinstance(clock, LiveClock) and banks is not None:
            bank = timedelta(seconds=banks[seat.index])
        least = min(all_of_it, RETURNING) if isinstance(clock, LiveClock) else all_of_it
        seat.bank, seat.deadline, seat.reckoned = max(bank, least), None, None


def next_wake(
    seats: Iterable[Seat], now: datetime, patience: timedelta = AI_PATIENCE
) -> datetime | None:
    """When a seat could first need the sweeper, or None. `patience`: for a computer's turn."""
    seats = list(seats)
    moments = [seat.deadline for seat in seats if seat.owes and seat.deadline]
    if any(seat.owes and seat.plays_itself for seat in seats):
        moments.append(now + patience)
    return min(moments, default=None)
