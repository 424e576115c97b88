"""The socket `/ws/me/`, which every page of a logged-in person keeps open.

The address may name the page, `?at=/matches/…/`. The server sends {type: "badge", waiting,
elsewhere, next_here, unread} of `lobby.home.badge` at first, after every change and as a heartbeat
every `BEAT_SECONDS`; and for a new notice {type: "notice", text, link, about}, where `about` is the
page to which the link redirects. Pages send nothing.
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
GATHER_SECONDS = 0.2  # pushes within this time get one answer
MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 1, 20
LATE = timedelta(seconds=30)  # a new page shows notices up to this old: they came between pages
MOST_NEWS = 3  # notices sent at once; the badge counts the others
_PAGE = re.compile(r"/(matches|tables)/([a-zA-Z0-9]{1,16})/")


class MeConsumer(PersonSocket, AsyncWebsocketConsumer):  # type: ignore[misc]
    """Keeps one page's badge up to date, and its person present."""

    hears_desk = True
    _beating: asyncio.Task[None] | None = None
    _counting: asyncio.Task[None] | None = None
    _place: str | None = None
    _fresh = True  # whether there may be new notices, as at first
    _newest: int | None = None  # the last notice that this page needn't show

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
        """If the place is a table, have its page show who is there."""
        public_id = table_at(place)
        if public_id:
            message = {"type": "table.changed", "id": public_id}
            await pushes.deliver(announcements.group_of(public_id), message)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if not self._flood.take():
            await self.close(FLOODED)

    async def person_notice(self, event: dict[str, Any]) -> None:
        self._count_soon(news=True)

    def desk_changed(self) -> None:
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
        """Send the badge and new notices; if the database is away, the next beat does."""
        async with self._telling:
            news, self._fresh = self._fresh, False
            try:
                if self._newest is None:
                    self._newest = await hub.in_reads_thread(_newest, user=self.user)
                figures: Badge = await hub.in_reads_thread(badge, user=self.user, at=self._at)
                await self.send(json.dumps({"type": "badge", **figures.as_data()}))
                if news:
                    await self._tell_news()
            except DatabaseError:
                self._fresh = self._fresh or news

    async def _tell_news(self) -> None:
        """Send the unread notices that are newer than those sent last."""
        news = await hub.in_reads_thread(
            _news, user=self.user, after=self._newest, language=self.language
        )
        for pk, text, about in news:
            self._newest = max(self._newest or 0, pk)
            link = reverse("notices:follow", args=[pk])
            message = {"type": "notice", "text": text, "link": link, "about": about}
            await self.send(json.dumps(message))


def _where(scope: dict[str, Any]) -> tuple[str, str]:
    """The public id of the page's match, or "", and the page's place for `accounts.presence`."""
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    page = _PAGE.fullmatch(query.get("at", [""])[0].removeprefix(settings.ROOT_PATH))
    if page is None:
        return "", presence.SITE
    if page[1] == "tables":
        return "", place_of_table(page[2])
    return page[2], presence.SITE  # the match's own socket says who is there


def _newest(user: User) -> int:
    """The key of the last notice that an earlier page must have shown."""
    earlier = user.notices.filter(created_at__lt=timezone.now() - LATE)
    return earlier.values_list("pk", flat=True).order_by("-pk").first() or 0


def _news(user: User, after: int, language: str) -> list[tuple[int, str, str]]:
    unread = user.notices.filter(read_at=None, quiet=False, pk__gt=after).order_by("pk")
    with translation.override(language), in_zone_of(user):
        return [(one.pk, notices.sentence(one), one.link) for one in unread[:MOST_NEWS]]
