"""Queueing a Celery task by its name: who queues it need not import it.

A lower layer may have to call what stands above it (a push that queues a computer's turn, the end
of a match that is followed by a rating); by name there is no circle.
"""

import logging
from typing import Any

from celery import current_app
from django.conf import settings
from django.utils.module_loading import import_string

log = logging.getLogger(__name__)


def queue(name: str, *arguments: Any, countdown: float = 0) -> bool:
    """Queue the task of that dotted name, to begin in `countdown` seconds.

    False, and a warning, if it couldn't be (the broker is away, an eager task failed): whoever
    queues something has a sweep that finds what was lost.
    """
    try:
        task: Any = import_string(name)
        task.apply_async(arguments, countdown=countdown)
    except Exception:  # whatever it was, a committed change must not turn into an error
        log.warning("%s%r was not queued", name, arguments, exc_info=True)
        return False
    return True


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
