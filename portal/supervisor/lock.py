"""Allows one supervisor per data folder, and notes its address."""

import fcntl
import json
import os
from pathlib import Path
from typing import Any, Self

from portal.environment import LOCK, NOTE, note_of_run
from portal.supervisor.errors import AlreadyRunning


class DataFolder:
    """Holds `lock` in the data folder while used as a context manager.

    The kernel's lock (flock) ends with the process, however that ends. `running.json` beside it is
    only for other programs: {"address", "children": {name: process id}, "broker_folder",
    "environment"}.
    Raises AlreadyRunning if another process holds the lock.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.note = folder / NOTE

    def __enter__(self) -> Self:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._lock = os.open(self.folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._lock)
            address = note_of_run(self.folder).get("address")
            where = f"at {address}" if address else "and about to start"
            raise AlreadyRunning(f"The portal is already running {where}") from None
        return self

    def __exit__(self, *error: object) -> None:
        self.note.unlink(missing_ok=True)
        os.close(self._lock)

    def write(self, **note: Any) -> None:
        """Replace the note atomically."""
        fresh = self.note.with_suffix(".new")
        fresh.write_text(json.dumps(note))
        fresh.rename(self.note)
