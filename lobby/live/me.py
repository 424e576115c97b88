"""The site's own socket, `/ws/me/`: every page of a logged-in person keeps one.

The address may say where the page is, `?at=/matches/…/`. Out, at the beginning, after every change
and every `BEAT_SECONDS` (which tells the page that the line lives): {type: "badge", waiting,
elsewhere, next_here, unread} of `lobby.home.badge`; and for a new notice {type: "notice", text,
link, about}, where `about` is the page that the link leads to in the end. Nothing comes in.
"""

import asyncio
import json
import re
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import DatabaseError
from django.urls import reverse
from django.utils import timezone, translation

from accounts import notices, presence, pushes
from accounts.live import FLOODED, NOT_LOGGED_IN, PersonSocket, language_of
from accounts.models import User
from games.matches.live import hub
from lobby.home.badge import Badge, badge
from lobby.presence import place_of_table, table_at
from lobby.tables import announcements
from toolbox import limits
from toolbox.zones import in_zone_of

BEAT_SECONDS = 45.0
GATHER_SECONDS = 0.2  # pushes that come together are answered together
MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 1, 20
LATE = timedelta(seconds=30)  # what came while one page gave way to another is told by the new one
MOST_NEWS = 3  # notices told at once; the figure tells of the others
_PAGE = re.compile(r"/(matches|tables)/([a-zA-Z0-9]{1,16})/")


class MeConsumer(PersonSocket, AsyncWebsocketConsumer):  # type: ignore[misc]
    """Keeps one page's figures up to date, and its person present."""

    hears_desk = True
    _beating: asyncio.Task[None] | None = None
    _counting: asyncio.Task[None] | None = None
    _place: str | None = None
    _fresh = True  # at first: what came while no page was open, and no other page has shown
    _newest: int | None = None  # the last notice that this page need not be told

    async def connect(self) -> None:
        self.user = self.scope["user"]
        self.language = language_of(self.scope)
        self._flood = limits.TokenBucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
        self._telling = asyncio.Lock()
        await self.accept()
        if not self.user.is_authenticated:
            await self.close(NOT_LOGGED_IN)
        elif await self.follow_person(self.user):
            await self._arrive()

    async def _arrive(self) -> None:
        self._at, self._place = _where(self.scope)
        presence.enter(self._place, self.user.pk)
        await self._tell_the_table(self._place)
        self._beating = asyncio.create_task(self._beat())

    async def let_go(self) -> None:
        place, self._place = self._place, None
        for task in (self._beating, self._counting):
            if task is not None:
                task.cancel()
        await super().let_go()
        if place is not None:
            presence.leave(place, self.user.pk)
            await self._tell_the_table(place)

    async def _tell_the_table(self, place: str) -> None:
        """Have a table's page show who is there, if the place is one."""
        public_id = table_at(place)
        if public_id:
            message = {"type": "table.changed", "id": public_id}
            await pushes.deliver(announcements.group_of(public_id), message)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if not self._flood.take():
            await self.close(FLOODED)

    # -- outwards -------------------------------------------------------------------------------

    async def person_notice(self, event: dict[str, Any]) -> None:
        self._count_soon(news=True)

    async def person_desk(self, event: dict[str, Any]) -> None:
        self._count_soon()

    def _count_soon(self, *, news: bool = False) -> None:
        self._fresh = self._fresh or news
        if self._counting is None or self._counting.done():
            self._counting = asyncio.create_task(self._count_after(GATHER_SECONDS))

    async def _count_after(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self._counting = None  # the next push counts anew
        await self._tell()

    async def _beat(self) -> None:
        while True:
            await self._tell()
            await asyncio.sleep(BEAT_SECONDS)

    async def _tell(self) -> None:
        """Tell the figures and what is new; while the database is away, the next beat does."""
        async with self._telling:
            news, self._fresh = self._fresh, False
            try:
                if self._newest is None:
                    self._newest = await hub.in_reads_thread(_newest, user=self.user)
                await self._tell_badge()
                if news:
                    await self._tell_news()
            except DatabaseError:
                self._fresh = self._fresh or news

    async def _tell_badge(self) -> None:
        told: Badge = await hub.in_reads_thread(badge, user=self.user, at=self._at)
        await self.send(json.dumps({"type": "badge", **told.as_data()}))

    async def _tell_news(self) -> None:
        """Tell the notices that came since the last ones, if they are still unread."""
        given = {"user": self.user, "after": self._newest, "language": self.language}
        news = await hub.in_reads_thread(_news, **given)
        for pk, text, about in news:
            self._newest = max(self._newest or 0, pk)
            link = reverse("notices:follow", args=[pk])
            message = {"text": text, "link": link, "about": about}
            await self.send(json.dumps({"type": "notice", **message}))


def _where(scope: dict[str, Any]) -> tuple[str, str]:
    """The match that the page shows ("": none), and its place for `accounts.presence`."""
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    page = _PAGE.fullmatch(query.get("at", [""])[0].removeprefix(settings.ROOT_PATH))
    if page is None:
        return "", presence.SITE
    if page[1] == "tables":
        return "", place_of_table(page[2])
    return page[2], presence.SITE  # the match's own socket says who is there


def _newest(user: User) -> int:
    """The last notice that some page must have shown."""
    earlier = user.notices.filter(created_at__lt=timezone.now() - LATE)
    return earlier.values_list("pk", flat=True).order_by("-pk").first() or 0


def _news(user: User, after: int, language: str) -> list[tuple[int, str, str]]:
    unread = user.notices.filter(read_at=None, quiet=False, pk__gt=after)
    found = unread.order_by("pk")[:MOST_NEWS]
    with translation.override(language), in_zone_of(user):
        return [(notice.pk, notices.sentence(notice), notice.link) for notice in found]
