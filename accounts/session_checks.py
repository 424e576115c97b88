"""Whether the sockets of this process may stay open, asked of the database now and then.

A socket may stay open while its person has what opened it: the session or API key, the password
that the log-in was made by, an account that is neither banned nor shut, special rights. A push
(`accounts.pushes`) says at once that one of these is lost; but a push may be lost itself, and no
push says that a session has expired or that its row was removed. So every `CHECK_SECONDS` each
process asks about all its sockets: one query each for people, sessions and API keys, and one for
roles if any of the people are staff.
"""

import asyncio
import logging
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol

from channels.db import database_sync_to_async
from django.contrib.sessions.models import Session
from django.db.models import prefetch_related_objects
from django.utils import timezone

from accounts import pushes, roles, sanctions
from accounts.models import Token, User
from toolbox.memory import PerLoop

log = logging.getLogger(__name__)

CHECK_SECONDS = 4.0

_thread = ThreadPoolExecutor(1, "rechecking")


class Socket(Protocol):
    """What can be closed, with a code."""

    async def close(self, code: int) -> None: ...


@dataclass(frozen=True, eq=False)
class Opened:
    """What let a socket in: an API key, or a session with the password and rights of that moment.

    `moved`: the session has another key since, which only its browser knows.
    """

    user_id: int
    password: str = ""
    key_digest: str = ""
    session_key: str = ""
    rights: frozenset[str] = frozenset()
    moved: bool = False


@dataclass(frozen=True)
class Standing:
    """What the database says of some people, keys and sessions."""

    people: dict[int, User]
    keys: Collection[str] = ()
    sessions: Collection[str] = ()

    def code_for(self, opened: Opened) -> int | None:
        """With what code a socket must be closed; None: it stays open."""
        user = self.people.get(opened.user_id)
        if user is not None and sanctions.is_banned(user):
            return pushes.BANNED
        if user is None or not user.is_active:
            return pushes.LOGGED_OUT
        if opened.key_digest:
            return None if opened.key_digest in self.keys else pushes.LOGGED_OUT
        if opened.moved:
            return pushes.TRY_AGAIN
        stays = (
            opened.session_key in self.sessions
            and opened.password == user.password
            and opened.rights <= roles.rights_of(user)
        )
        return None if stays else pushes.LOGGED_OUT


class Watch:
    """The open sockets of one event loop whose person is known."""

    def __init__(self) -> None:
        self._sockets: dict[Socket, Opened] = {}
        self._looking: asyncio.Task[None] | None = None

    def add(self, socket: Socket, opened: Opened) -> None:
        """Close the socket when its person loses what opened it."""
        self._sockets[socket] = opened
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look_for_ever())

    def discard(self, socket: Socket) -> None:
        self._sockets.pop(socket, None)
        if not self._sockets and self._looking is not None:
            self._looking.cancel()
            self._looking = None

    def let_move(self, socket: Socket) -> None:
        """The person has just chosen a new password in the socket's own browser.

        Its session gets another key with the answer to that: the next look has the page open the
        socket again.
        """
        if socket in self._sockets:
            self._sockets[socket] = replace(self._sockets[socket], moved=True)

    async def _look_for_ever(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            try:
                await self.look()
            except Exception:  # the database may be away for a moment; the next look sees
                log.warning("could not look who may stay connected", exc_info=True)

    async def look(self, only: Socket | None = None) -> None:
        """Close the sockets, or `only` that one, whose person has lost what opened them."""
        asked = {key: opened for key, opened in self._sockets.items() if only in (None, key)}
        standing = await _read(
            {opened.user_id for opened in asked.values()},
            {opened.key_digest for opened in asked.values()} - {""},
            {opened.session_key for opened in asked.values()} - {""},
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


async def _read(user_ids: set[int], keys: set[str], sessions: set[str]) -> Standing:
    reading = database_sync_to_async(standing_of, thread_sensitive=False, executor=_thread)
    standing: Standing = await reading(user_ids, keys, sessions)
    return standing


def standing_of(user_ids: set[int], keys: set[str], sessions: set[str]) -> Standing:
    """A query each for people, keys, sessions and the roles of staff, where there are any."""
    fields = ("password", "is_active", "is_staff", "is_superuser", "banned_until")
    people = User.objects.only(*fields).in_bulk(list(user_ids))
    prefetch_related_objects([user for user in people.values() if user.is_staff], "groups")
    unexpired = Session.objects.filter(expire_date__gt=timezone.now()).only("session_key")
    known = Token.objects.filter(digest__in=keys).values_list("digest", flat=True)
    return Standing(
        people=people,
        keys=set(known) if keys else (),
        sessions=unexpired.in_bulk(list(sessions)),
    )


async def rights_of(user: Any) -> frozenset[str]:
    """`roles.rights_of`, which asks the database about staff alone."""
    if not getattr(user, "is_staff", False):
        return roles.rights_of(user)
    asking = database_sync_to_async(roles.rights_of, thread_sensitive=False, executor=_thread)
    rights: frozenset[str] = await asking(user)
    return rights


current = PerLoop(Watch)  # the watch of the running event loop
