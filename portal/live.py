"""Sockets to addresses that don't exist."""

from typing import Any

NOT_FOUND = 4404


async def unknown_socket(scope: Any, receive: Any, send: Any) -> None:
    """Close politely what the router would answer with an error."""
    await send({"type": "websocket.close", "code": NOT_FOUND})
