"""Who is away: all that others learn of a person's hours."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any

from accounts import nights
from accounts.vacations import away_until
from games.matches.models import Seat
from games.matches.play.clock_kinds import Clock, is_long


def away_of(clock: Clock | None, seats: Iterable[Seat], now: datetime) -> dict[int, date]:
    """The last day away of each seat whose person is on vacation, where that counts.

    A query, where the clock is one over days.
    """
    agreed: Any = clock
    if not is_long(clock) or not agreed.vacation:
        return {}
    people = {
        seat.user_id: seat.index
        for seat in seats
        if seat.user_id is not None and not seat.plays_itself
    }
    found = {
        people[pk]: away_until(taken, now) for pk, taken in nights.vacations_of(people).items()
    }
    return {seat: last for seat, last in found.items() if last is not None}
