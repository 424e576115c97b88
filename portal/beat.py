"""Celery's beat with a clock that can't be set, and with signs of life."""

import time
from datetime import UTC, datetime
from typing import Any

from celery.beat import PersistentScheduler
from celery.schedules import schedstate, schedule

from portal import pulse


def now() -> datetime:
    """The time of day, without changes of the system clock since this module was loaded."""
    return datetime.fromtimestamp(time.time() - pulse.set_by(), UTC)


class Every(schedule):
    """A period in seconds, even if the system clock is set meanwhile."""

    def now(self) -> datetime:
        return now()

    def is_due(self, last_run_at: datetime) -> Any:
        """Also due if it last ran in the future, by a clock that was wrong before this start."""
        if self.maybe_make_aware(last_run_at) > self.now():
            return schedstate(is_due=True, next=self.seconds)
        return super().is_due(last_run_at)


class Scheduler(PersistentScheduler):
    """Celery's scheduler, with a sign of life each tick (setting CELERY_BEAT_SCHEDULER)."""

    def tick(self, *arguments: Any, **named: Any) -> Any:
        pulse.give(pulse.BEAT)
        return super().tick(*arguments, **named)

    def adjust(self, n: Any, drift: float = 0.0) -> Any:
        """Wait exactly `n` seconds. Celery's wakes ten milliseconds early, and then polls."""
        return super().adjust(n, drift)
