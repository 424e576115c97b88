"""Pushes to open sockets, through the channel layer. A push is a hint and may be lost.

Every socket of a logged-in person joins `group_of(user id)`. It closes on `person.banned`, and on
`person.logged_out` and `person.revoked` if these concern it; on `person.check` it asks the database
whether it may stay open. Pages that count turns listen to `DESKS` (`accounts.live`).
"""

import asyncio
import hashlib
import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import redis
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from toolbox import tracing

log = logging.getLogger(__name__)

BANNED = 4403  # close code for a banned person
LOGGED_OUT = 4402  # close code when a log-in, API key or special right no longer counts
TRY_AGAIN = 1013  # standard close code; pages reconnect by themselves
RETRY_SECONDS = 1.0  # doubled each time: the layer leaks a little with each failed attempt
LONGEST_RETRY_SECONDS = 30.0
DESKS = "desks"  # a group that each process joins once: `news` names people whose desk has changed
CAUSE = "request"  # in a message: the ids of the requests that caused it

Push = tuple[str, dict[str, Any]]  # a group of channels and its message

_held_back: ContextVar[list[Push] | None] = ContextVar("held_back", default=None)


def group_of(user_id: int) -> str:
    return f"person.{user_id}"


def chats_of(user_id: int) -> str:
    """Return the group of the conversations that a person has open."""
    return f"chats.{user_id}"


def push(user_id: int, message: dict[str, Any]) -> None:
    """Send `message` to the person's sockets, from a thread without an event loop."""
    send(group_of(user_id), message)


def log_out(user_id: int, *, but: str | None = None) -> None:
    """Close the sockets of the person's browsers, except those of session `but`."""
    push(user_id, {"type": "person.logged_out", "but": fingerprint(but)})


def revoke(user_id: int, digests: Sequence[str]) -> None:
    """Close the sockets that the API keys with these digests opened."""
    push(user_id, {"type": "person.revoked", "keys": list(digests)})


def check(user_id: int) -> None:
    """Have the person's sockets check whether they may stay open (`accounts.session_checks`)."""
    push(user_id, {"type": "person.check"})


def fingerprint(session_key: str | None) -> str:
    """Return a hash of the session key, which a push may contain."""
    return hashlib.sha256(session_key.encode()).hexdigest() if session_key else ""


def desks(user_ids: Collection[int]) -> None:
    """Have these people's pages count anew the things that wait for them."""
    if user_ids:
        send(DESKS, {"type": "person.desk", "news": list(user_ids)})


def send(group: str, message: dict[str, Any]) -> None:
    """Send `message` to a group of sockets, from a thread without an event loop."""
    held = _held_back.get()
    if held is not None:
        held.append((group, _traced(message)))
    else:
        async_to_sync(deliver)(group, message)


async def deliver(group: str, message: dict[str, Any]) -> None:
    """Send `message` to a group of sockets."""
    await deliver_all([(group, _traced(message))])


def _traced(message: dict[str, Any]) -> dict[str, Any]:
    """The message with the id of the current trace, under which receivers log."""
    cause = tracing.current().id
    return {**message, CAUSE: cause} if cause else message


async def deliver_all(batch: Sequence[Push]) -> None:
    """Send pushes in order. After one time-out the rest are dropped."""
    for group, message in batch:
        try:
            await get_channel_layer().group_send(group, message)
        except Exception as failure:  # no broker: a change mustn't turn into an error
            log.warning("no push to %s", group, exc_info=True)
            if isinstance(failure, redis.TimeoutError):
                return


CAUSES_KEPT = 8  # of a merged push: the log lines that it leads to name them


def merged(batch: Sequence[Push]) -> list[Push]:
    """Merge pushes with `news` that have the same type and group, and their causes."""
    first: dict[tuple[str, str], dict[str, Any]] = {}
    kept: list[Push] = []
    for group, message in batch:
        if "news" not in message:
            kept.append((group, message))
        elif one := first.get((group, message["type"])):
            one["news"] += message["news"]
            if CAUSE in message:
                causes = f"{one.get(CAUSE, '')} {message[CAUSE]}".split()
                one[CAUSE] = " ".join(list(dict.fromkeys(causes))[:CAUSES_KEPT])
        else:
            first[group, message["type"]] = one = {**message, "news": [*message["news"]]}
            kept.append((group, one))
    return kept


class Outbox:
    """Pushes that nobody waits for. Those that arrive during a sending are sent together."""

    def __init__(self) -> None:
        self._waiting: list[Push] = []
        self._sending: asyncio.Task[None] | None = None

    def put(self, batch: Sequence[Push]) -> None:
        """Queue pushes; only on the event loop."""
        self._waiting += batch
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        await asyncio.sleep(0)  # first this process's sockets, whose views are being written
        while self._waiting:
            batch, self._waiting = merged(self._waiting), []
            await deliver_all(batch)


class Listener:
    """Passes a group's messages to `hears`, once for all sockets of a process."""

    def __init__(self, group: str, hears: Callable[[dict[str, Any]], None]) -> None:
        self._group, self._hears = group, hears
        self._tried = asyncio.Event()
        self._listening: asyncio.Task[None] | None = None

    async def is_open(self) -> None:
        """Listen from now on; returns as soon as no message is missed, or there is no broker."""
        if self._listening is None:
            self._listening = asyncio.create_task(self._listen_for_ever())
        await self._tried.wait()

    async def _listen_for_ever(self) -> None:
        self._wait = RETRY_SECONDS
        while True:
            try:
                await self._listen()
            except Exception:  # the broker is away
                log.warning("could not listen to %s", self._group, exc_info=True)
                self._tried.set()
                await asyncio.sleep(self._wait)
                self._wait = min(2 * self._wait, LONGEST_RETRY_SECONDS)

    async def _listen(self) -> None:
        layer = get_channel_layer()
        channel = await layer.new_channel()
        try:
            await layer.group_add(self._group, channel)
            self._tried.set()
            self._wait = RETRY_SECONDS
            while True:
                message = await layer.receive(channel)
                try:
                    with tracing.caused_by(message.get(CAUSE)):
                        self._hears(message)
                except Exception:  # one faulty message mustn't stop the process from listening
                    log.exception("could not handle a push to %s", self._group)
        finally:
            await layer.group_discard(self._group, channel)


@contextmanager
def together() -> Iterator[None]:
    """Send the block's pushes at its end; from a thread without an event loop.

    Each push alone takes an event loop of its own, a thread and a connection to the broker.
    """
    if _held_back.get() is not None:
        yield  # the collector sends them
        return
    batch: list[Push] = []
    try:
        with held_back(batch):
            yield
    finally:
        if batch:
            async_to_sync(deliver_all)(merged(batch))


@contextmanager
def held_back(pushes: list[Push]) -> Iterator[None]:
    """Collect the block's pushes, for an event loop to `deliver` later."""
    token = _held_back.set(pushes)
    try:
        yield
    finally:
        _held_back.reset(token)
