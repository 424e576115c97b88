"""Queueing a Celery task by its name: who queues it need not import it.

A lower layer may have to call what stands above it (a push that queues a computer's turn, the end
of a match that is followed by a rating); by name there is no circle.
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
    """A call of the task with that dotted name, to begin in `countdown` seconds."""

    name: str
    arguments: tuple[Any, ...]
    countdown: float


_held_back: ContextVar[list[Call] | None] = ContextVar("held_back", default=None)


def queue(name: str, *arguments: Any, countdown: float = 0) -> None:
    """Queue the task of that dotted name, to begin in `countdown` seconds.

    A warning if it can't be (the broker is away, an eager task failed): whoever queues something
    has a sweep that finds what was lost.
    """
    call = Call(name, arguments, countdown)
    held = _held_back.get()
    if held is None or settings.CELERY_TASK_ALWAYS_EAGER:
        send(call)
    else:
        held.append(call)


def send(call: Call) -> None:
    """Hand the call to the broker; that takes about a millisecond. Never fails."""
    name, arguments, countdown = call
    try:
        task: Any = import_string(name)
        task.apply_async(arguments, countdown=countdown)
    except Exception:  # whatever it was, a committed change must not turn into an error
        log.warning("%s%r was not queued", name, arguments, exc_info=True)


def send_all(calls: Sequence[Call]) -> None:
    for call in calls:
        send(call)


@contextmanager
def held_back(calls: list[Call]) -> Iterator[None]:
    """Collect what is queued inside instead of sending it.

    So whoever waits for the answer has it first. Not eager tasks: they are done where they are
    queued.
    """
    token = _held_back.set(calls)
    try:
        yield
    finally:
        _held_back.reset(token)


def waiting_in(name: str) -> int:
    """How many messages wait in that queue of the broker; 0 if that can't be known."""
    if settings.CELERY_TASK_ALWAYS_EAGER:
        return 0
    try:
        with current_app.connection_or_acquire() as connection:
            found = connection.default_channel.queue_declare(name, passive=True)
            return int(found.message_count)
    except Exception:  # the broker is away, or nothing was ever queued there
        return 0
