"""The portal in a thread of the test process: Daphne, memory for a broker, static files as is."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from asgiref.sync import sync_to_async
from daphne.server import Server

from tests.support.waiting import wait_for

T = TypeVar("T")
SECONDS = 30  # that a call may take


class ServerThread:
    """Starts once for all browser tests; Twisted's reactor can't be started twice."""

    def __init__(self) -> None:
        from channels.routing import ProtocolTypeRouter
        from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler

        from portal.asgi import http, sockets

        self._server: Any = Server(
            ProtocolTypeRouter({"http": ASGIStaticFilesHandler(http), "websocket": sockets}),
            endpoints=["tcp:port=0:interface=127.0.0.1"],
            signal_handlers=False,
        )
        threading.Thread(target=self._server.run, name="portal", daemon=True).start()
        host, port = wait_for(lambda: self._server.listening_addresses, "the server to listen")[0]
        self.address = f"http://{host}:{port}"

    def call(self, function: Callable[..., T], *args: Any, **arguments: Any) -> T:
        """Call a service as a view of the server would, so that its pushes reach the sockets."""
        from twisted.internet import reactor

        call = sync_to_async(function)(*args, **arguments)
        loop = reactor._asyncioEventloop  # type: ignore[attr-defined]
        return asyncio.run_coroutine_threadsafe(call, loop).result(SECONDS)
