"""What the sockets of one process share: matches just read, answers just rendered, threads.

All of it is a cache. A push through the channel layer only says that a match has a new version;
who hears it reads the match here, once per process. What came by a socket of this process its own
sockets are told directly. Every few seconds the hub also asks the database for the versions of all
matches that someone follows, so a push that got lost costs seconds, never a hanging game.
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

from channels.layers import get_channel_layer
from django.db import close_old_connections, connection
from django.utils import timezone

from accounts import pushes
from games.matches.models import Match
from games.matches.play.engine import unreadable
from games.matches.play.parts import announcements, attendance
from games.matches.record import stored
from games.matches.record.selectors import Snapshot
from toolbox import task_queue
from toolbox.memory import Memory, PerLoop

log = logging.getLogger(__name__)
T = TypeVar("T")

RESYNC_SECONDS = 5.0
RETRY_SECONDS = 1.0  # twice as long each time: the layer keeps something of each failed attempt
LONGEST_RETRY_SECONDS = 30.0
SNAPSHOTS_KEPT = 500  # at least
ANSWERS_KEPT = 2_000
TOLD_IN_A_ROW = 50  # sockets, before others get a turn on the event loop
TURNS_FOR_VIEWS = 3  # of the event loop: to begin to tell, to tell, and to write to the sockets
MOST_QUEUEING = 100  # batches of calls that wait for the broker; the sweeper finds those lost


class Follower(Protocol):
    """A socket that wants to hear of a match's new versions."""

    async def told(self, version: int, *, fresh: bool = False) -> None: ...


# SQLite has one writer at a time: a second thread would only poll for the first one's lock. It
# answers from this machine's memory: a second reader would only wait for the interpreter.
_is_here = connection.vendor == "sqlite"
_moves = ThreadPoolExecutor(1 if _is_here else 4, "moves")
_reads = ThreadPoolExecutor(1 if _is_here else 2, "reads")
_pages = ThreadPoolExecutor(2, "pages")  # a page that takes long delays no other
_queueing = ThreadPoolExecutor(1, "queueing")
_batches: set[asyncio.Future[None]] = set()  # that wait for the broker

_under_way: set[asyncio.Task[None]] = set()  # the event loop itself keeps no hold on its tasks


def _begin(work: Coroutine[Any, Any, None]) -> None:
    """Do that in the background."""
    task = asyncio.create_task(work)
    _under_way.add(task)
    task.add_done_callback(_under_way.discard)


async def in_moves_thread(function: Callable[..., T], **arguments: Any) -> T:
    """Run a service in one of the few threads kept for moves."""
    return cast(T, await _in_thread(_moves, function, arguments))


async def in_reads_thread(function: Callable[..., T], **arguments: Any) -> T:
    """Run a selector in one of the few threads kept for reading."""
    return cast(T, await _in_thread(_reads, function, arguments))


async def in_pages_thread(function: Callable[..., T], **arguments: Any) -> T:
    """Draw a page in one of the few threads kept for that."""
    return cast(T, await _in_thread(_pages, function, arguments))


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
    return await asyncio.shield(done)  # a socket that closes meanwhile stops no push


def _give_back() -> None:
    """Return the thread's database connection to the pool."""
    try:
        close_old_connections()
    except Exception:  # the work is done
        log.exception("could not give back a database connection")


def _follow_up(held: Sequence[pushes.Push], queued: Sequence[task_queue.Call]) -> None:
    """Deliver what was pushed, then send what was queued."""
    if queued:
        _begin(_queue(queued))
    current().deliver(held)


async def _queue(queued: Sequence[task_queue.Call]) -> None:
    """Send these to the broker, once those who are connected here have their views."""
    for _turn in range(TURNS_FOR_VIEWS):
        await asyncio.sleep(0)
    if len(_batches) >= MOST_QUEUEING:
        log.warning("the broker is too slow: %s tasks were not queued", len(queued))
        return
    loop = asyncio.get_running_loop()
    batch = loop.run_in_executor(_queueing, task_queue.send_all, queued)
    _batches.add(batch)
    batch.add_done_callback(_batches.discard)
    await batch


class Hub:
    """The shared memory of the sockets on one event loop."""

    def __init__(self) -> None:
        self.name = uuid.uuid4().hex  # by which it knows its own pushes again
        self._snapshots: Memory[str, Snapshot] = Memory(SNAPSHOTS_KEPT)
        self._reading: dict[str, asyncio.Task[Snapshot]] = {}
        self._answers: Memory[tuple[Hashable, ...], Any] = Memory(ANSWERS_KEPT)
        self._making: dict[tuple[Hashable, ...], asyncio.Task[Any]] = {}
        self._followers: dict[str, set[Follower]] = defaultdict(set)
        self._listeners: dict[str, GroupListener] = {}
        self._seen: dict[str, Hashable] = {}  # what makes no version, as the last look found it
        self._outbox = pushes.Outbox()
        self._resync: asyncio.Task[None] | None = None

    # -- who follows what -----------------------------------------------------------------------

    async def follow(self, public_id: str, follower: Follower) -> None:
        """Tell the follower of all versions that are made from now on, even if pushes get lost."""
        self._followers[public_id].add(follower)
        if self._resync is None or self._resync.done():
            self._resync = asyncio.create_task(self._resync_for_ever())
        if public_id not in self._listeners:
            group = announcements.group(public_id)
            self._listeners[public_id] = GroupListener(group, partial(self._pushed, public_id))
        await self._listeners[public_id].is_open()

    def unfollow(self, public_id: str, follower: Follower) -> None:
        followers = self._followers.get(public_id)
        if followers is None:
            return  # it never followed
        followers.discard(follower)
        if followers:
            return
        del self._followers[public_id]
        self._seen.pop(public_id, None)
        if listener := self._listeners.pop(public_id, None):
            listener.close()
        self.forget(public_id)  # nobody hears any more of what changes without a new version
        if not self._followers and self._resync is not None:
            self._resync.cancel()
            self._resync = None  # it isn't done yet: who comes before it is needs another

    async def _resync_for_ever(self) -> None:
        while True:
            await asyncio.sleep(RESYNC_SECONDS)
            try:
                await self.resync()
            except Exception:  # the database may be away for a moment; the next round sees
                log.warning("could not look for missed versions", exc_info=True)

    async def resync(self) -> None:
        """Ask for versions of all followed matches, and for what makes none: pauses, and silence
        that lasts too long for others. Pass on what is news."""
        newest = await in_reads_thread(_versions, public_ids=list(self._followers))
        for public_id, (version, seen) in newest.items():
            if self._seen.get(public_id, seen) != seen:
                self.heard(public_id, version, fresh=True)
            else:
                await self._tell(public_id, version)
            self._seen[public_id] = seen

    # -- who is told what -----------------------------------------------------------------------

    def deliver(self, pushed: Iterable[pushes.Push]) -> None:
        """Tell what was done here: our own sockets at once, all others by the channel layer."""
        told = []
        for group, message in pushed:
            if message["type"] == announcements.MOVED:
                self.heard(announcements.match_of(group), message["version"], message["fresh"])
                message = {**message, "from": self.name}
            told.append((group, message))
        if told:
            self._outbox.put(told)

    def _pushed(self, public_id: str, message: dict[str, Any]) -> None:
        if message.get("from") != self.name:
            self.heard(public_id, message["version"], message.get("fresh", False))

    def heard(self, public_id: str, version: int, fresh: bool = False) -> None:
        """The match is at that version (`fresh`: or has changed without a new one)."""
        if fresh:
            self.forget(public_id)
            announcements.recent.forget(public_id)
        if public_id in self._followers:
            _begin(self._tell(public_id, version, fresh))

    async def _tell(self, public_id: str, version: int, fresh: bool = False) -> None:
        for number, follower in enumerate(list(self._followers.get(public_id, ())), start=1):
            await follower.told(version, fresh=fresh)
            if number % TOLD_IN_A_ROW == 0:
                await asyncio.sleep(0)

    # -- reading and rendering, once ------------------------------------------------------------

    def forget(self, public_id: str) -> None:
        """Drop what is remembered of a match whose row changed without a new version.

        What is being read or drawn of it is of before as well: nobody joins that, or keeps it.
        """
        self._snapshots.forget(public_id)
        self._answers.forget_if(lambda key: public_id in key)
        self._reading.pop(public_id, None)
        for key in [key for key in self._making if public_id in key]:
            del self._making[key]

    async def snapshot(self, public_id: str, version: int = 0) -> Snapshot:
        """The match at `version` or newer, read once however many sockets ask.

        Without a state if it can't be read.

        Raises LookupError for a match that does not exist.
        """
        known = self._snapshots.get(public_id)
        if known is None or known.version < version:
            known = announcements.recent.at_least(public_id, version)
        if known is not None and known.version >= version > 0:
            return self._snapshots.put(public_id, known)
        fresh = await self._read_once(public_id)
        if fresh.version < version:  # joined a reading that had begun before the commit
            fresh = await self._read_once(public_id)
        return fresh

    async def _read_once(self, public_id: str) -> Snapshot:
        def read() -> Awaitable[Snapshot]:
            return in_reads_thread(_read, public_id=public_id)

        return await _once(self._reading, public_id, read, self._snapshots)

    def made(self, key: tuple[Hashable, ...], make: Callable[[], str]) -> str:
        """What `make` gives, made once per key. A key names match, version, viewer, language."""
        known: str | None = self._answers.get(key)
        return self._answers.put(key, make()) if known is None else known

    async def rendered(self, key: tuple[Hashable, ...], make: Callable[[], Awaitable[T]]) -> T:
        """The same for what takes longer."""
        known: T | None = self._answers.get(key)
        return await _once(self._making, key, make, self._answers) if known is None else known


async def _once(
    running: dict[Any, asyncio.Task[T]],
    key: Hashable,
    make: Callable[[], Awaitable[T]],
    memory: Memory[Any, T],
) -> T:
    """Join the task under way for this key, or begin one.

    What it gives is remembered unless it was taken out of `running` meanwhile.
    """
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
    found = Match.objects.filter(public_id__in=public_ids)
    rows = found.values_list("public_id", "version", "paused")
    silent = attendance.silent_at(public_ids, timezone.now())
    return {
        key: (version, (paused, frozenset(silent.get(key, ())))) for key, version, paused in rows
    }


current = PerLoop(Hub)  # the hub of the running event loop


class GroupListener:
    """Listens to a group, in a task of its own, until it is closed; `hears` takes each message.

    What is told of a match through the channel layer is heard once for all sockets of a process.
    """

    def __init__(self, group: str, hears: Callable[[dict[str, Any]], None]) -> None:
        self._group, self._hears = group, hears
        self._tried = asyncio.Event()
        self._listening = asyncio.create_task(self._listen_for_ever())

    async def is_open(self) -> None:
        """Return as soon as no message slips by; without a broker at once, nobody is held up."""
        await self._tried.wait()

    def close(self) -> None:
        self._listening.cancel()

    async def _listen_for_ever(self) -> None:
        self._wait = RETRY_SECONDS
        while True:
            try:
                await self._listen()
            except Exception:  # the broker is away, in whatever way
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
                self._hears(await layer.receive(channel))
        finally:
            await layer.group_discard(self._group, channel)
