"""Which groups of sockets the web processes of one portal listen to, in memory that they share.

A push to a group that no other process listens to needn't go through the broker. Each process marks
in its own row what its sockets have joined, by a hash: one mark may stand for several groups, and
then a push is sent in vain. None is ever missing: a process marks a group before it subscribes to
it, and only then does whoever joins read what is stored. So whoever stores something, and finds no
mark afterwards, has stored it in time to be read.
"""

import mmap
import os
import tempfile
import zlib
from collections import Counter
from collections.abc import Sequence

SLOTS = 1 << 16  # marks of a process, a byte each


class Memory:
    """That of so many web processes, which inherit it; none for none."""

    def __init__(self, processes: int) -> None:
        self.descriptors: Sequence[int] = [_made(processes * SLOTS)] if processes else ()

    def close(self) -> None:
        for descriptor in self.descriptors:
            os.close(descriptor)


def _made(size: int) -> int:
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("listeners")
    else:
        with tempfile.TemporaryFile() as file:
            descriptor = os.dup(file.fileno())
    os.ftruncate(descriptor, size)
    return descriptor


def told(number: int, descriptors: Sequence[int]) -> str:
    """How the `number`th web process, from 1, is told which it is and what it inherits."""
    return ",".join(map(str, (number, *descriptors))) if descriptors else ""


def understood(told: str) -> "Listeners":
    """What it makes of that."""
    number, descriptor = map(int, told.split(","))
    return Listeners(descriptor, number - 1)


class Listeners:
    """The marks of all web processes, of which this is number `own`, from 0."""

    def __init__(self, descriptor: int, own: int) -> None:
        size = os.fstat(descriptor).st_size
        self._marks = mmap.mmap(descriptor, size)
        self._own = own * SLOTS
        self._others = [row for row in range(0, size, SLOTS) if row != self._own]
        self._groups: set[str] = set()
        self._counts: Counter[int] = Counter()  # of these groups, by slot
        self._marks[self._own : self._own + SLOTS] = bytes(SLOTS)  # of who was here before us

    def join(self, group: str) -> None:
        """Somebody here listens to it from now on."""
        if group not in self._groups:
            self._groups.add(group)
            slot = _slot(group)
            self._counts[slot] += 1
            self._marks[self._own + slot] = 1

    def leave(self, group: str) -> None:
        """Nobody here listens to it any more."""
        if group in self._groups:
            self._groups.remove(group)
            slot = _slot(group)
            self._counts[slot] -= 1
            if not self._counts[slot]:
                del self._counts[slot]
                self._marks[self._own + slot] = 0

    def elsewhere(self, group: str) -> bool:
        """Whether another process may listen to it."""
        slot = _slot(group)
        return any(self._marks[row + slot] for row in self._others)


def _slot(group: str) -> int:
    return zlib.crc32(group.encode()) % SLOTS
