"""Having someone look at the queue soon. Lost, or twice, does no harm: the sweep looks as well."""

import logging

from django.core.cache import cache

from toolbox.commits import after_commit
from toolbox.task_queue import queue

log = logging.getLogger(__name__)

QUEUED = "quick/matching-queued"
FORGOTTEN_AFTER = 5  # seconds, if the task never began


def queue_matching_on_commit() -> None:
    """Look for groups once this transaction is committed."""
    after_commit(queue_matching)


def queue_matching() -> None:
    """Queue one look at the queue, unless one is queued that hasn't begun."""
    try:
        first = cache.add(QUEUED, True, FORGOTTEN_AFTER)
    except Exception:  # the broker is away: the next sweep looks
        log.warning("quick match could not be queued", exc_info=True)
        return
    if first:
        queue("lobby.quick.tasks.match_waiting")


def matching_begins() -> None:
    """From here on whoever comes is not seen by this look, and needs another."""
    cache.delete(QUEUED)
