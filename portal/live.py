"""What sockets do that no consumer answers for."""

import json
import logging
from contextlib import suppress
from typing import Any

from autobahn.exception import Disconnected

from accounts import storage
from accounts.errors import Refusal
from accounts.live import NOT_FOUND, TRY_AGAIN

log = logging.getLogger(__name__)


async def unknown_socket(scope: Any, receive: Any, send: Any) -> None:
    """Close politely what the router would answer with an error."""
    await send({"type": "websocket.close", "code": NOT_FOUND})


class WithoutDatabase:
    """Ends a socket whose database is busy or full with a sentence, not with an error.

    Nor is it an error that somebody left before an answer.
    """

    def __init__(self, sockets: Any) -> None:
        self.sockets = sockets

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        sent: set[str] = set()

        async def noting(message: Any) -> None:
            sent.add(message["type"])
            with suppress(Disconnected):  # who has left in the meantime needs no answer
                await send(message)

        try:
            await self.sockets(scope, receive, noting)
        except Exception as error:
            refusal = storage.refusal_of(error)
            if refusal is None:
                raise
            log.warning("a socket ended: %s", error)
            if "websocket.close" not in sent:
                with suppress(Exception):  # it may be gone by now
                    await _refuse(refusal, send, accepted="websocket.accept" in sent)


async def _refuse(refusal: Refusal, send: Any, *, accepted: bool) -> None:
    if not accepted:
        await send({"type": "websocket.accept"})
    told = json.dumps({"type": "error", **refusal.as_data()})
    await send({"type": "websocket.send", "text": told})
    await send({"type": "websocket.close", "code": TRY_AGAIN})
