"""Periodically close sockets whose credentials are no longer valid.

A socket may stay open while its person has what opened it: the session or API key, the password of
the log-in, an account that is neither banned nor closed, special rights. A push (`accounts.pushes`)
reports a loss at once, but pushes can get lost, and none reports expired or deleted sessions. So
every `CHECK_SECONDS` each process queries all its sockets: one query each for people, sessions and
API keys, and one for roles if staff are among them.
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
    """Anything that can be closed with a code."""

    async def close(self, code: int) -> None: ...


@dataclass(frozen=True, eq=False)
class Opened:
    """The credentials of a socket: an API key, or a session with its password and rights then.

    `moved`: the session's key has changed since, and only its browser knows the new one.
    """

    user_id: int
    password: str = ""
    key_digest: str = ""
    session_key: str = ""
    rights: frozenset[str] = frozenset()
    moved: bool = False


@dataclass(frozen=True)
class Standing:
    """The database's state of some people, keys and sessions."""

    people: dict[int, User]
    keys: Collection[str] = ()
    sessions: Collection[str] = ()

    def code_for(self, opened: Opened) -> int | None:
        """Return the code to close a socket with, or None if it stays open."""
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
    """The open sockets of known people on one event loop."""

    def __init__(self) -> None:
        self._sockets: dict[Socket, Opened] = {}
        self._looking: asyncio.Task[None] | None = None

    def add(self, socket: Socket, opened: Opened) -> None:
        """Watch the socket until its person loses what opened it."""
        self._sockets[socket] = opened
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look_for_ever())

    def discard(self, socket: Socket) -> None:
        self._sockets.pop(socket, None)
        if not self._sockets and self._looking is not None:
            self._looking.cancel()
            self._looking = None

    def let_move(self, socket: Socket) -> None:
        """The person has changed the password in the socket's own browser.

        The response gives the session another key, so the next check has the page reconnect.
        """
        if socket in self._sockets:
            self._sockets[socket] = replace(self._sockets[socket], moved=True)

    async def _look_for_ever(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            try:
                await self.look()
            except Exception:  # the database may be away; the next check finds it again
                log.warning("could not look who may stay connected", exc_info=True)

    async def look(self, only: Socket | None = None) -> None:
        """Close the sockets whose person has lost what opened them; look at `only` one if given."""
        checked = {key: opened for key, opened in self._sockets.items() if only in (None, key)}
        standing = await _read(
            {opened.user_id for opened in checked.values()},
            {opened.key_digest for opened in checked.values()} - {""},
            {opened.session_key for opened in checked.values()} - {""},
        )
        for socket, opened in checked.items():
            if self._sockets.get(socket) is opened:  # otherwise it has closed or reconnected
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
    """Query people, keys, sessions and the roles of staff, each only if there are any."""
    fields = ("password", "is_active", "is_staff", "is_superuser", "banned_until")
    people = User.objects.only(*fields).in_bulk(list(user_ids))
    prefetch_related_objects([user for user in people.values() if user.is_staff], "groups")
    unexpired = Session.objects.filter(expire_date__gt=timezone.now()).only("session_key")
    known = Token.objects.filter(digest__in=keys).values_list("digest", flat=True)
    sessions_left = unexpired.in_bulk(list(sessions))
    return Standing(people=people, keys=set(known) if keys else (), sessions=sessions_left)


async def rights_of(user: Any) -> frozenset[str]:
    """`roles.rights_of`, which queries the database only about staff."""
    if not getattr(user, "is_staff", False):
        return roles.rights_of(user)
    asking = database_sync_to_async(roles.rights_of, thread_sensitive=False, executor=_thread)
    rights: frozenset[str] = await asking(user)
    return rights


current = PerLoop(Watch)  # the watch of the running event loop
