"""The socket of one conversation, `/ws/chat/<key>/`, for any page that has a chat.

It is a socket of its own because conversations have nothing in common with matches: no versions, no
moves, another circle of readers; and a waiting table's page has the same one.

Out: {type: "lines", last, html} with what was said since, {type: "all", last, html, muted} with
everything anew and whom the reader has muted, {type: "error", code, detail}. In: {text} or
{phrase}. The address may say `?after=<id>`: the last line that the page shows already.
"""

import asyncio
import json
import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
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
T = TypeVar("T")

RECHECK_SECONDS = 10.0  # how long a reader counts as one who may read (a table may send them away)

_threads = ThreadPoolExecutor(2, "chat")


class ChatConsumer(TalkingSocket, AsyncWebsocketConsumer):  # type: ignore[misc]
    """Sends one reader what they may read of one conversation."""

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
        if await self._may_read():  # nobody joins a group whose messages they may not get
            await self._join()
            await self.chat_said({})
            await self._note_read()

    async def _note_read(self) -> None:
        if self.user.is_authenticated:
            await self._in_thread(telling.note_read, user=self.user, key=self.key)

    def _shown_already(self) -> int:
        query = parse_qs(self.scope.get("query_string", b"").decode("latin-1"))
        text = query.get("after", [""])[0]
        return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0

    async def _join(self) -> None:
        wanted = [services.group(self.key)]
        if self.user.is_authenticated:
            wanted.append(pushes.chats_of(self.user.pk))
        for group in wanted:
            try:
                await self.channel_layer.group_add(group, self.channel_name)
                self._groups = [*self._groups, group]
            except Exception:  # without a broker the page shows what is new when it loads
                log.warning("could not join group %s", group, exc_info=True)

    async def let_go(self) -> None:
        await super().let_go()
        groups, self._groups = self._groups, ()
        for group in groups:
            try:
                await self.channel_layer.group_discard(group, self.channel_name)
            except Exception:  # a broker that is away forgets its groups anyway
                log.warning("could not leave group %s", group)

    async def _may_read(self) -> bool:
        """Whether the reader still may; closes the socket if not."""
        now = asyncio.get_running_loop().time()
        if now - self._checked_at < RECHECK_SECONDS:
            return True
        try:
            self.room = await self._in_thread(room_of, key=self.key, user=self.user)
        except Refusal:  # it isn't there for this reader, or not yet
            await self.close(NOT_FOUND)
            return False
        self._checked_at = now
        return True

    # -- outwards -------------------------------------------------------------------------------

    async def chat_said(self, event: dict[str, Any]) -> None:
        """Something was said: send what the page doesn't show yet."""
        async with self._sending:
            if await self._may_read():
                await self._send_since(self.last, kind="lines")

    async def chat_changed(self, event: dict[str, Any]) -> None:
        """Who is blocked or muted has changed, or a message was hidden: send everything anew."""
        async with self._sending:
            self._checked_at = float("-inf")
            if await self._may_read():
                await self._send_since(0, kind="all")

    async def _send_since(self, after: int, *, kind: str) -> None:
        html, last = await self._in_thread(_lines, room=self.room, user=self.user, after=after)
        if not html and kind == "lines":
            return
        self.last = max(self.last, last)
        more = {}
        if kind == "all":
            more["muted"] = await self._in_thread(
                room_data.muted_html, room=self.room, reader=self.user
            )
        await self.send(json.dumps({"type": kind, "last": last, "html": html, **more}))

    # -- inwards --------------------------------------------------------------------------------

    async def understand(self, message: dict[str, Any]) -> None:
        said = {name: message.get(name, "") for name in ("text", "phrase")}
        if not all(isinstance(value, str) for value in said.values()):
            raise Refusal(_("A message must be text."))
        await self._say(said)

    async def _say(self, said: dict[str, str]) -> None:
        await self._in_thread(services.say, user=self.user, key=self.key, **said)
        await self.send(json.dumps({"type": "accepted"}))
        await self.chat_said({})  # whoever speaks sees it even while the broker is away

    async def _in_thread(self, function: Any, **said: Any) -> Any:
        def run() -> Any:
            with translation.override(self.language):
                return function(**said)

        threaded = database_sync_to_async(run, thread_sensitive=False, executor=_threads)
        return await threaded()


def _lines(room: Room, user: Any, after: int) -> tuple[str, int]:
    found = selectors.lines(room, user, after=after)
    return (room_data.lines_html(room, user, found) if found else ""), (
        found[-1].id if found else 0
    )
