"""Vacations: whole days on which none of a person's time counts, in games by the day.

Opponents see only until when someone is away.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime, timedelta

import msgspec

from accounts.hours import Stretch, moment_of

DAYS_A_YEAR = 21


class Vacation(msgspec.Struct, frozen=True):
    """A vacation from one day to another, both included, in the person's zone when it was entered.

    `begins` is later than the first midnight if it was entered on the first day.
    """

    first: date
    last: date
    begins: datetime
    ends: datetime

    @property
    def stretch(self) -> Stretch:
        return Stretch(self.begins, self.ends)

    @property
    def days(self) -> list[date]:
        return [self.first + timedelta(days=n) for n in range((self.last - self.first).days + 1)]


def vacation(zone: str, first: date, last: date, now: datetime) -> Vacation:
    """Return the vacation on those days of a zone; only the rest of today."""
    begins = max(now, moment_of(zone, first, 0))
    return Vacation(first, last, begins, moment_of(zone, last + timedelta(days=1), 0))


def left_in(year: int, taken: Sequence[Vacation]) -> int:
    """Return how many days of a calendar year the person may still be away."""
    days = Counter(day.year for one in taken for day in one.days)
    return DAYS_A_YEAR - days[year]


def away_until(taken: Sequence[Vacation], now: datetime) -> date | None:
    """Return the last day of the person's current vacation, or None."""
    return next((one.last for one in taken if one.begins <= now < one.ends), None)
