"""Celery's beat by a clock that nobody sets, and with signs of life."""

import time
from datetime import UTC, datetime, timedelta
from typing import Any

from celery.beat import PersistentScheduler
from celery.schedules import schedstate, schedule

from portal import pulse


def now() -> datetime:
    """The time of day, as it would be if nobody had set the system clock since this was loaded."""
    return datetime.fromtimestamp(time.time() - pulse.set_by(), UTC)


class Every(schedule):
    """Every so many seconds, even if the system clock is set meanwhile."""

    def __init__(
        self,
        run_every: float | timedelta,
        relative: bool = False,
        nowfun: Any = None,
        app: Any = None,
    ) -> None:
        super().__init__(run_every, relative, nowfun or now, app)

    def is_due(self, last_run_at: datetime) -> Any:
        """Also if it was last run in the future: before this start the clock was wrong."""
        if self.maybe_make_aware(last_run_at) > self.now():
            return schedstate(is_due=True, next=self.seconds)
        return super().is_due(last_run_at)


class Scheduler(PersistentScheduler):
    """Celery's own, with a sign of life (setting CELERY_BEAT_SCHEDULER)."""

    _noted = float("-inf")

    def tick(self, *arguments: Any, **named: Any) -> Any:
        if time.monotonic() - self._noted >= pulse.SECONDS:
            self._noted = time.monotonic()
            pulse.give(pulse.BEAT)
        return super().tick(*arguments, **named)

    def adjust(self, n: Any, drift: float = 0.0) -> Any:
        """In so many seconds, neither more nor less.

        Celery's comes ten milliseconds early, and then asks over and over whether it is time now.
        """
        return super().adjust(n, drift)
