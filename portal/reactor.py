"""Twisted's event loop as Daphne runs on it, but whoever has something to write just writes.

Twisted asks the kernel to be told when a socket can take something, writes once it is told so, and
asks no longer: three calls, and at each the thread that makes moves may take the interpreter away.
A socket can nearly always take it, so it is written to first, at the end of the turn of the event
loop in which there was something to write; only what doesn't go then waits as Twisted waits.
"""

import asyncio
from typing import Any

from twisted.internet import asyncioreactor
from twisted.internet.main import installReactor
from twisted.python.log import callWithLogger


class Reactor(asyncioreactor.AsyncioSelectorReactor):
    """The names of its methods are Twisted's."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._unasked: set[Any] = set()  # who writes without having asked the kernel
        super().__init__(loop)

    def addWriter(self, writer: Any) -> None:  # noqa: N802
        if writer not in self._unasked and writer not in self._writers:
            self._unasked.add(writer)
            self._loop.call_soon(self._write, writer)

    def removeWriter(self, writer: Any) -> None:  # noqa: N802
        self._unasked.discard(writer)
        super().removeWriter(writer)

    def getWriters(self) -> list[Any]:  # noqa: N802
        return [*super().getWriters(), *self._unasked]

    def removeAll(self) -> list[Any]:  # noqa: N802
        unasked, self._unasked = self._unasked, set()
        return [*{*super().removeAll(), *unasked}]

    def _write(self, writer: Any) -> None:
        if writer not in self._unasked:
            return  # it has nothing to write any more
        callWithLogger(writer, self._readOrWrite, writer, False)  # removes it once all has gone
        if writer in self._unasked:
            self._unasked.discard(writer)
            super().addWriter(writer)


def install() -> None:
    """Make it the reactor of this process, before anything imports one."""
    installReactor(Reactor(asyncio.new_event_loop()))
