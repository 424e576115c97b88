"""The spans over which runs are compared: a day, a week, all time. In UTC."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum

from django.db.models import Q


class Span(StrEnum):
    """A length of time."""

    DAY = "day"
    WEEK = "week"
    EVER = "ever"


@dataclass(frozen=True)
class Window:
    """A span with its beginning: this day, this week, or all time."""

    span: Span
    begins: date | None

    @property
    def best(self) -> Q:
        """The runs that are their person's best within the window."""
        match self.span:
            case Span.DAY:
                return Q(best_of_day=True, day=self.begins)
            case Span.WEEK:
                return Q(best_of_week=True, week=self.begins)
            case Span.EVER:
                return Q(best_ever=True)

    @property
    def ends_at(self) -> datetime | None:
        """When the window ends; None for all time."""
        if self.begins is None:
            return None
        days = 1 if self.span == Span.DAY else 7
        return datetime.combine(self.begins + timedelta(days), datetime.min.time(), UTC)


def day_of(moment: datetime) -> date:
    """The day of that moment in UTC."""
    return moment.astimezone(UTC).date()


def week_of(day: date) -> date:
    """The Monday of that day's week."""
    return day - timedelta(day.weekday())


def window(span: Span, now: datetime) -> Window:
    """The window of that span around `now`."""
    day = day_of(now)
    return Window(span, {Span.DAY: day, Span.WEEK: week_of(day)}.get(span))
