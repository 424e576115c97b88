"""What is told of one match through the channel layer, heard once for all sockets of a process."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from channels.layers import get_channel_layer

log = logging.getLogger(__name__)

RETRY_SECONDS = 1.0  # twice as long each time: the layer keeps something of each failed attempt
LONGEST_RETRY_SECONDS = 30.0


class GroupListener:
    """Listens to a group, in a task of its own, until it is closed; `hears` takes each message."""

    def __init__(self, group: str, hears: Callable[[dict[str, Any]], None]) -> None:
        self._group, self._hears = group, hears
        self._tried = asyncio.Event()
        self._listening = asyncio.create_task(self._listen_for_ever())

    async def is_open(self) -> None:
        """Return as soon as no message slips by; without a broker at once, nobody is held up."""
        await self._tried.wait()

    def close(self) -> None:
        self._listening.cancel()

    async def _listen_for_ever(self) -> None:
        self._wait = RETRY_SECONDS
        while True:
            try:
                await self._listen()
            except Exception:  # the broker is away, in whatever way
                log.warning("could not listen to %s", self._group, exc_info=True)
                self._tried.set()
                await asyncio.sleep(self._wait)
                self._wait = min(2 * self._wait, LONGEST_RETRY_SECONDS)

    async def _listen(self) -> None:
        layer = get_channel_layer()
        channel = await layer.new_channel()
        try:
            await layer.group_add(self._group, channel)
            self._tried.set()
            self._wait = RETRY_SECONDS
            while True:
                self._hears(await layer.receive(channel))
        finally:
            await layer.group_discard(self._group, channel)
