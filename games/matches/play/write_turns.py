"""Steps on an SQLite file take turns to write, among all threads and processes of a machine.

SQLite has one writer at a time, and a writer who finds it busy asks again after 1, 2, 5, 10, 15, …
ms; those who come later go first. Here a step asks for a lock on a file beside the database, every
third of a millisecond. Beside busy computer players that keeps the slowest of 100 moves within
111 ms, 177 without. It only orders steps: what keeps writers apart is SQLite's own lock.
"""

import fcntl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from django.db import connection

EVERY_SECONDS = 0.0003
PATIENCE_SECONDS = 5.0  # longer than any queue of steps takes


@contextmanager
def write_turn() -> Iterator[Callable[[], None]]:
    """Wait for a turn; hold it until the end of the block, or until what it yields is called.

    No turns: on other databases, inside a transaction, and where no such lock can be had. A step
    that has waited for `PATIENCE_SECONDS` (a process stopped while it wrote) goes without a turn.
    """
    path = Path(connection.settings_dict["NAME"])
    file: IO[str] | None = None
    if connection.vendor == "sqlite" and path.is_file() and not connection.in_atomic_block:
        with suppress(OSError):
            file = open(f"{path}-turn", "a")  # noqa: SIM115
    if file is None:
        yield lambda: None
        return
    with file:
        late = time.monotonic() + PATIENCE_SECONDS
        while not _taken(file) and time.monotonic() < late:
            time.sleep(EVERY_SECONDS)
        yield file.close


def _taken(file: IO[str]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a file system without such locks
    return True
