"""Whether the sockets of this process may stay open, asked of the database now and then.

A ban, a new password, a revoked key or a shut account closes sockets by a push
(`accounts.pushes`), and a push may be lost. So every `CHECK_SECONDS` each process asks anew about
whoever has a socket here: once for all people, and once for all API keys where there are any.
"""

import asyncio
import logging
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol

from channels.db import database_sync_to_async

from accounts import pushes, sanctions
from accounts.models import Token, User
from accounts.per_loop import PerLoop

log = logging.getLogger(__name__)

CHECK_SECONDS = 10.0

_thread = ThreadPoolExecutor(1, "rechecking")


class Socket(Protocol):
    """What can be closed, with a code."""

    async def close(self, code: int) -> None: ...


@dataclass(frozen=True, eq=False)
class Opened:
    """What let a socket in: an API key, or a log-in by the password as it was stored then.

    `password` is None for a browser whose owner has just chosen a new one there: that one is taken
    for known at the next look.
    """

    user_id: int
    password: str | None
    key_digest: str


@dataclass(frozen=True)
class Standing:
    """What the database says of some people and keys."""

    people: dict[int, User]
    keys: set[str]

    def code_for(self, opened: Opened) -> int | None:
        """With what code a socket must be closed; None: it stays open."""
        user = self.people.get(opened.user_id)
        if user is not None and sanctions.is_banned(user):
            return pushes.BANNED
        if user is None or not user.is_active:
            return pushes.LOGGED_OUT
        if opened.key_digest:
            return None if opened.key_digest in self.keys else pushes.LOGGED_OUT
        return None if opened.password in (None, user.password) else pushes.LOGGED_OUT


class Watch:
    """The open sockets of one event loop whose person is known."""

    def __init__(self) -> None:
        self._sockets: dict[Socket, Opened] = {}
        self._looking: asyncio.Task[None] | None = None

    def add(self, socket: Socket, user: Any, key_digest: str) -> None:
        """Look after a socket that `user` opened, by an API key or ("") by being logged in."""
        self._sockets[socket] = Opened(user.pk, user.password, key_digest)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look_for_ever())

    def discard(self, socket: Socket) -> None:
        self._sockets.pop(socket, None)
        if not self._sockets and self._looking is not None:
            self._looking.cancel()
            self._looking = None

    def trust_new_password(self, socket: Socket) -> None:
        """The socket's own browser is where its person has just chosen a new password."""
        if socket in self._sockets:
            self._sockets[socket] = replace(self._sockets[socket], password=None)

    async def _look_for_ever(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            try:
                await self.look()
            except Exception:  # the database may be away for a moment; the next look sees
                log.warning("could not look who may stay connected", exc_info=True)

    async def look(self) -> None:
        """Close the sockets of those who may not be here any more."""
        asked = dict(self._sockets)
        standing = await _read(
            {opened.user_id for opened in asked.values()},
            {opened.key_digest for opened in asked.values()} - {""},
        )
        for socket, opened in asked.items():
            if self._sockets.get(socket) is opened:  # else it has gone, or was let in anew
                await self._judge(socket, opened, standing)

    async def _judge(self, socket: Socket, opened: Opened, standing: Standing) -> None:
        code = standing.code_for(opened)
        if code is not None:
            del self._sockets[socket]
            with suppress(Exception):  # a dying socket must not stop the others
                await socket.close(code)
        elif opened.password is None:
            known = standing.people[opened.user_id].password
            self._sockets[socket] = replace(opened, password=known)


async def _read(user_ids: Iterable[int], keys: set[str]) -> Standing:
    reading = database_sync_to_async(standing_of, thread_sensitive=False, executor=_thread)
    standing: Standing = await reading(user_ids, keys)
    return standing


def standing_of(user_ids: Iterable[int], keys: set[str]) -> Standing:
    """One query for all people; another one if there are any keys."""
    people = User.objects.only("password", "is_active", "banned_until").in_bulk(list(user_ids))
    known = Token.objects.filter(digest__in=keys).values_list("digest", flat=True)
    return Standing(people, set(known) if keys else set())


current = PerLoop(Watch)  # the watch of the running event loop
