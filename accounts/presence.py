"""The people who are connected, and the places where they are, across all processes.

Places are names that other layers invent. A process writes its open sockets, and the pages that ask
by HTTP because a proxy lets no socket through (`poll`), to the cache as one value, every
`TELL_SECONDS` while there are any, and within `SOON_SECONDS` of an arrival. A value counts for
`LOST_SECONDS`, so people of a killed process disappear a minute later. Other processes' values are
read at most every `READ_SECONDS`. So an arrival is visible at once in its own process and within
`SOON_SECONDS + READ_SECONDS` in others; a departure takes up to `TELL_SECONDS` more.

The reader must ask who may be shown: `visible` leaves out people who don't want to be, and
`accounts.blocks.hidden_from` those who are hidden by a block.
"""

import asyncio
import os
import secrets
import threading
import time
import weakref
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from asgiref.sync import sync_to_async
from django.core.cache import cache

from accounts.models import User

TELL_SECONDS = 20.0
SOON_SECONDS = 2.0
LOST_SECONDS = 60
POLL_SECONDS = 75  # how long a page's request counts; `static/js/site.js` asks every minute
READ_SECONDS = 3.0
NAMES_SECONDS = 10.0  # how long names and wishes not to be shown are cached
NAMES_KEPT = 5_000
PROCESSES = 64  # slots; people of further processes are invisible to the others

SITE = ""  # the place of people anywhere on the site
NOBODY = 0  # the user id of visitors

Places = dict[str, dict[int, int]]  # place → user id → open sockets there


class Sockets:
    """The open sockets of this process."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._places: Places = defaultdict(dict)
        self._polls: dict[tuple[str, int], float] = {}  # their ends, the earliest first
        self.somebody_came = False  # since the last copy

    def enter(self, place: str, user_id: int) -> None:
        with self._lock:
            people = self._places[place]
            people[user_id] = people.get(user_id, 0) + 1
            self.somebody_came |= people[user_id] == 1

    def leave(self, place: str, user_id: int) -> None:
        with self._lock:
            people = self._places.get(place, {})
            people[user_id] = people.get(user_id, 0) - 1
            if people[user_id] <= 0:
                del people[user_id]
            if not people:
                self._places.pop(place, None)

    def poll(self, place: str, user_id: int) -> None:
        with self._lock:
            if self._polls.pop((place, user_id), None) is None:
                self.enter(place, user_id)
            self._polls[place, user_id] = time.monotonic() + POLL_SECONDS

    def _leave_silent(self) -> None:
        while self._polls and self._polls[first := next(iter(self._polls))] < time.monotonic():
            del self._polls[first]
            self.leave(*first)

    def at(self, place: str) -> dict[int, int]:
        with self._lock:
            self._leave_silent()
            return dict(self._places.get(place, {}))

    def clear(self) -> None:
        with self._lock:
            self._places.clear()
            self._polls.clear()

    def copy(self) -> Places:
        with self._lock:
            self._leave_silent()
            self.somebody_came = False
            return {place: dict(people) for place, people in self._places.items()}


class Board:
    """The cache slots through which the processes inform each other."""

    def __init__(self) -> None:
        self._names: dict[int, str] = {}  # by process id
        self._slot: int | None = None
        self._lock = threading.Lock()
        self._others: list[Places] = []
        self._read_at = float("-inf")

    @property
    def me(self) -> str:
        """The name of this process; a fork gets another."""
        return self._names.setdefault(os.getpid(), secrets.token_hex(8))

    def tell(self, places: Places) -> None:
        if self._slot is None or self._owner() not in (self.me, None):
            self._slot = self._claimed()
        if self._slot is not None:
            cache.set(_key(self._slot), (self.me, time.time(), places), LOST_SECONDS)

    def _owner(self) -> str | None:
        value = cache.get(_key(self._slot))
        return value[0] if value else None

    def _claimed(self) -> int | None:
        mine: tuple[str, float, Places] = (self.me, time.time(), {})
        free = (slot for slot in range(PROCESSES) if cache.add(_key(slot), mine, LOST_SECONDS))
        return next(free, None)

    def others(self) -> list[Places]:
        with self._lock:
            if not 0 <= time.time() - self._read_at < READ_SECONDS:
                values = cache.get_many([_key(slot) for slot in range(PROCESSES)])
                self._read_at = time.time()
                self._others = [
                    places
                    for who, told_at, places in values.values()
                    if who != self.me and self._read_at - told_at < LOST_SECONDS
                ]
            return self._others

    def forget(self) -> None:
        self._others, self._read_at = [], float("-inf")


def _key(slot: int | None) -> str:
    return f"presence/{slot}"


_sockets = Sockets()
_board = Board()


# -- coming and going ------------------------------------------------------------------------------


def enter(place: str, user_id: int | None) -> None:
    """Count a socket that opens at a place (None: a visitor's). Call it on the event loop."""
    _sockets.enter(place, user_id or NOBODY)
    _tell_from(asyncio.get_running_loop())


def leave(place: str, user_id: int | None) -> None:
    """Count that socket as closed."""
    _sockets.leave(place, user_id or NOBODY)


def poll(place: str, user_id: int) -> None:
    """Count a page that asks by HTTP as a socket for a while. From any thread."""
    _sockets.poll(place, user_id)
    if _due() <= time.monotonic():
        tell()


_tellers: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Task[None]] = (
    weakref.WeakKeyDictionary()
)
_told_at = float("-inf")


def _tell_from(loop: asyncio.AbstractEventLoop) -> None:
    """Keep informing the other processes until nobody is connected."""
    teller = _tellers.get(loop)
    if teller is None or teller.done():
        _tellers[loop] = loop.create_task(_tell_for_ever())


async def _tell_for_ever() -> None:
    places: Places = {SITE: {}}
    while places:
        while (left := _due() - time.monotonic()) > 0:
            await asyncio.sleep(min(left, SOON_SECONDS))
        places = _sockets.copy()
        await sync_to_async(tell, thread_sensitive=False)(places)


def _due() -> float:
    return _told_at + (SOON_SECONDS if _sockets.somebody_came else TELL_SECONDS)


def tell(places: Places | None = None) -> None:
    """Write to the cache who is connected to this process now."""
    global _told_at
    _told_at = time.monotonic()
    _board.tell(_sockets.copy() if places is None else places)


# -- reading ---------------------------------------------------------------------------------------


def at(place: str) -> dict[int, int]:
    """Return the open sockets at that place in all processes, by user id."""
    sockets = _sockets.at(place)
    for places in _board.others():
        for user_id, count in places.get(place, {}).items():
            sockets[user_id] = sockets.get(user_id, 0) + count
    return sockets


def everybody() -> dict[int, set[str]]:
    """Return everyone who is logged in and connected, with the places where they are."""
    everyone: dict[int, set[str]] = defaultdict(set)
    for places in (_sockets.copy(), *_board.others()):
        for place, people in places.items():
            for user_id in people:
                everyone[user_id].add(place)
    everyone.pop(NOBODY, None)
    return dict(everyone)


@dataclass(frozen=True)
class Visible:
    """A person whose presence others may see."""

    name: str
    username: str

    @property
    def profile(self) -> str:
        """The address of the person's profile."""
        return User(username=self.username).get_absolute_url()


_visible: dict[int, tuple[float, Visible | None]] = {}


def visible(user_ids: Iterable[int]) -> dict[int, Visible]:
    """Return the people among these who let others see that they are here."""
    wanted, now = set(user_ids) - {NOBODY}, time.time()
    known = {pk: _visible[pk] for pk in wanted if pk in _visible}
    fresh = {pk: entry for pk, entry in known.items() if 0 <= now - entry[0] < NAMES_SECONDS}
    missing = wanted - fresh.keys()
    if missing:
        if len(_visible) + len(missing) > NAMES_KEPT:
            _visible.clear()
        people = User.objects.filter(pk__in=missing, show_presence=True, is_active=True)
        named = people.only("username", "shown_name")
        read = {one.pk: Visible(one.name, one.username) for one in named}
        entries = {pk: (now, read.get(pk)) for pk in missing}
        _visible.update(entries)
        fresh |= entries
    return {pk: one for pk, (_at, one) in fresh.items() if one is not None}


def forget_all() -> None:
    """Forget who is connected (between tests)."""
    global _told_at
    _sockets.clear()
    _board.forget()
    _visible.clear()
    _told_at = float("-inf")
