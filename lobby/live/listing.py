"""Sends changes in the list of open tables to all sockets of one process that follow it.

A push names a table that changed. The process reads it once and renders its row once per language,
and once more for the people at it. The same text goes to every socket whose viewer may see the
table, by their own tables, blocks and filters.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

import msgspec
from channels.layers import get_channel_layer
from django.utils import translation

from accounts import pushes
from accounts.models import Block
from games.matches.live.hub import in_reads_thread
from lobby.listing import listed, rows
from lobby.listing.listed import Listed
from lobby.models import Table
from lobby.tables import announcements
from lobby.tables.filters import Filters
from toolbox import tracing
from toolbox.memory import PerLoop

log = logging.getLogger(__name__)

RETRY_SECONDS = 1.0
PATIENCE_SECONDS = 2.0  # the longest that a socket waits for the broker
SENT_IN_A_ROW = 50  # sockets served before other work gets a turn on the event loop


class Follower(Protocol):
    """A socket that shows the list."""

    user_id: int | None
    hidden: set[int]  # people whom blocks hide from its user
    followed: set[int]  # people whom its user followed when the page opened
    filters: Filters
    language: str

    async def tell(self, text: str) -> None: ...


@dataclass(frozen=True)
class News:
    """A table that changed, and the texts to send."""

    table: Listed
    gone: str
    # By language, whether it is the reader's own table, and whether they follow the host.
    texts: dict[tuple[str, bool, bool], str]

    def text_for(self, follower: Follower) -> str | None:
        """The text for a socket; None if its user may not see the table."""
        table = self.table
        mine = follower.user_id in table.people
        if not mine and not table.listed:
            return None
        if not table.is_open:
            return self.gone
        hidden = table.people & follower.hidden
        if mine or (not hidden and follower.filters.fit(table.facts)):
            followed = not mine and table.host_id in follower.followed
            return self.texts[follower.language, mine, followed]
        return self.gone


class Listing:
    """The sockets on one event loop that follow the list."""

    def __init__(self) -> None:
        self._followers: set[Follower] = set()
        self._listening: asyncio.Task[None] | None = None
        self._hears = asyncio.Event()
        self._telling: asyncio.Task[None] | None = None
        self._changed: dict[str, None] = {}
        self._newest_block: int | None = None

    async def follow(self, follower: Follower) -> bool:
        """Tell the follower every change from now on; False while the broker is away.

        Once the broker is back, the follower is told to look again.
        """
        self._followers.add(follower)
        if self._listening is None or self._listening.done():
            self._hears = asyncio.Event()
            self._listening = asyncio.create_task(self._listen(self._hears))
        with suppress(TimeoutError):
            await asyncio.wait_for(self._hears.wait(), PATIENCE_SECONDS)
        return self._hears.is_set()

    def unfollow(self, follower: Follower) -> None:
        self._followers.discard(follower)
        if not self._followers and self._listening is not None:
            self._listening.cancel()
            self._listening = None  # the cancelled task ends later; new followers need another

    async def _listen(self, hears: asyncio.Event) -> None:
        """Receive changes for all followers through one channel."""
        lost = False
        while True:
            layer = get_channel_layer()
            try:
                channel = await layer.new_channel()
                await layer.group_add(announcements.LISTING, channel)
                hears.set()
                try:
                    if lost:
                        await self._send_all(lambda follower: following(missed=True))
                    while True:
                        message = await layer.receive(channel)
                        with tracing.caused_by(message.get(pushes.CAUSE)):
                            self.changed(message["id"])
                finally:
                    await layer.group_discard(announcements.LISTING, channel)
            except Exception:  # the broker is away
                log.warning("could not listen for changed tables", exc_info=True)
                hears.clear()
                lost = True
                await asyncio.sleep(RETRY_SECONDS)

    def changed(self, public_id: str) -> None:
        """Queue a changed table; several in a row are read together."""
        self._changed[public_id] = None
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        while self._changed:
            ids, self._changed = list(self._changed), {}
            languages = {follower.language for follower in self._followers}
            followed = set[int]().union(*(follower.followed for follower in self._followers))
            try:
                await self._read_blocks()
                news = await in_reads_thread(
                    _news, public_ids=ids, languages=languages, followed=followed
                )
            except Exception:  # the database is away; pages refresh themselves now and then
                log.warning("could not read changed tables", exc_info=True)
                continue
            for each in news:
                await self._send_all(each.text_for)

    async def _send_all(self, text_for: Callable[[Follower], str | None]) -> None:
        for number, follower in enumerate(list(self._followers)):
            if number % SENT_IN_A_ROW == SENT_IN_A_ROW - 1:
                await asyncio.sleep(0)
            try:
                text = text_for(follower)
                if text is not None:
                    await follower.tell(text)
            except Exception:  # a dying socket must not stop the others
                log.debug("a follower of the list is gone", exc_info=True)

    async def _read_blocks(self) -> None:
        """Apply new blocks to the sockets that are open already."""
        newest, pairs = await in_reads_thread(_blocks_after, newest=self._newest_block)
        self._newest_block = newest
        for follower in self._followers if pairs else ():
            for one, other in pairs:
                if follower.user_id in (one, other):
                    follower.hidden.add(other if follower.user_id == one else one)


def _blocks_after(newest: int | None) -> tuple[int, list[tuple[int, int]]]:
    """The key of the newest block, and the blocked pairs after `newest`; none the first time."""
    last = Block.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    if newest is None or last <= newest:
        return last, []
    return last, list(Block.objects.filter(pk__gt=newest).values_list("blocker_id", "blocked_id"))


def _news(public_ids: list[str], languages: Iterable[str], followed: Collection[int]) -> list[News]:
    tables = Table.objects.filter(public_id__in=public_ids)
    return [_news_of(table, languages, table.host_id in followed) for table in listed.read(tables)]


def _news_of(table: Listed, languages: Iterable[str], followed: bool) -> News:
    texts = {}
    kinds = [(False, False), (True, False), *([(False, True)] if followed else [])]
    for language in languages if table.is_open else ():
        with translation.override(language):
            for mine, by_follower in kinds:
                html = rows.html_of(rows.row_of(table, mine=mine, followed=by_follower))
                text = _text(type="row", id=table.public_id, html=html[:])
                texts[language, mine, by_follower] = text
    return News(table, gone=_text(type="gone", id=table.public_id), texts=texts)


def following(*, missed: bool) -> str:
    """The message that all changes will be sent from now on; `missed`: earlier ones may be lost."""
    return _text(type="open", missed=missed)


def _text(**message: str | bool) -> str:
    return msgspec.json.encode(message).decode()


current = PerLoop(Listing)  # the listing of the running event loop
