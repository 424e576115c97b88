"""Hearing Ctrl-C and dying children without polling for either."""

import os
import re
import select
import signal
from contextlib import suppress
from pathlib import Path
from types import FrameType

STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
OF_MAKE = re.compile(r"^Name:\s*g?make$.*^SigCgt:\s*([0-9a-f]+)$", re.MULTILINE | re.DOTALL)


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


class Starter:
    """Our parent at the start, which may be `make`, and whether that was interrupted.

    GNU make hands SIGTERM on to what it runs, but not SIGINT: it takes it for Ctrl-C, which a
    terminal sends to everybody, and waits for us to end. So a SIGINT to make alone would reach
    nobody. From then on it no longer catches that signal, which Linux shows; elsewhere nothing is
    known.
    """

    def __init__(self, pid: int | None = None) -> None:
        self._status = Path(f"/proc/{pid or os.getppid()}/status")
        self._caught = self._catches()

    def interrupted(self) -> bool:
        """Whether it has heard a SIGINT since the start."""
        return self._caught is True and self._catches() is False

    def _catches(self) -> bool | None:
        """Whether make catches SIGINT now; None where that isn't known, or it is gone."""
        with suppress(OSError):
            if found := OF_MAKE.search(self._status.read_text()):
                return bool(int(found[1], 16) >> (signal.SIGINT - 1) & 1)
        return None
