"""Traces: the request, socket message or task that caused the work in progress.

A trace's id stands in JSON logs and error reports, and goes along with queued tasks and pushes.
"""

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Trace:
    """`way`: "page", "api", "page-socket", "api-socket", "task", "push" or "command".

    `began`: when it arrived, by `time.perf_counter`.
    """

    id: str
    way: str
    began: float = field(default_factory=time.perf_counter)


_current: ContextVar[Trace | None] = ContextVar("trace", default=None)


def current() -> Trace:
    """The trace of the work in progress; a nameless one if there is none."""
    return _current.get() or Trace("", "command")


def begin(way: str, given: str = "") -> Trace:
    """Begin a request, socket or task under the id it was given, or one made here."""
    trace = Trace(given or secrets.token_hex(8), way)
    _current.set(trace)
    return trace


def go_on() -> None:
    """Begin the next message of a socket, `<the socket's id>.<number>`."""
    before = current()
    of_socket, _dot, number = before.id.partition(".")
    _current.set(Trace(f"{of_socket}.{int(number or 0) + 1}", before.way))


@contextmanager
def caused_by(given: str | None) -> Iterator[None]:
    """Run the block under the ids that a push brought, if any."""
    before = _current.set(Trace(given, "push") if given else _current.get())
    try:
        yield
    finally:
        _current.reset(before)
