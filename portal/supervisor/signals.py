"""Waits for Ctrl-C and dying children without polling."""

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
    """Counts requests to stop, and wakes `wait`."""

    def __init__(self) -> None:
        self.asked_to_stop = 0
        self._reader, writer = os.pipe()
        os.set_blocking(self._reader, False)
        os.set_blocking(writer, False)
        signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        for number in STOPS:
            # `nohup` ignores SIGHUP.
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._stop)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.asked_to_stop += 1

    def wait(self, seconds: float) -> None:
        """Return after that time, or as soon as any signal comes."""
        ready, _, _ = select.select([self._reader], [], [], max(seconds, 0))
        if ready:
            os.read(self._reader, 4096)


class Starter:
    """Our first parent, which may be `make`, and whether it was interrupted.

    GNU make forwards SIGTERM but not SIGINT: it assumes Ctrl-C, which a terminal sends to all
    processes, and waits for us. So a SIGINT to make alone would reach nobody. But afterwards make
    no longer catches that signal, which Linux shows.
    """

    def __init__(self, pid: int | None = None) -> None:
        self._status = Path(f"/proc/{pid or os.getppid()}/status")
        self._caught = self._catches()

    def interrupted(self) -> bool:
        """Whether make has received SIGINT since the start."""
        return self._caught is True and self._catches() is False

    def _catches(self) -> bool | None:
        """Whether make catches SIGINT now; None if unknown, or if it has ended."""
        with suppress(OSError):
            if match := OF_MAKE.search(self._status.read_text()):
                return bool(int(match[1], 16) >> (signal.SIGINT - 1) & 1)
        return None
