"""The sockets of the list of open tables and of a table's page. Pages send nothing.

The list's server sends {type: "open", missed} once it follows every change, with `missed` if the
list has changed since the page was made (`&seen=` in the address is its `announcements.mark`);
{type: "row", id, html} for a new or changed table, {type: "gone", id} for a table that is gone or
no longer fits the filters of the address. A table's server sends {type: "changed"} once it follows
every change and after each change; the page then refreshes itself.
"""

import asyncio
import logging
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qsl

from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import DatabaseError

from accounts import blocks, follows
from accounts.live import NOT_FOUND, PersonSocket, language_of
from games.matches.live.hub import in_moves_thread, in_reads_thread
from lobby.live import listing
from lobby.tables import announcements, selectors, services
from lobby.tables.filters import Filters

log = logging.getLogger(__name__)

TOUCH_SECONDS = 120  # between two notes that a person is at the table


class TableSocket(PersonSocket, AsyncWebsocketConsumer):  # type: ignore[misc]
    """The base of both sockets."""

    async def connect(self) -> None:
        await self.accept()
        self.user = self.scope["user"]
        self.user_id: int | None = self.user.pk if self.user.is_authenticated else None
        if await self.follow_person(self.user):
            await self.opened()

    async def opened(self) -> None:
        raise NotImplementedError

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore what pages send."""


class ListConsumer(TableSocket):
    """Follows the list of open tables, filtered by its address."""

    async def opened(self) -> None:
        text = self.scope.get("query_string", b"").decode("latin-1")
        query = dict(parse_qsl(text, keep_blank_values=True))
        self.filters = Filters.read(query)
        self.language = language_of(self.scope)
        self.hidden: set[int] = await in_reads_thread(blocks.hidden_from, user=self.user)
        self.followed: set[int] = await in_reads_thread(follows.followed_ids, user=self.user)
        hears = await listing.current().follow(self)
        # Read after `follow`, so that no change slips in between.
        mark = await in_reads_thread(announcements.mark)
        await self.tell(listing.following(missed=not hears or query.get("seen", mark) != mark))

    async def person_blocks(self, event: dict[str, Any]) -> None:
        self.hidden = await in_reads_thread(blocks.hidden_from, user=self.user)
        await self.tell(listing.following(missed=True))

    async def tell(self, text: str) -> None:
        await self.send(text)

    async def let_go(self) -> None:
        listing.current().unfollow(self)
        await super().let_go()


class TableConsumer(TableSocket):
    """Follows one table for its page, and notes that a person is there."""

    group = ""
    _touching: asyncio.Task[None] | None = None

    async def opened(self) -> None:
        self.public_id = self.scope["url_route"]["kwargs"]["public_id"]
        if not await self._is_there():
            return
        self.group = announcements.group_of(self.public_id)
        try:
            await self.channel_layer.group_add(self.group, self.channel_name)
        except Exception:  # without a broker the page refreshes itself now and then
            log.warning("could not join group %s", self.group, exc_info=True)
        await self.table_changed({})  # it may have changed since the page was made
        if self.user_id is not None:
            self._touching = asyncio.create_task(self._touch())

    async def _is_there(self) -> bool:
        """Whether the person may see the table; closes the socket if not."""
        if await in_reads_thread(selectors.is_there, public_id=self.public_id, user=self.user):
            return True
        await self.close(NOT_FOUND)
        return False

    async def person_blocks(self, event: dict[str, Any]) -> None:
        await self.table_changed({})
        await self._is_there()

    async def _touch(self) -> None:
        while True:
            with suppress(DatabaseError):  # away for a moment: the next note counts
                await in_moves_thread(services.touch, public_id=self.public_id, user=self.user)
            await asyncio.sleep(TOUCH_SECONDS)

    async def table_changed(self, event: dict[str, Any]) -> None:
        await self.send('{"type": "changed"}')

    async def let_go(self) -> None:
        if self._touching is not None:
            self._touching.cancel()
        group, self.group = self.group, ""
        if group:
            with suppress(Exception):  # a broker that is away forgets its groups anyway
                await self.channel_layer.group_discard(group, self.channel_name)
        await super().let_go()
