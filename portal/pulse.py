"""Signs of life: workers and beat write down every few seconds that they are still going round.

What is written comes out of the loop that does the work, so a process that hangs writes nothing.
"""

import os
import time
from contextlib import suppress
from typing import Any

from celery import bootsteps
from celery.beat import PersistentScheduler
from django.core.cache import cache

from portal.supervisor.hangs import PIPE

SECONDS = 2.0  # between two signs
BEAT = "beat"
_KEPT_SECONDS = 24 * 3600
_KEY = "pulse:{name}"


def note(name: str) -> None:
    """The process of that name is alive now."""
    cache.set(_KEY.format(name=name), time.time(), timeout=_KEPT_SECONDS)


def tell_supervisor() -> None:
    """A sign of life for the supervisor of the embedded run, if that is who started us."""
    descriptor = os.environ.get(PIPE)
    if descriptor:
        with suppress(OSError):  # it doesn't read just now, and knows why
            os.write(int(descriptor), b".")


def beat_in_reactor() -> None:
    """Have the web server's event loop give signs of life, once it runs."""
    if os.environ.get(PIPE):
        from twisted.internet import task

        task.LoopingCall(tell_supervisor).start(SECONDS)


def age(name: str) -> float | None:
    """Seconds since the last sign of a process of that name; None: no sign within a day."""
    noted = cache.get(_KEY.format(name=name))
    return None if noted is None else max(0.0, time.time() - noted)


class WorkerPulse(bootsteps.StartStopStep):
    """A sign of life for each queue that a worker takes tasks from, by its own timer."""

    requires = ("celery.worker.components:Timer",)

    def start(self, worker: Any) -> None:
        self.entry = worker.timer.call_repeatedly(SECONDS, self.beat, (worker,))
        self.beat(worker)

    def stop(self, worker: Any) -> None:
        self.entry.cancel()

    def beat(self, worker: Any) -> None:
        tell_supervisor()
        for queue in worker.app.amqp.queues.consume_from:
            note(f"worker-{queue}")


class Scheduler(PersistentScheduler):
    """Celery's own, with a sign of life (setting CELERY_BEAT_SCHEDULER)."""

    _noted = float("-inf")

    def tick(self, *arguments: Any, **named: Any) -> Any:
        if time.monotonic() - self._noted >= SECONDS:
            self._noted = time.monotonic()
            tell_supervisor()
            note(BEAT)
        return super().tick(*arguments, **named)

    def adjust(self, n: Any, drift: float = 0.0) -> Any:
        """In so many seconds, neither more nor less.

        Celery's comes ten milliseconds early, and then asks over and over whether it is time now.
        """
        return super().adjust(n, drift)
