"""Shared memory in which the web processes of one portal mark the groups they listen to.

A push to a group that no other process listens to needn't go through the broker. Each process marks
in its own row what its sockets have joined, by a hash: one mark may stand for several groups, so a
push is sometimes sent for nothing. No mark is ever missing: a process marks a group before it
subscribes to it, and reads the database only after that. So if a writer finds no mark after its
commit, anyone who joins later will read what it wrote.
"""

import mmap
import os
import tempfile
import zlib
from collections import Counter
from collections.abc import Sequence

SLOTS = 1 << 16  # for each process, one byte each


class SharedMarks:
    """The memory of so many web processes, which inherit its descriptor. With 0 there is none."""

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


def understood(told: str) -> "Listeners":
    """What a web process makes of what it is told of them (`portal.supervisor.streets.told`)."""
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
        self._marks[self._own : self._own + SLOTS] = bytes(SLOTS)  # a process that died had its own

    def join(self, group: str) -> None:
        """Mark the group: a socket here listens to it."""
        if group not in self._groups:
            self._groups.add(group)
            slot = _slot(group)
            self._counts[slot] += 1
            self._marks[self._own + slot] = 1

    def leave(self, group: str) -> None:
        """Remove the mark, unless another group here needs it."""
        if group in self._groups:
            self._groups.remove(group)
            slot = _slot(group)
            self._counts[slot] -= 1
            if not self._counts[slot]:
                del self._counts[slot]
                self._marks[self._own + slot] = 0

    def is_heard_elsewhere(self, group: str) -> bool:
        """Whether another process may listen to it."""
        slot = _slot(group)
        return any(self._marks[row + slot] for row in self._others)


def _slot(group: str) -> int:
    return zlib.crc32(group.encode()) % SLOTS
