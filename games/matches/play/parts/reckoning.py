"""How the deadline of a clock that runs came about, and how much of the time is left of it."""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from accounts.hours import Hours
from games.matches.models import Seat
from games.plugin.codec import plain

ZERO = timedelta()


class Reckoned(msgspec.Struct, frozen=True, omit_defaults=True):
    """What `Seat.reckoned` holds; nothing where all time counts and it is the seat's own.

    `answer`: it is the time for an answer out of turn, and the bank waits. `hours` are those by
    which the deadline was reckoned: whoever changes theirs meanwhile changes it no more.
    """

    answer: bool = False
    hours: Hours | None = None


def reckoned(hours: Hours | None, *, answer: bool) -> Any:
    """To be stored with a deadline."""
    return plain(Reckoned(answer, hours)) if hours or answer else None


def of(seat: Seat) -> Reckoned:
    """What is stored with the seat's deadline."""
    return msgspec.convert(seat.reckoned or {}, Reckoned)


def is_answer(seat: Seat) -> bool:
    """Whether the time that runs is that for an answer out of turn."""
    return seat.deadline is not None and of(seat).answer


def rest(seat: Seat, now: datetime) -> timedelta:
    """How much of the bank is left on a clock that runs, by the hours it was reckoned with.

    A deadline that was moved out of a night gives nobody more than they had.
    """
    assert seat.deadline is not None
    hours = of(seat).hours
    if hours is None:
        return max(ZERO, seat.deadline - now)
    return min(seat.bank or ZERO, hours.between(now, seat.deadline))


def postponed(seat: Seat, since: datetime, until: datetime) -> datetime:
    """The deadline of a clock that stood still between those moments.

    One that began to run meanwhile has all of its bank yet. May be earlier than it is for one that
    began later.
    """
    assert seat.deadline is not None
    if seat.deadline <= since:
        return seat.deadline + (until - since)
    kept = of(seat)
    worth = timedelta.max if kept.answer else seat.bank or ZERO
    if kept.hours is None:
        return until + min(worth, seat.deadline - since)
    return kept.hours.deadline(until, min(worth, kept.hours.between(since, seat.deadline)))
