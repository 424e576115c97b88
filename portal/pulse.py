"""Signs of life, by which processes that hang are noticed. None of them looks at the system clock.

Web, workers, beat and the processes of a worker's pool give one every two seconds, out of the loop
that does their work. Whoever started them reads it from a pipe (`Pulses`), and ends those that give
none any more; what /readyz says of workers and beat is in the cache (`age`), on all machines.
"""

import asyncio
import os
import socket
import struct
import time
from collections.abc import Callable, Collection
from contextlib import suppress

from django.core.cache import cache

PIPE = "PULSE_PIPE"  # the environment's name of the descriptor that signs are written to
SECONDS = 2.0  # between two signs, and between two looks for them
LATE_SECONDS = 3.0  # a look that came so long after the last one wasn't on time
MOST_SILENT = 4  # looks on time without any sign
BEAT = "beat"
_KEPT_SECONDS = 24 * 3600
_KEY = "pulse:{name}"
_PID = struct.Struct("=i")
_MOST_READ = 1024  # signs at one look


def steady() -> float:
    """Seconds on a clock that nobody sets: the same in all processes of this machine."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


_BEGAN = time.time() - steady()


def set_by() -> float:
    """By how many seconds the system clock was set since this was loaded."""
    return time.time() - steady() - _BEGAN


def give(*names: str) -> None:
    """This process is alive, and under these names it is known to /readyz."""
    if pipe := os.environ.get(PIPE):
        write(int(pipe), os.getpid())
    for name in names:
        cache.set(
            _KEY.format(name=name), (socket.gethostname(), steady(), time.time()), _KEPT_SECONDS
        )


def write(pipe: int, pid: int) -> None:
    """A sign of that process. Never waits."""
    with suppress(OSError):  # nobody reads just now
        os.write(pipe, _PID.pack(pid))


def give_in_reactor() -> None:
    """Have the web server's event loop give signs, once it runs."""
    if os.environ.get(PIPE):
        from twisted.internet import reactor

        def go_on() -> None:
            give()
            asyncio.get_running_loop().call_later(SECONDS, go_on)

        reactor.callLater(0, go_on)  # type: ignore[arg-type]  # its own clock is the system's


def age(name: str) -> float | None:
    """Seconds since the last sign of a process of that name; None: no sign within a day."""
    noted = cache.get(_KEY.format(name=name))
    if noted is None:
        return None
    machine, at, time_of_day = noted
    here = machine == socket.gethostname()
    since: float = steady() - at if here else time.time() - time_of_day
    return max(0.0, since)


class Pulses:
    """The pipe through which several processes give signs, and how long each has given none.

    What counts is how many looks in a row found none, and only looks that came on time: after a
    laptop's sleep, or on a machine so busy that whoever looks was late, nobody can be blamed for
    their silence. A process that never gave a sign is still starting.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._reader, self.writer = os.pipe()
        os.set_blocking(self._reader, False)
        os.set_blocking(self.writer, False)
        self._clock = clock
        self._looked_at = float("-inf")
        # By process, of those that have given a sign: looks without one since; -1 before the first.
        self._silent: dict[int, int] = {}

    def due(self) -> bool:
        """Whether it is time for a look."""
        return self._clock() - self._looked_at >= SECONDS * 0.9

    def look(self, pids: Collection[int], excused: Collection[int] = ()) -> list[int]:
        """Look for signs of these processes; returns those that hang.

        The silence of `excused` ones doesn't count before their next sign.
        """
        now = self._clock()
        on_time, self._looked_at = now - self._looked_at < LATE_SECONDS, now
        self._hear()
        self._silent = {
            pid: 0 if looks < 0 else looks + on_time
            for pid, looks in self._silent.items()
            if pid in pids and (looks < 0 or pid not in excused)
        }
        return [pid for pid, looks in self._silent.items() if looks >= MOST_SILENT]

    def begun(self, pid: int) -> bool:
        """Whether the process has given a sign."""
        self._hear()
        return pid in self._silent

    def _hear(self) -> None:
        with suppress(BlockingIOError):
            signs = os.read(self._reader, _PID.size * _MOST_READ)
            self._silent |= {pid: -1 for (pid,) in _PID.iter_unpack(signs)}
