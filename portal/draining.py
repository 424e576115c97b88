"""How a web process ends: SIGTERM makes it drain, so that nothing under way is lost.

/readyz answers 503 from then on, so that a proxy sends no new clients. Each socket is closed once
its present message is answered, a few at a time, with a code after which pages and bots reconnect.
Other connections close after their answer. The process ends when none is left or its time is up;
another SIGTERM, or Ctrl-C, ends it at once.
"""

import asyncio
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from twisted.internet.error import ReactorNotRunning
from twisted.internet.interfaces import IListeningPort

RESTART = 1012  # the close code of sockets, "service restart"
SECONDS = 10.0  # at most, from SIGTERM to the end
LISTEN_SECONDS = 3.0  # in which a proxy can read /readyz; then no connection is accepted
GLANCE_SECONDS = 0.05
SOCKETS_A_SECOND = 250  # told to reconnect, so that not all do at once
SPREAD_SECONDS = 4.0  # in which all sockets are told, however many

_under_way = False
_sockets: dict["_Socket", None] = {}  # in the order of their arrival


def under_way() -> bool:
    """Whether this process is draining."""
    return _under_way


def begin_on_terminate(let_go: Callable[[], int]) -> None:
    """Have SIGTERM drain this process, once the event loop runs.

    `let_go` is called repeatedly; it closes the connections that it can and returns how many are
    left.
    """

    def install() -> None:
        if threading.current_thread() is threading.main_thread():
            begin = partial(_reactor().callFromThread, _begin, let_go)
            signal.signal(signal.SIGTERM, lambda *_: begin())

    _reactor().callLater(0, install)  # after Twisted's own handler


def _reactor() -> Any:
    from twisted.internet import reactor  # Daphne chooses it; other processes have none

    return reactor


def _begin(let_go: Callable[[], int]) -> None:
    global _under_way
    loop = asyncio.get_running_loop()
    ends_at = loop.time() + (0 if _under_way else SECONDS)
    _under_way = True
    restart_sockets()

    def look() -> None:
        if not let_go() or loop.time() > ends_at:
            with suppress(ReactorNotRunning):
                _reactor().stop()
            return
        if loop.time() > ends_at - SECONDS + LISTEN_SECONDS:
            for port in filter(IListeningPort.providedBy, _reactor().getReaders()):
                port.stopListening()
        loop.call_later(GLANCE_SECONDS, look)

    look()


def restart_sockets() -> None:
    """Have all sockets of this process reconnect."""
    loop = asyncio.get_running_loop()
    for seconds, socket in zip(moments(len(_sockets)), _sockets, strict=True):
        loop.call_later(seconds, socket.restart)


def moments(count: int) -> list[float]:
    """The seconds after which each of that many sockets is told."""
    step = min(1 / SOCKETS_A_SECOND, SPREAD_SECONDS / max(1, count))
    return [number * step for number in range(count)]


class Draining:
    """Wraps the application of sockets, and closes them when the process drains."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if under_way():
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": RESTART})
            return
        socket = _Socket(receive, send)
        _sockets[socket] = None
        try:
            await self.application(scope, socket.receive, send)
        finally:
            del _sockets[socket]


class _Socket:
    """The input of a socket's consumer: its messages, and the signal to end."""

    def __init__(self, receive: Any, send: Any) -> None:
        self._receive = receive
        self._send = send
        self._coming: asyncio.Future[Any] | None = None
        self._ends = False

    def restart(self) -> None:
        """End the socket as soon as its consumer waits for a message."""
        self._ends = True
        if self._coming is not None:
            self._coming.cancel()

    async def receive(self) -> Any:
        if not self._ends:
            self._coming = asyncio.ensure_future(self._receive())
            try:
                return await self._coming
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if task is None or task.cancelling():  # it isn't `restart`
                    raise
            finally:
                self._coming = None
        await self._send({"type": "websocket.close", "code": RESTART})
        return {"type": "websocket.disconnect", "code": RESTART}
