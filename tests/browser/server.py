"""The portal in a thread of the test process: Daphne, memory for a broker, plain static files."""

import asyncio
import mimetypes
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from asgiref.sync import sync_to_async
from daphne.server import Server

from portal.static_storage import maker
from tests.support.waiting import wait_for

T = TypeVar("T")
SECONDS = 120  # that a call may take


@cache
def static_file(path: str) -> tuple[int, str, bytes]:
    """The status, type and content of an answer to that path below `/static/`."""
    from django.contrib.staticfiles import finders

    found = finders.find(path)
    if found is None:
        return 404, "text/plain", b""
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    make = maker(path)
    return 200, kind, make(Path(found)).encode() if make else Path(found).read_bytes()


class StaticInMemory:
    """Static files without Django around each: a match asks for more than forty of them.

    Browsers keep them, as they keep those of a real portal, whose names tell their content.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        path = scope["path"]
        if not path.startswith("/static/"):
            await self.application(scope, receive, send)
            return
        status, kind, body = static_file(path.removeprefix("/static/"))
        headers = [
            (b"content-type", kind.encode()),
            (b"content-length", b"%d" % len(body)),
            (b"cache-control", b"max-age=86400, immutable"),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


class ServerThread:
    """Starts once for all browser tests; Twisted's reactor can't be started twice."""

    def __init__(self) -> None:
        from channels.routing import ProtocolTypeRouter

        from portal.asgi import http, sockets
        from portal.draining import Draining

        self._server: Any = Server(
            ProtocolTypeRouter({"http": StaticInMemory(http), "websocket": Draining(sockets)}),
            endpoints=["tcp:port=0:interface=127.0.0.1"],
            signal_handlers=False,
            websocket_handshake_timeout=SECONDS,
            websocket_connect_timeout=SECONDS,
            ping_timeout=SECONDS,
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
