"""Hearing Ctrl-C and dying children without polling for either."""

import os
import select
import signal
from types import FrameType

STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Signals:
    """Counts how often someone asked to stop, and wakes whoever waits."""

    def __init__(self) -> None:
        self.asked_to_stop = 0
        self._reader, writer = os.pipe()
        os.set_blocking(self._reader, False)
        os.set_blocking(writer, False)
        signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        for number in STOPS:
            # `nohup` asks for hang-ups to be ignored, and means it.
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._stop)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.asked_to_stop += 1

    def wait(self, seconds: float) -> None:
        """Return after so many seconds, or as soon as any signal came."""
        ready, _, _ = select.select([self._reader], [], [], max(seconds, 0))
        if ready:
            os.read(self._reader, 4096)
