"""A person's nights, free weekdays and vacations, as date arithmetic.

Time on free weekdays and in vacations doesn't count; a night counts, but nothing falls due in it.
The clock is that of the person's zone, which may jump (daylight saving) or skip a day (Samoa,
2011). Moments are aware; no function here queries the database or the current time.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, NamedTuple
from zoneinfo import ZoneInfo

import msgspec

DAY = 24 * 60  # minutes
LONGEST_NIGHT = 10 * 60  # minutes
MOST_FREE_DAYS = 2
NOON = 12 * 60
ZERO = timedelta()

Minute = Annotated[int, msgspec.Meta(ge=0, lt=DAY)]


class Stretch(NamedTuple):
    """From a moment up to another, exclusive."""

    begins: datetime
    ends: datetime


class Night(msgspec.Struct, frozen=True):
    """A nightly span, in minutes after midnight; `ends` is on the next day if it isn't later."""

    begins: Minute
    ends: Minute

    @property
    def minutes(self) -> int:
        """The length on a day without a clock change."""
        return (self.ends - self.begins) % DAY


class Hours(msgspec.Struct, frozen=True, omit_defaults=True):
    """The hours of one person; by default all time counts.

    `free` are weekdays, Monday 0. Vacations are in order and don't overlap.
    """

    zone: str = "UTC"
    night: Night | None = None
    free: tuple[int, ...] = ()
    vacations: tuple[Stretch, ...] = ()

    @property
    def all_count(self) -> bool:
        """Whether all time counts and no night is set."""
        return self.night is None and not self.free and not self.vacations

    def deadline(self, since: datetime, worth: timedelta) -> datetime:
        """Return when `worth` of the person's time, running from `since`, is used up."""
        for open_time in self._open(since):
            if worth < open_time.ends - open_time.begins:
                return self._settled(open_time.begins + worth)
            worth -= open_time.ends - open_time.begins
        raise AssertionError("some days always count")

    def between(self, since: datetime, until: datetime) -> timedelta:
        """Return how much of the person's time lies between two moments; zero if reversed."""
        total = ZERO
        for open_time in self._open(since):
            if open_time.begins >= until:
                break
            total += min(open_time.ends, until) - open_time.begins
        return total

    def night_until(self, moment: datetime) -> datetime | None:
        """Return when the night around the moment ends, or None if it is in no night."""
        if self.night is None:
            return None
        day = self._local(moment).date()
        nights = (self._night_of(day + timedelta(days=step)) for step in (-1, 0, 1))
        ends = [one.ends for one in nights if one and one.begins <= moment < one.ends]
        return max(ends, default=None)

    def _settled(self, moment: datetime) -> datetime:
        """The moment, or the first one after it that counts and is in no night."""
        while later := self._free_until(moment) or self.night_until(moment):
            moment = later
        return moment

    def _open(self, since: datetime) -> Iterator[Stretch]:
        """The stretches that count from `since` on, each at most a day long."""
        at = since.astimezone(UTC)
        while True:
            if ends := self._free_until(at):
                at = ends
                continue
            begins = [vacation.begins for vacation in self.vacations if vacation.begins > at]
            ends = min([self._next_day(at), *begins])
            yield Stretch(at, ends)
            at = ends

    def _free_until(self, moment: datetime) -> datetime | None:
        """The end of the free day or vacation around the moment, or None if it counts."""
        for vacation in self.vacations:
            if vacation.begins <= moment < vacation.ends:
                return vacation.ends
        if self.free and self._day(moment).weekday() in self.free:
            return self._next_day(moment)
        return None

    def _local(self, moment: datetime) -> datetime:
        return moment.astimezone(ZoneInfo(self.zone))

    def _next_day(self, moment: datetime) -> datetime:
        day = self._day(moment)
        coming = (self._midnight(day + timedelta(days=step)) for step in (1, 2))
        return next(midnight for midnight in coming if midnight > moment)

    def _day(self, moment: datetime) -> date:
        """The day of the moment, from its midnight up to the next."""
        shown = self._local(moment).date()
        return shown if self._midnight(shown) <= moment else shown - timedelta(days=1)

    def _midnight(self, day: date) -> datetime:
        """The day's beginning; if the clock is set back over midnight, the second midnight."""
        return max(moment_of(self.zone, day, 0, fold=fold) for fold in (0, 1))

    def _night_of(self, day: date) -> Stretch | None:
        """The night that begins on that day, at its longest if the clock is set back."""
        night = self.night
        if night is None or self._local(moment_of(self.zone, day, NOON)).date() != day:
            return None  # the zone skips this day
        last = day if night.begins < night.ends else day + timedelta(days=1)
        return Stretch(
            min(moment_of(self.zone, day, night.begins, fold=fold) for fold in (0, 1)),
            max(moment_of(self.zone, last, night.ends, fold=fold) for fold in (0, 1)),
        )


def moment_of(zone: str, day: date, minute: int, *, fold: int = 0) -> datetime:
    """Return when a zone's clock shows that day and minute; `fold` 1: the second such moment.

    A skipped minute is counted on from before the jump; with `fold` 1, back from after it.
    """
    shown = time(minute // 60, minute % 60, fold=fold)
    return datetime.combine(day, shown, ZoneInfo(zone)).astimezone(UTC)
