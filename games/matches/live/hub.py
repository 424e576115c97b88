"""State that one process's sockets share: cached matches, rendered answers, thread pools.

All of it is a cache. A push through the channel layer only says that a match has a new version;
each process then reads the match once, here. The process that made the version tells its own
sockets directly. Every few seconds the hub also asks the database for the versions of all followed
matches, so a lost push costs seconds, never a hanging game.
"""

import asyncio
import contextvars
import logging
import uuid
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Protocol, TypeVar, cast

from django.db import close_old_connections, connection
from django.utils import timezone

from accounts import pushes
from games.matches.models import Match
from games.matches.play.engine import unreadable
from games.matches.play.parts import announcements, attendance
from games.matches.record import stored
from games.matches.record.selectors import Snapshot
from toolbox import database_errors, task_queue
from toolbox.database_errors import Away
from toolbox.memory import Memory, PerLoop

log = logging.getLogger(__name__)
T = TypeVar("T")

RESYNC_SECONDS = 5.0
REACH_SECONDS = 2.0  # in which a new connection must be possible
AGAIN_SECONDS = 1.0  # after a failure
SNAPSHOTS_KEPT = 500  # at least
ANSWERS_KEPT = 2_000
TOLD_IN_A_ROW = 50  # sockets, before others get a turn on the event loop
TURNS_FOR_VIEWS = 3  # of the event loop: to begin to notify, to notify, and to write to the sockets
MOST_QUEUEING = 100  # batches of calls that wait for the broker; the sweeper replaces lost ones


class Follower(Protocol):
    """A socket that wants to hear of a match's new versions."""

    async def notify(self, version: int, *, fresh: bool = False) -> None: ...

    async def fail(self, error: Exception) -> None: ...


# SQLite has one writer at a time, so a second thread would only poll for the lock; it answers from
# memory, so a second reader would only wait for the interpreter.
_is_local = connection.vendor == "sqlite"
_moves = ThreadPoolExecutor(1 if _is_local else 4, "moves")
_reads = ThreadPoolExecutor(1 if _is_local else 2, "reads")
_looks = ThreadPoolExecutor(1, "looks")  # at all versions, never behind a read that hangs
_pages = ThreadPoolExecutor(2, "pages")  # a slow page delays no other
_boards = ThreadPoolExecutor(1, "boards")  # of the past: however many are asked for, no page waits
_queueing = ThreadPoolExecutor(1, "queueing")
_batches: set[asyncio.Future[None]] = set()  # those that wait for the broker

_under_way: set[asyncio.Task[None]] = set()  # the event loop keeps only weak references


def _begin(work: Coroutine[Any, Any, None]) -> None:
    task = asyncio.create_task(work)
    _under_way.add(task)
    task.add_done_callback(_under_way.discard)


async def in_moves_thread(function: Callable[..., T], **arguments: Any) -> T:
    return cast(T, await _in_thread(_moves, function, arguments))


async def in_reads_thread(function: Callable[..., T], **arguments: Any) -> T:
    return cast(T, await _in_thread(_reads, function, arguments))


async def in_looks_thread(function: Callable[..., T], **arguments: Any) -> T:
    return cast(T, await _in_thread(_looks, function, arguments))


async def in_pages_thread(function: Callable[..., T], **arguments: Any) -> T:
    return cast(T, await _in_thread(_pages, function, arguments))


async def in_boards_thread(function: Callable[..., T], **arguments: Any) -> T:
    return cast(T, await _in_thread(_boards, function, arguments))


async def _in_thread(pool: ThreadPoolExecutor, function: Any, arguments: dict[str, Any]) -> Any:
    held: list[pushes.Push] = []
    queued: list[task_queue.Call] = []

    def run() -> Any:
        try:
            with pushes.held_back(held), task_queue.held_back(queued):
                return function(**arguments)
        finally:
            _give_back()

    context = contextvars.copy_context()
    done = asyncio.get_running_loop().run_in_executor(pool, partial(context.run, run))
    done.add_done_callback(lambda _done: _follow_up(held, queued))
    return await asyncio.shield(done)  # closing the socket must not stop a push


def _give_back() -> None:
    try:
        close_old_connections()
    except Exception:  # the work is done
        log.exception("could not give back a database connection")


def _follow_up(held: Sequence[pushes.Push], queued: Sequence[task_queue.Call]) -> None:
    """Deliver the pushes, then send the queued calls."""
    if queued:
        _begin(_queue(queued))
    current().deliver(held)


async def _queue(queued: Sequence[task_queue.Call]) -> None:
    """Send these calls to the broker, once this process's sockets have their views."""
    for _turn in range(TURNS_FOR_VIEWS):
        await asyncio.sleep(0)
    if len(_batches) >= MOST_QUEUEING:
        log.warning("the broker is too slow: %s tasks were not queued", len(queued))
        return
    send = partial(contextvars.copy_context().run, task_queue.send_all, queued)
    batch = asyncio.get_running_loop().run_in_executor(_queueing, send)
    _batches.add(batch)
    batch.add_done_callback(_batches.discard)
    await batch


class Hub:
    """The shared memory of the sockets on one event loop."""

    def __init__(self) -> None:
        self.name = uuid.uuid4().hex  # marks its own pushes
        self._snapshots: Memory[str, Snapshot] = Memory(SNAPSHOTS_KEPT)
        self._reading: dict[str, asyncio.Task[Snapshot]] = {}
        self._answers: Memory[tuple[Hashable, ...], Any] = Memory(ANSWERS_KEPT)
        self._ages: Memory[Hashable, object] = Memory(ANSWERS_KEPT)  # part of the keys of answers
        self._making: dict[tuple[Hashable, ...], asyncio.Task[Any]] = {}
        self._followers: dict[str, set[Follower]] = defaultdict(set)
        self._listener = pushes.Listener(announcements.MATCHES, self._pushed)
        self._versionless: dict[str, Hashable] = {}  # pauses and silence at the last resync
        self._outbox = pushes.Outbox()
        self._resync: asyncio.Task[None] | None = None

    async def follow(self, public_id: str, follower: Follower) -> None:
        """Notify the follower of all versions from now on, even if pushes get lost."""
        self._followers[public_id].add(follower)
        if self._resync is None or self._resync.done():
            self._resync = asyncio.create_task(self._resync_for_ever())
        await self._listener.is_open()

    def unfollow(self, public_id: str, follower: Follower) -> None:
        followers = self._followers.get(public_id)
        if followers is None:
            return  # it never followed
        followers.discard(follower)
        if followers:
            return
        del self._followers[public_id]
        self._versionless.pop(public_id, None)
        self.forget(public_id)  # without followers, lost pushes of the same version go unnoticed
        if not self._followers and self._resync is not None:
            self._resync.cancel()
            self._resync = None  # a cancelled task isn't done yet, and `follow` must begin another

    async def _resync_for_ever(self) -> None:
        failures = 0
        while True:
            await asyncio.sleep(AGAIN_SECONDS if failures else RESYNC_SECONDS)
            try:
                await self.resync()
                failures = 0
            except Exception as error:  # the database may be away for a moment
                log.warning("could not look for missed versions", exc_info=True)
                failures += 1
                if failures > 1 and isinstance(database_errors.refusal_of(error), Away):
                    await self._send_away()

    async def _send_away(self) -> None:
        """End all sockets if the database can't be reached: their pages say so, and reconnect.

        A proxy can lead them to a host that reaches it.
        """
        try:
            await in_looks_thread(database_errors.reach, seconds=REACH_SECONDS)
        except Exception as found:  # the libraries' errors differ
            error = found
        else:
            return  # the host is reachable, but all connections are in use
        for followers in list(self._followers.values()):
            for follower in list(followers):
                await follower.fail(error)

    async def resync(self) -> None:
        """Notify of new versions, pauses and silence in all followed matches."""
        newest = await in_looks_thread(_versions, public_ids=list(self._followers))
        for public_id, (version, versionless) in newest.items():
            if self._versionless.get(public_id, versionless) != versionless:
                self.heard(public_id, version, fresh=True)
            else:
                await self._tell(public_id, version)
            self._versionless[public_id] = versionless

    def deliver(self, pushed: Iterable[pushes.Push]) -> None:
        """Send this process's pushes: to its own sockets directly, to others through the layer."""
        outgoing = []
        for group, message in pushed:
            if message["type"] == announcements.MOVED:
                for news in message["news"]:
                    self.heard(*news)
                message = {**message, "from": self.name}
            outgoing.append((group, message))
        if outgoing:
            self._outbox.put(outgoing)

    def _pushed(self, message: dict[str, Any]) -> None:
        if message.get("from") != self.name:
            for news in message["news"]:
                self.heard(*news)

    def heard(self, public_id: str, version: int, fresh: bool = False) -> None:
        """Notify that the match is at that version, or if `fresh` has changed without a new one."""
        if fresh:
            self.forget(public_id)
            announcements.recent.forget(public_id)
        if public_id in self._followers:
            _begin(self._tell(public_id, version, fresh))

    async def _tell(self, public_id: str, version: int, fresh: bool = False) -> None:
        for number, follower in enumerate(list(self._followers.get(public_id, ())), start=1):
            await follower.notify(version, fresh=fresh)
            if number % TOLD_IN_A_ROW == 0:
                await asyncio.sleep(0)

    def forget(self, public_id: str) -> None:
        """Drop the cache of a changed match; reads and renders in flight are stale, too."""
        self._snapshots.forget(public_id)
        self._reading.pop(public_id, None)
        self._ages.forget(public_id)

    async def snapshot(self, public_id: str, version: int = 0) -> Snapshot:
        """The match at `version` or newer, without a state if it can't be read.

        Sockets that ask at the same time share one read. Raises LookupError without such a match.
        """
        known = self._snapshots.get(public_id)
        if known is None or known.version < version:
            known = announcements.recent.at_least(public_id, version)
        if known is not None and known.version >= version > 0:
            return self._snapshots.put(public_id, known)
        fresh = await self._read_once(public_id)
        if fresh.version < version:  # joined a read that had begun before the commit
            fresh = await self._read_once(public_id)
        return fresh

    async def _read_once(self, public_id: str) -> Snapshot:
        def read() -> Awaitable[Snapshot]:
            return in_reads_thread(_read, public_id=public_id)

        return await _once(self._reading, public_id, read, self._snapshots)

    def made(self, key: tuple[Hashable, ...], make: Callable[[], str]) -> str:
        """The result of `make`, cached by a key of match, version, viewer and language."""
        key = self._aged(key)
        known: str | None = self._answers.get(key)
        return self._answers.put(key, make()) if known is None else known

    async def rendered(self, key: tuple[Hashable, ...], make: Callable[[], Awaitable[T]]) -> T:
        """The same for an asynchronous `make`."""
        key = self._aged(key)
        known: T | None = self._answers.get(key)
        return await _once(self._making, key, make, self._answers) if known is None else known

    def _aged(self, key: tuple[Hashable, ...]) -> tuple[Hashable, ...]:
        """The cache key of an answer about a match, valid until the next `forget`."""
        return self._ages.get(key[0]) or self._ages.put(key[0], object()), *key


async def _once(
    running: dict[Any, asyncio.Task[T]],
    key: Hashable,
    make: Callable[[], Awaitable[T]],
    memory: Memory[Any, T],
) -> T:
    """Join the task for this key or begin one; cache its result if it is still in `running`."""
    task = running.get(key)
    if task is None:
        task = running[key] = asyncio.ensure_future(make())

        def ended(task: asyncio.Task[T]) -> None:
            if running.get(key) is task:
                del running[key]
                if not task.cancelled() and task.exception() is None:
                    memory.put(key, task.result())

        task.add_done_callback(ended)
    answer: T = await asyncio.shield(task)
    return answer


def _read(public_id: str) -> Snapshot:
    match = stored.match_called(public_id)
    if match is None:
        raise LookupError(public_id)
    return unreadable.snapshot(match)


def _versions(public_ids: list[str]) -> dict[str, tuple[int, Hashable]]:
    matches = Match.objects.filter(public_id__in=public_ids)
    rows = matches.values_list("public_id", "version", "paused")
    silent = attendance.silent_at(public_ids, timezone.now())
    return {
        key: (version, (paused, frozenset(silent.get(key, ())))) for key, version, paused in rows
    }


current = PerLoop(Hub)  # the hub of the running event loop
