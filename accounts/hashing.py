"""Hashing of passwords that leaves the processor to moves, and is fair to everybody.

A hash takes most of a second of one core, on purpose. Thirty at once, when thirty people sign up,
would keep every move waiting for its slice; and whoever sends many guesses would keep everybody
else from logging in. So hashes wait in a queue, in which each address has a line of its own.
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
from django.utils.translation import gettext as _

from toolbox.database_errors import Busy

NICENESS = 5  # a third of the share that others get of a core they all want
LONGEST_LINE = 30  # hashes of one address that may wait: as many as may sign up in a minute
MOST = 120  # hashes that may wait in all, each of which keeps a thread
LONGEST_PASSWORD = 256

_address: ContextVar[str] = ContextVar("address", default="")
_hung_up: ContextVar[Future[None] | None] = ContextVar("hung_up", default=None)


@contextmanager
def asked_from(address: str) -> Iterator[None]:
    """Within this, hashes wait in the line of that address."""
    token = _address.set(address)
    try:
        yield
    finally:
        _address.reset(token)


@contextmanager
def forgotten_after(hung_up: Future[None]) -> Iterator[None]:
    """Within this, a hash that still waits when `hung_up` is done is forgotten: Busy is raised."""
    token = _hung_up.set(hung_up)
    try:
        yield
    finally:
        _hung_up.reset(token)


class LongestPassword:
    """Setting AUTH_PASSWORD_VALIDATORS: no password has more than `LONGEST_PASSWORD` characters."""

    def validate(self, password: str, user: object = None) -> None:
        if len(password) > LONGEST_PASSWORD:
            raise ValidationError(_("This is too long."))

    def get_help_text(self) -> str:
        return _("Your password can have at most {n} characters.").format(n=LONGEST_PASSWORD)


class PatientPasswordHasher(PBKDF2PasswordHasher):
    """Django's own hasher, whose hashes wait for each other and give way to everything else.

    One core stays free of them, if there are several. Each request waits in its own thread. A
    password counts the same however a keyboard composes its letters. Raises Busy.
    """

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        # Nobody has a longer one (`LongestPassword`), and normalizing takes the square of it.
        short = len(password) <= LONGEST_PASSWORD
        plain = unicodedata.normalize("NFKC", password) if short else password
        hashed = super().encode
        try:
            return _queue(os.getpid()).put(lambda: hashed(plain, salt, iterations)).result()
        except CancelledError:
            raise Busy from None


class FairQueue:
    """Jobs of many addresses, done by a few threads that serve the addresses in turn."""

    def __init__(self, threads: int) -> None:
        self._threads = ThreadPoolExecutor(threads, "hash", _step_back)
        self._lock = Lock()
        # The address that is to be served next comes first.
        self._lines: dict[str, deque[tuple[Callable[[], str], Future[str]]]] = {}

    def put(self, work: Callable[[], str]) -> Future[str]:
        """What `work` will return; cancelled if the client hangs up or the place is given away.

        Raises Busy if the address has `LONGEST_LINE` jobs waiting, or if `MOST` wait. When the
        queue is full, the longest line loses its last job to a shorter one.
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
        """The line of the address, in which there is room."""
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
        """Do the first job of the next address, if one is left."""
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
    """One for each process: a fork takes no threads along."""
    return FairQueue(max(1, (os.cpu_count() or 1) - 1))


def _step_back() -> None:
    """On Linux a priority is a thread's own; elsewhere it would be the whole process's."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.nice(NICENESS)
