"""A connection to Redis that notices its loss."""

import time
from typing import Any

from redis.asyncio import Connection
from redis.exceptions import ConnectionError


class NoticingConnection(Connection):
    """Raises ConnectionError once the network gave up on it.

    redis-py takes the network's ETIMEDOUT for the end of its own wait, which it isn't: it is raised
    at once each time. A channel layer that listens would never let the event loop go on.
    """

    async def read_response(
        self, disable_decoding: bool = False, timeout: float | None = None, **named: Any
    ) -> Any:
        begun = time.monotonic()
        response = await super().read_response(disable_decoding, timeout, **named)
        if response is None and timeout and time.monotonic() - begun < timeout / 2:
            await self.disconnect(nowait=True)
            raise ConnectionError("the connection to the broker is lost")
        return response
