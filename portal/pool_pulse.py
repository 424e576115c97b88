"""Signs of life of the processes in a worker's pool, and the end of one that hangs.

The supervisor hears workers, and each worker its own pool: a pool process that lives but does
nothing would keep its task for ever, for a task's time only counts from when it was begun. They
give signs through one pipe; what counts is as in `portal.supervisor.hangs`. Celery starts another
process, and the task is done again.
"""

import logging
import os
import signal
import struct
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from celery import bootsteps

from portal.supervisor.hangs import LOOK_SECONDS, Looks, Silence

log = logging.getLogger(__name__)

_PID = struct.Struct("=i")
_MOST_READ = 1024  # signs at one look


class PoolSigns:
    """The pipe, and how long each process has been silent."""

    def __init__(self, looks: Looks | None = None) -> None:
        self._reader, self._writer = os.pipe()
        os.set_blocking(self._reader, False)
        os.set_blocking(self._writer, False)
        self._silences: dict[int, Silence] = {}
        self._looks = looks or Looks()

    def give(self) -> None:
        """This process is alive."""
        with suppress(OSError):  # nobody reads just now
            os.write(self._writer, _PID.pack(os.getpid()))

    def give_for_ever(self) -> None:
        """From a thread of its own: it gets its turn while a computer player thinks, too."""

        def go_on() -> None:
            while True:
                self.give()
                time.sleep(LOOK_SECONDS)

        threading.Thread(target=go_on, daemon=True, name="pulse").start()

    def hanging(self, pids: Iterable[int]) -> list[int]:
        """Look for signs of these processes; those that have given none for too long."""
        heard, on_time = self._heard(), self._looks.on_time()
        known = self._silences
        self._silences = {pid: known.get(pid, Silence()) for pid in pids}
        return [
            pid
            for pid, silence in self._silences.items()
            if silence.note(sign=pid in heard, on_time=on_time)
        ]

    def _heard(self) -> set[int]:
        try:
            signs = os.read(self._reader, _PID.size * _MOST_READ)
        except BlockingIOError:
            return set()
        return {pid for (pid,) in _PID.iter_unpack(signs)}

    def close(self) -> None:
        os.close(self._reader)
        os.close(self._writer)


_signs: PoolSigns | None = None  # a worker's, which the processes of its pool inherit


def give_signs(**_sender: Any) -> None:
    """For each new process of a pool (`worker_process_init`)."""
    if _signs:
        _signs.give_for_ever()


class PoolPulse(bootsteps.StartStopStep):
    """The worker's looks at its pool, by its own timer."""

    requires = ("celery.worker.components:Timer", "celery.worker.components:Pool")

    def create(self, worker: Any) -> None:
        """Before the pool is forked."""
        global _signs
        _signs = PoolSigns()

    def start(self, worker: Any) -> None:
        self.entry = worker.timer.call_repeatedly(LOOK_SECONDS, self.look, (worker,))

    def stop(self, worker: Any) -> None:
        self.entry.cancel()

    def look(self, worker: Any) -> None:
        assert _signs is not None
        for pid in _signs.hanging(worker.pool.info["processes"]):
            log.error("the pool process %s hangs: ended", pid)
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
