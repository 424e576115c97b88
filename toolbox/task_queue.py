"""Queueing Celery tasks by name, so that a lower layer can call a higher one without importing it.

For example, a push can queue a computer's turn.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

from celery import current_app
from django.conf import settings
from django.utils.module_loading import import_string

log = logging.getLogger(__name__)


class Call(NamedTuple):
    """A call of the task with that dotted name, due in `countdown` seconds."""

    name: str
    arguments: tuple[Any, ...]
    countdown: float


_held_back: ContextVar[list[Call] | None] = ContextVar("held_back", default=None)


def queue(name: str, *arguments: Any, countdown: float = 0) -> None:
    """Queue the task of that dotted name, due in `countdown` seconds.

    Logs a warning if that fails (no broker, a failing eager task): sweeps find lost work.
    """
    call = Call(name, arguments, countdown)
    held = _held_back.get()
    if held is None or settings.CELERY_TASK_ALWAYS_EAGER:
        send(call)
    else:
        held.append(call)


def send(call: Call) -> None:
    """Hand the call to the broker, in about a millisecond. Never raises."""
    name, arguments, countdown = call
    try:
        task: Any = import_string(name)
        task.apply_async(arguments, countdown=countdown)
    except Exception:  # a committed change must not turn into an error
        log.warning("%s%r was not queued", name, arguments, exc_info=True)


def send_all(calls: Sequence[Call]) -> None:
    for call in calls:
        send(call)


@contextmanager
def held_back(calls: list[Call]) -> Iterator[None]:
    """Collect calls instead of sending them, so that the waiting person is answered first.

    Eager tasks are not held back: they run where they are queued.
    """
    token = _held_back.set(calls)
    try:
        yield
    finally:
        _held_back.reset(token)


def waiting_in(name: str) -> int:
    """Return how many messages wait in that queue of the broker, or 0 if unknown."""
    if settings.CELERY_TASK_ALWAYS_EAGER:
        return 0
    try:
        with current_app.connection_or_acquire() as connection:
            declared = connection.default_channel.queue_declare(name, passive=True)
            return int(declared.message_count)
    except Exception:  # the broker is away, or nothing was ever queued there
        return 0
