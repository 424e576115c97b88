"""How sockets end."""

import json
from typing import Any


async def closed_with(socket: Any) -> int:
    """The code that the socket is closed with now, after a last message that says why."""
    why = json.loads((await socket.receive_output())["text"])
    assert (why["type"], bool(why["code"]), bool(why["detail"])) == ("error", True, True)
    closed = await socket.receive_output()
    assert closed["type"] == "websocket.close"
    return int(closed["code"])
