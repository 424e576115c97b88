"""Celery's beat by a clock that nobody sets, and with signs of life."""

import time
from datetime import UTC, datetime
from typing import Any

from celery.beat import PersistentScheduler
from celery.schedules import schedstate, schedule

from portal import pulse


def now() -> datetime:
    """The time of day, as it would be if nobody had set the system clock since this was loaded."""
    return datetime.fromtimestamp(time.time() - pulse.set_by(), UTC)


class Every(schedule):
    """Every so many seconds, even if the system clock is set meanwhile."""

    def now(self) -> datetime:
        return now()

    def is_due(self, last_run_at: datetime) -> Any:
        """Also if it was last run in the future: before this start the clock was wrong."""
        if self.maybe_make_aware(last_run_at) > self.now():
            return schedstate(is_due=True, next=self.seconds)
        return super().is_due(last_run_at)


class Scheduler(PersistentScheduler):
    """Celery's own, with a sign of life at each look (setting CELERY_BEAT_SCHEDULER)."""

    def tick(self, *arguments: Any, **named: Any) -> Any:
        pulse.give(pulse.BEAT)
        return super().tick(*arguments, **named)

    def adjust(self, n: Any, drift: float = 0.0) -> Any:
        """In so many seconds, neither more nor less.

        Celery's comes ten milliseconds early, and then asks over and over whether it is time now.
        """
        return super().adjust(n, drift)
