"""Signs of life, which show processes that hang, independent of the system clock.

Web, workers, beat and pool processes give a sign every two seconds, from the loop that does their
work. Their parent, which reads them from a pipe (`Pulses`), or systemd or Docker kills processes
that stop giving signs. For /readyz, workers and beat of all machines also write them to the cache
(`age`).
"""

import asyncio
import os
import socket
import struct
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path

from django.core.cache import cache

PIPE = "PULSE_PIPE"  # the environment variable with the descriptor to write signs to
SECONDS = 2.0  # between two signs, and between two looks for them
LATE_SECONDS = 3.0  # since the last look; a later look isn't on time
MOST_SILENT = 4  # looks on time without any sign
BEAT = "beat"
WELL = b"READY=1\nWATCHDOG=1"  # systemd's words for it
QUEUES = ("default", "ai", "ai-slow")
NAMES = (*(f"worker-{queue}" for queue in QUEUES), BEAT)  # of processes that write to the cache
_KEPT_SECONDS = 24 * 3600
_KEY = "pulse:{name}"
_PID = struct.Struct("=i")
_MOST_READ = 1024  # signs per look


def steady() -> float:
    """Seconds on a clock that can't be set, the same in all processes of this machine."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


_BEGAN = time.time() - steady()


def set_by() -> float:
    """Seconds by which the system clock was set since this module was loaded."""
    return time.time() - steady() - _BEGAN


def give(*names: str) -> None:
    """Give a sign of this process, for /readyz under these names."""
    tell_outside()
    if pipe := os.environ.get(PIPE):
        write(int(pipe), os.getpid())
    for name in names:
        sign = socket.gethostname(), steady(), time.time()
        cache.set(_KEY.format(name=name), sign, _KEPT_SECONDS)


def tell_outside() -> None:
    """Tell systemd (`WatchdogSec`), or touch a file for a container's health check."""
    with suppress(OSError):
        if address := os.environ.get("NOTIFY_SOCKET"):
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as notify:
                abstract = address.startswith("@")
                notify.sendto(WELL, "\0" + address[1:] if abstract else address)
        if file := os.environ.get("PULSE_FILE"):
            Path(file).touch()


def write(pipe: int, pid: int) -> None:
    """Write a sign of that process. Never waits."""
    with suppress(OSError):  # the pipe is full
        os.write(pipe, _PID.pack(pid))


def give_in_reactor() -> None:
    """Have the web server's event loop give signs, once it runs."""
    if {PIPE, "NOTIFY_SOCKET", "PULSE_FILE"} & os.environ.keys():
        from twisted.internet import reactor

        def go_on() -> None:
            give()
            asyncio.get_running_loop().call_later(SECONDS, go_on)

        reactor.callLater(0, go_on)  # type: ignore[arg-type]  # its own clock is the system's


def age(name: str) -> float | None:
    """Seconds since the last sign under that name; None without one for a day."""
    sign = cache.get(_KEY.format(name=name))
    if sign is None:
        return None
    machine, at, time_of_day = sign
    local = machine == socket.gethostname()
    since: float = steady() - at if local else time.time() - time_of_day
    return max(0.0, since)


class Pulses:
    """The pipe through which several processes give signs, and how long each has been silent.

    Silence counts by looks on time in a row, so that neither a laptop's sleep nor a busy machine,
    which delay the looks, make a process hang. A process that never gave a sign is still starting.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._reader, self.writer = os.pipe()
        os.set_blocking(self._reader, False)
        os.set_blocking(self.writer, False)
        self._clock = clock
        self._looked_at = float("-inf")
        # Looks since the last sign, by process id of those that gave any; -1 before the first look.
        self._silent: dict[int, int] = {}

    def due(self) -> bool:
        """Whether it is time for a look."""
        return self._clock() - self._looked_at >= SECONDS * 0.9

    def look(self, pids: Collection[int], excused: Collection[int] = ()) -> list[int]:
        """Look for signs, and return which of these processes hang.

        The silence of `excused` ones doesn't count until their next sign.
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
