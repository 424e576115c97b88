"""How the deadline of a running clock was computed, and how much of its time is left."""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from accounts.hours import Hours
from games.matches.models import Seat
from games.plugin.codec import plain

ZERO = timedelta()


class Reckoned(msgspec.Struct, frozen=True, omit_defaults=True):
    """The value of `Seat.reckoned`; None if all time counts and is the seat's own.

    `answer`: the time is for an answer out of turn, and the bank waits. `hours`: a copy of the
    player's hours when the deadline was computed, so that later changes don't move it.
    """

    answer: bool = False
    hours: Hours | None = None


def reckoned(hours: Hours | None, *, answer: bool) -> Any:
    """The value to store with a deadline."""
    return plain(Reckoned(answer, hours)) if hours or answer else None


def of(seat: Seat) -> Reckoned:
    return msgspec.convert(seat.reckoned or {}, Reckoned)


def is_answer(seat: Seat) -> bool:
    return seat.deadline is not None and of(seat).answer


def rest(seat: Seat, now: datetime) -> timedelta:
    """The rest of a running clock's bank; a deadline moved out of a night adds nothing to it."""
    assert seat.deadline is not None
    hours = of(seat).hours
    if hours is None:
        return max(ZERO, seat.deadline - now)
    return min(seat.bank or ZERO, hours.between(now, seat.deadline))


def postponed(seat: Seat, since: datetime, until: datetime) -> datetime:
    """The deadline of a clock that stood still; a clock started in between keeps its whole bank."""
    assert seat.deadline is not None
    if seat.deadline <= since:
        return seat.deadline + (until - since)
    kept = of(seat)
    worth = timedelta.max if kept.answer else seat.bank or ZERO
    if kept.hours is None:
        return until + min(worth, seat.deadline - since)
    return kept.hours.deadline(until, min(worth, kept.hours.between(since, seat.deadline)))
