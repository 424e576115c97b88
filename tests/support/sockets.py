"""Sockets of pages, and how they end."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client


@asynccontextmanager
async def socket_of(
    path: str, browser: Client | None = None, *, key: str = ""
) -> AsyncIterator[Any]:
    """A socket that a page in that browser has opened, or a program with that key."""
    from portal.asgi import application

    headers = [(b"origin", b"http://testserver"), (b"host", b"testserver")]
    if key:
        headers.append((b"authorization", f"Token {key}".encode()))
    if browser:
        name = settings.SESSION_COOKIE_NAME
        headers.append((b"cookie", f"{name}={browser.cookies[name].value}".encode()))
    socket = WebsocketCommunicator(application, path, headers)
    connected, _ = await socket.connect()
    assert connected
    try:
        yield socket
    finally:
        await socket.disconnect()


async def closed_with(socket: Any) -> int:
    """The code with which the socket is now closed, after a last message with the reason."""
    why = json.loads((await socket.receive_output())["text"])
    assert (why["type"], bool(why["code"]), bool(why["detail"])) == ("error", True, True)
    closed = await socket.receive_output()
    assert closed["type"] == "websocket.close"
    return int(closed["code"])
