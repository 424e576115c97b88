"""Pushes to open sockets, through the channel layer. A push is a hint and may be lost.

Every socket of a logged-in person, whatever it shows, joins `group_of(user id)` and answers
`person.banned` by closing; `person.logged_out` and `person.revoked` too, if it is meant; and
`person.check` by asking the database whether it may stay open. Pages that count whose turn it is
join `desk_of(user id)` as well.
"""

import asyncio
import hashlib
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import redis
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

log = logging.getLogger(__name__)

BANNED = 4403  # the code with which a banned person's sockets are closed
LOGGED_OUT = 4402  # of sockets whose log-in, API key or special right no longer counts
TRY_AGAIN = 1013  # what the protocol has for it; pages come back by themselves

Push = tuple[str, dict[str, Any]]  # the group of channels and the message it is sent

_held_back: ContextVar[list[Push] | None] = ContextVar("held_back", default=None)


def group_of(user_id: int) -> str:
    return f"person.{user_id}"


def desk_of(user_id: int) -> str:
    """The group of what shows whose turn it is; every move of a match is told here."""
    return f"desk.{user_id}"


def chats_of(user_id: int) -> str:
    """The group of the conversations that a person has open."""
    return f"chats.{user_id}"


def push(user_id: int, message: dict[str, Any]) -> None:
    """Send `message` to the person's sockets, from a thread without an event loop."""
    send(group_of(user_id), message)


def log_out(user_id: int, *, but: str | None = None) -> None:
    """Close the sockets that the person's browsers have open, but those of session `but`."""
    push(user_id, {"type": "person.logged_out", "but": fingerprint(but)})


def revoke(user_id: int, digests: Sequence[str]) -> None:
    """Close the sockets that were opened by the API keys with these digests."""
    push(user_id, {"type": "person.revoked", "keys": list(digests)})


def check(user_id: int) -> None:
    """Have the person's sockets find out whether they may stay open (`accounts.session_checks`)."""
    push(user_id, {"type": "person.check"})


def fingerprint(session_key: str | None) -> str:
    """What a push may say of a session: whose cookie it is can't be told from it."""
    return hashlib.sha256(session_key.encode()).hexdigest() if session_key else ""


def send(group: str, message: dict[str, Any]) -> None:
    """Send `message` to a group of sockets, from a thread without an event loop."""
    held = _held_back.get()
    if held is not None:
        held.append((group, message))
    else:
        async_to_sync(deliver)(group, message)


async def deliver(group: str, message: dict[str, Any]) -> None:
    """Send `message` to a group of sockets. Nowhere but here is the channel layer told."""
    await deliver_all([(group, message)])


async def deliver_all(told: Sequence[Push]) -> None:
    """The same for several, in their order. A broker that hangs is waited for only once."""
    for group, message in told:
        try:
            await get_channel_layer().group_send(group, message)
        except Exception as failure:  # the broker is away: no change turns into an error by it
            log.warning("no push to %s", group, exc_info=True)
            if isinstance(failure, redis.TimeoutError):
                return


class Outbox:
    """Pushes that nobody waits for. They leave one after another."""

    def __init__(self) -> None:
        self._waiting: list[Push] = []
        self._sending: asyncio.Task[None] | None = None

    def put(self, told: Sequence[Push]) -> None:
        """Have them delivered; on the event loop alone."""
        self._waiting += told
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        await asyncio.sleep(0)  # first whoever is connected here, whose views are being written
        while self._waiting:
            told, self._waiting = self._waiting, []
            await deliver_all(told)


@contextmanager
def together() -> Iterator[None]:
    """What is pushed inside leaves at the end; from a thread without an event loop.

    Each push alone takes an event loop of its own, a thread and a connection to the broker.
    """
    if _held_back.get() is not None:
        yield  # whoever collects them sends them
        return
    told: list[Push] = []
    try:
        with held_back(told):
            yield
    finally:
        if told:
            async_to_sync(deliver_all)(told)


@contextmanager
def held_back(pushes: list[Push]) -> Iterator[None]:
    """Collect the pushes of what is done inside, for an event loop to `deliver` afterwards."""
    token = _held_back.set(pushes)
    try:
        yield
    finally:
        _held_back.reset(token)
