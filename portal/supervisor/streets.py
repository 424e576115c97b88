"""How web processes reach each other: each has a socket that it alone reads and all can write to.

The supervisor makes them before it starts the first, and holds them open: what is sent to a process
that has died waits for the one that is started in its place.
"""

import re
import socket
import zlib
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass

OF_A_MATCH = re.compile(rb"GET /ws/(?:api/)?matches/([^/?# ]+)/")


@dataclass(frozen=True)
class Street:
    """The web processes of one portal, counted from 0, of which this is number `own`."""

    own: int
    read: socket.socket
    write: Sequence[socket.socket]

    def home(self, request: bytes) -> int:
        """Which of them a request belongs to; this one if any will do."""
        found = OF_A_MATCH.match(request)
        return zlib.crc32(found[1]) % len(self.write) if found else self.own


class Sockets:
    """Those of all web processes; none where there is only one."""

    def __init__(self, processes: int) -> None:
        self._closing = ExitStack()
        self._pairs = [self._pair() for _process in range(processes)] if processes > 1 else []

    def _pair(self) -> tuple[socket.socket, socket.socket]:
        pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        for end in pair:
            end.setblocking(False)
            self._closing.enter_context(end)
        return pair

    def descriptors(self, number: int) -> Sequence[int]:
        """What the `number`th web process, from 1, inherits: where it reads, and where all do."""
        if not self._pairs:
            return ()
        read, _write = self._pairs[number - 1]
        return [read.fileno(), *(write.fileno() for _read, write in self._pairs)]

    def close(self) -> None:
        self._closing.close()


def told(number: int, descriptors: Sequence[int]) -> str:
    """How a process is told which it is and what it inherits; "" where it is the only one."""
    return ",".join(map(str, (number, *descriptors))) if descriptors else ""


def understood(told: str) -> Street:
    """What it makes of that."""
    number, *descriptors = map(int, told.split(","))
    read, *write = (socket.socket(fileno=descriptor) for descriptor in descriptors)
    return Street(number - 1, read, write)
