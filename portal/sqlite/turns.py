"""Whose turn it is to write, among all threads and processes that share an SQLite file.

SQLite has one writer at a time, and whoever finds it busy asks again after 1, 2, 5, 10, 15, … ms: a
move then waits for ten while others write for one, and those who come later go before it. Here one
asks every third of a millisecond, which costs little, by a lock on a file beside the database.

It only puts writers in order, and does so only if all of them wait for their turn, be it for a
single statement. What keeps them apart is SQLite's own lock, so whoever has waited too long
(somebody writes for seconds, or was stopped while writing) goes on to ask SQLite itself.
"""

import fcntl
import os
import time
from contextlib import suppress

EVERY_SECONDS = 0.0003
PATIENCE_SECONDS = 5.0  # more than a queue of writers takes: who leaves it comes off worst


class Turns:
    """The turns of one connection to the database `name`; see `turns_at`."""

    _file: int | None = None
    _mine = False

    def __init__(self, name: str) -> None:
        # To read is enough for such a lock, and to write may be for somebody else alone.
        self._file = os.open(f"{name}-turn", os.O_CREAT | os.O_RDONLY, 0o666)

    def wait(self) -> None:
        """Wait for one's turn. Whoever has waited too long goes without it."""
        late = None
        while not self._taken():
            now = time.monotonic()
            late = late or now + PATIENCE_SECONDS
            if now >= late:
                return
            time.sleep(EVERY_SECONDS)

    def _taken(self) -> bool:
        if self._mine:
            return True
        assert self._file is not None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True  # a file system without such locks: then there is no order
        self._mine = True
        return True

    def over(self) -> None:
        """It's somebody else's turn; nothing if it wasn't one's own."""
        if self._mine:
            assert self._file is not None
            self._mine = False
            with suppress(OSError):
                fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        """Nobody waits here any more. A turn that was one's own is over."""
        self.over()  # a fork may have the file open as well
        if self._file is not None:
            os.close(self._file)
        self._file = None

    def __del__(self) -> None:  # a thread may end without closing its connection
        self.close()


def turns_at(name: str) -> Turns | None:
    """None where there is no such file: in a folder that may only be read, say, nobody writes."""
    if name.startswith("file:"):  # an address with parameters
        return None
    with suppress(OSError):
        return Turns(name)
    return None
