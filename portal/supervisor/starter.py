"""Whether `make`, which started us, was interrupted.

GNU make hands SIGTERM on to what it runs, but not SIGINT: it takes it for Ctrl-C, which a terminal
sends to everybody, and waits for us to end. So a SIGINT to make alone would reach nobody. From then
on it no longer catches that signal, which Linux shows; elsewhere nothing is known.
"""

import os
import re
import signal
from pathlib import Path

CATCHES = re.compile(r"^SigCgt:\s*([0-9a-f]+)$", re.MULTILINE)


class Starter:
    """Our parent at the start. Only one that is `make` and catches SIGINT is ever interrupted."""

    def __init__(self, pid: int | None = None) -> None:
        self.pid = os.getppid() if pid is None else pid
        self.is_make = self._read("comm").strip() in ("make", "gmake")
        self.caught_before = self._catches()

    def interrupted(self) -> bool:
        """Whether it has heard a SIGINT since the start."""
        return self.is_make and self.caught_before is True and self._catches() is False

    def _catches(self) -> bool | None:
        """Whether it catches SIGINT now; None where that can't be known, or it is gone."""
        found = CATCHES.search(self._read("status"))
        return None if found is None else bool(int(found[1], 16) >> (signal.SIGINT - 1) & 1)

    def _read(self, name: str) -> str:
        try:
            return Path(f"/proc/{self.pid}/{name}").read_text()
        except OSError:
            return ""
