"""A password hasher that doesn't starve play, and queues fairly by address.

A hash takes most of a second of one core, on purpose. Thirty sign-ups at once would delay every
move, and one address with many guesses would keep everyone else from logging in. So hashes wait in
a queue in which each address has its own line.
"""

import os
import sys
import unicodedata
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from threading import Lock

from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils.translation import gettext as _

from toolbox.database_errors import Busy

NICENESS = 5  # a third of the usual share of a busy core
LONGEST_LINE = 30  # waiting hashes of one address: as many as may sign up in a minute
MOST = 120  # waiting hashes in all; each occupies a thread
LONGEST_PASSWORD = 256

_address: ContextVar[str] = ContextVar("address", default="")
_hung_up: ContextVar[Future[None] | None] = ContextVar("hung_up", default=None)


@contextmanager
def asked_from(address: str) -> Iterator[None]:
    """Within the block, hashes wait in that address's line."""
    token = _address.set(address)
    try:
        yield
    finally:
        _address.reset(token)


@contextmanager
def forgotten_after(hung_up: Future[None]) -> Iterator[None]:
    """Within the block, a hash that still waits when `hung_up` is done raises Busy."""
    token = _hung_up.set(hung_up)
    try:
        yield
    finally:
        _hung_up.reset(token)


class LongestPassword:
    """Limits passwords to `LONGEST_PASSWORD` characters (AUTH_PASSWORD_VALIDATORS)."""

    def validate(self, password: str, user: object = None) -> None:
        if len(password) > LONGEST_PASSWORD:
            raise ValidationError(_("This is too long."))

    def get_help_text(self) -> str:
        return _("Your password can have at most {n} characters.").format(n=LONGEST_PASSWORD)


class PatientPasswordHasher(PBKDF2PasswordHasher):
    """Django's own hasher, whose hashes queue and run at low priority.

    One core stays free of them, if there are several. Each request waits in its own thread. A
    password counts the same however a keyboard composes its letters. Raises Busy.
    """

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        # Longer ones never match (`LongestPassword`), and normalizing takes quadratic time.
        short = len(password) <= LONGEST_PASSWORD
        plain = unicodedata.normalize("NFKC", password) if short else password
        hashed = super().encode
        if "pool" in connection.settings_dict.get("OPTIONS", {}) and not connection.in_atomic_block:
            connection.close()  # back into the pool, which waiting requests would exhaust
        try:
            return _queue(os.getpid()).put(lambda: hashed(plain, salt, iterations)).result()
        except CancelledError:
            raise Busy from None


class FairQueue:
    """Runs jobs of many addresses on a few threads, one address after another."""

    def __init__(self, threads: int) -> None:
        self._threads = ThreadPoolExecutor(threads, "hash", _step_back)
        self._lock = Lock()
        # The first address is served next.
        self._lines: dict[str, deque[tuple[Callable[[], str], Future[str]]]] = {}

    def put(self, work: Callable[[], str]) -> Future[str]:
        """Queue `work` and return its future, canceled if the client hangs up or loses its place.

        Raises Busy if the address has `LONGEST_LINE` waiting jobs, or if `MOST` wait. In a full
        queue the longest line loses its last job to a shorter line.
        """
        done: Future[str] = Future()
        with self._lock:
            self._forget_cancelled()
            line = self._place()
            line.append((work, done))
        hung_up = _hung_up.get()
        if hung_up is not None:
            hung_up.add_done_callback(lambda _: done.cancel())
        self._threads.submit(self._serve)
        return done

    def _place(self) -> deque[tuple[Callable[[], str], Future[str]]]:
        """Return the address's line, in which there is room now."""
        own = self._lines.get(_address.get(), deque())
        if len(own) >= LONGEST_LINE:
            raise Busy
        if sum(map(len, self._lines.values())) >= MOST:
            longest = max(self._lines.values(), key=len)
            if len(longest) <= len(own) + 1:
                raise Busy
            longest.pop()[1].cancel()
        return self._lines.setdefault(_address.get(), own)

    def _forget_cancelled(self) -> None:
        for address, line in [*self._lines.items()]:
            left = deque(job for job in line if not job[1].cancelled())
            if left:
                self._lines[address] = left
            else:
                del self._lines[address]

    def _serve(self) -> None:
        with self._lock:
            self._forget_cancelled()
            if not self._lines:
                return
            address = next(iter(self._lines))
            line = self._lines.pop(address)
            work, done = line.popleft()
            if line:
                self._lines[address] = line  # after all others
        if done.set_running_or_notify_cancel():
            try:
                done.set_result(work())
            except BaseException as error:
                done.set_exception(error)


@cache
def _queue(process: int) -> FairQueue:
    """The queue of this process: a fork inherits no threads."""
    return FairQueue(max(1, (os.cpu_count() or 1) - 1))


def _step_back() -> None:
    """Lower the thread's priority, on Linux alone: elsewhere that would lower the process's."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.nice(NICENESS)
