"""Who is away: all that others learn of a person's hours."""

from collections.abc import Collection, Iterable
from datetime import date, datetime
from typing import Any

from accounts import availability
from accounts.vacations import away_until
from games.matches.models import Match, Seat
from games.matches.play.parts.clock_kinds import Clock, MoveClock, heeds_vacations, is_long


def heeded_in(match: Match) -> bool:
    """Whether a vacation keeps time from running in this match; False for a clock nobody knows."""
    stored: Any = match.clock or {}
    long = stored.get("type") == "move" and is_long(MoveClock(stored.get("seconds", 0)))
    return long and bool(stored.get("vacation", True))


def away_people(user_ids: Collection[int], now: datetime) -> dict[int, date]:
    """The last day away of each of them who is on vacation. A query, if there is anyone to ask."""
    taken = availability.vacations_of(user_ids)
    found = {pk: away_until(vacations, now) for pk, vacations in taken.items()}
    return {pk: last for pk, last in found.items() if last is not None}


def away_of(clock: Clock | None, seats: Iterable[Seat], now: datetime) -> dict[int, date]:
    """The last day away of each seat whose person is on vacation, where that counts.

    A query, where the clock is one over days.
    """
    if not heeds_vacations(clock):
        return {}
    people = {
        seat.user_id: seat.index
        for seat in seats
        if seat.user_id is not None and not seat.plays_itself
    }
    return {people[pk]: last for pk, last in away_people(people, now).items()}
