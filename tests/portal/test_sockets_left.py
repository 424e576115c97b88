"""Who closes a socket before an answer to them is written is no error of the portal."""

from typing import Any

import pytest
from autobahn.exception import Disconnected

from portal.live import WithoutDatabase


async def answering(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "websocket.send", "text": "an answer"})


async def test_an_answer_to_who_has_left_is_dropped():
    tried = []

    async def send(message: Any) -> None:
        tried.append(message["text"])
        raise Disconnected("Attempt to send on a closed protocol")

    await WithoutDatabase(answering)({}, None, send)
    assert tried == ["an answer"]


async def test_any_other_error_is_shown():
    async def send(message: Any) -> None:
        raise ValueError("Got invalid reply")

    with pytest.raises(ValueError, match="invalid"):
        await WithoutDatabase(answering)({}, None, send)
