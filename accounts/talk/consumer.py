"""The socket of one conversation, `/ws/chat/<key>/`, for any page with a chat.

It is separate from match sockets: it has no versions or moves, and different readers; a waiting
table has one, too.

Out: {type: "lines", last, html} with new messages, {type: "all", last, html, muted} with everything
and the people whom the reader has muted, {type: "error", code, detail}. In: {text} or {phrase}.
`?after=<id>` in the address is the last line that the page already shows.
"""

import asyncio
import json
import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation
from django.utils.translation import gettext as _

from accounts import pushes
from accounts.live import NOT_FOUND, TalkingSocket, language_of
from accounts.talk import room_data, selectors, services, telling
from accounts.talk.rooms import Room, room_of
from toolbox.errors import Refusal

log = logging.getLogger(__name__)

RECHECK_SECONDS = 10.0  # between checks that the reader may still read

_threads = ThreadPoolExecutor(2, "chat")
_whole = ThreadPoolExecutor(1, "whole chats")  # however many are read again, no line waits


class ChatConsumer(TalkingSocket, AsyncWebsocketConsumer):  # type: ignore[misc]
    """Sends a reader the messages of one conversation that they may read."""

    room: Room
    _groups: Sequence[str] = ()

    async def connect(self) -> None:
        self.key = self.scope["url_route"]["kwargs"]["key"]
        self.user = self.scope["user"]
        self.language = language_of(self.scope)
        self._sending = asyncio.Lock()
        self._checked_at = float("-inf")
        self.last = self._shown_already()
        await self.accept()
        if not await self.follow_person(self.user):
            return
        if await self._may_read():  # only readers join the group
            await self._join()
            await self.chat_said({})
            await self._note_read()

    async def _note_read(self) -> None:
        if self.user.is_authenticated:
            await self._in_thread(telling.note_read, user=self.user, key=self.key)

    def _shown_already(self) -> int:
        query = parse_qs(self.scope.get("query_string", b"").decode("latin-1"))
        return selectors.id_of(query.get("after", [""])[0]) or 0

    async def _join(self) -> None:
        wanted = [services.group(self.key)]
        if self.user.is_authenticated:
            wanted.append(pushes.chats_of(self.user.pk))
        for group in wanted:
            try:
                await self.channel_layer.group_add(group, self.channel_name)
                self._groups = [*self._groups, group]
            except Exception:  # without a broker the page shows new messages when it loads
                log.warning("could not join group %s", group, exc_info=True)

    async def let_go(self) -> None:
        await super().let_go()
        groups, self._groups = self._groups, ()
        for group in groups:
            try:
                await self.channel_layer.group_discard(group, self.channel_name)
            except Exception:  # an absent broker forgets its groups anyway
                log.warning("could not leave group %s", group)

    async def _may_read(self, pool: ThreadPoolExecutor = _threads) -> bool:
        """Whether the reader may still read; closes the socket if not."""
        now = asyncio.get_running_loop().time()
        if now - self._checked_at < RECHECK_SECONDS:
            return True
        try:
            self.room = await self._in_thread(room_of, pool, key=self.key, user=self.user)
        except Refusal:  # it isn't there for this reader, or not yet
            await self.close(NOT_FOUND)
            return False
        self._checked_at = now
        return True

    # -- outwards -------------------------------------------------------------------------------

    async def chat_said(self, event: dict[str, Any]) -> None:
        """A message was sent: send the lines that the page doesn't show yet."""
        async with self._sending:
            if await self._may_read():
                since = {"room": self.room, "user": self.user, "after": self.last}
                news = await self._in_thread(_lines, **since)
                if news["html"]:
                    await self._tell(news)

    async def chat_changed(self, event: dict[str, Any]) -> None:
        """A block, a mute or a hidden message: send everything again."""
        async with self._sending:
            self._checked_at = float("-inf")
            if await self._may_read(_whole):
                reader = {"room": self.room, "user": self.user}
                await self._tell(await self._in_thread(_everything, _whole, **reader))

    async def _tell(self, lines: dict[str, Any]) -> None:
        self.last = max(self.last, lines["last"])
        await self.send(json.dumps(lines))

    # -- inwards --------------------------------------------------------------------------------

    async def understand(self, message: dict[str, Any]) -> None:
        words = {name: message.get(name, "") for name in ("text", "phrase")}
        if not all(isinstance(value, str) for value in words.values()):
            raise Refusal(_("A message must be text."))
        await self._in_thread(services.say, user=self.user, key=self.key, **words)
        await self.send(json.dumps({"type": "accepted"}))
        await self.chat_said({})  # the author sees it even without a broker

    async def _in_thread(
        self, function: Any, pool: ThreadPoolExecutor = _threads, /, **named: Any
    ) -> Any:
        def run() -> Any:
            with translation.override(self.language):
                return function(**named)

        return await database_sync_to_async(run, thread_sensitive=False, executor=pool)()


def _lines(room: Room, user: Any, after: int) -> dict[str, Any]:
    lines = selectors.lines(room, user, after=after)
    html = room_data.lines_html(room, user, lines) if lines else ""
    return {"type": "lines", "last": lines[-1].id if lines else 0, "html": html}


def _everything(room: Room, user: Any) -> dict[str, Any]:
    muted = room_data.muted_html(room, user)
    return _lines(room, user, 0) | {"type": "all", "muted": muted}
