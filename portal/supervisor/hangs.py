"""Noticing a process that lives but does nothing any more.

Children give a sign of life every two seconds (`portal.pulse`), out of the loop that does their
work; the broker is asked. What counts is how many looks in a row found nothing, and only looks that
came on time: after a laptop's sleep, or on a machine so busy that the supervisor itself was late,
nobody can be blamed for their silence.
"""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

PIPE = "PULSE_PIPE"  # the environment's name of the descriptor that a child gives signs by
LOOK_SECONDS = 2.0  # between two looks
LATE_SECONDS = 3.0  # a look that came so long after the last one wasn't on time
MOST_SILENT = 4  # looks on time without any sign


class Pipe:
    """Through which a child gives signs of life; `writer` is what it inherits."""

    def __init__(self) -> None:
        self.reader, self.writer = os.pipe()
        os.set_blocking(self.reader, False)
        os.set_blocking(self.writer, False)

    def heard(self) -> bool:
        """Whether a sign has come since the last call."""
        try:
            return bool(os.read(self.reader, 4096))
        except BlockingIOError:
            return False

    def close(self) -> None:
        for end in (self.reader, self.writer):
            with suppress(OSError):
                os.close(end)


@dataclass
class Silence:
    """How long a process has given no sign. One that never gave any is still starting."""

    started: bool = False
    looks: int = 0

    def note(self, *, sign: bool, on_time: bool) -> bool:
        """Note what a look found; True if the process hangs."""
        if sign:
            self.started, self.looks = True, 0
        elif self.started and on_time:
            self.looks += 1
        return self.looks >= MOST_SILENT

    def excuse(self) -> None:
        """It waits for something else: nothing counts before its next sign."""
        self.started, self.looks = False, 0


@dataclass
class Looks:
    """Whether each look came on time."""

    clock: Callable[[], float] = time.monotonic
    _last: float | None = field(default=None)

    def on_time(self) -> bool:
        """Note that someone looks now; also True for the first time."""
        now, last = self.clock(), self._last
        self._last = now
        return last is None or now - last < LATE_SECONDS

    def due(self) -> bool:
        """Whether it is time for the next one. (Signals wake the supervisor at any moment.)"""
        return self._last is None or self.clock() - self._last >= LOOK_SECONDS * 0.9
