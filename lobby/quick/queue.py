"""Queues the matching task. A lost or duplicate one does no harm: the sweep matches, too."""

import logging

from django.core.cache import cache

from toolbox.commits import after_commit
from toolbox.task_queue import queue

log = logging.getLogger(__name__)

QUEUED = "quick/matching-queued"
FORGOTTEN_AFTER = 5  # seconds, if the task never began


def queue_matching_on_commit() -> None:
    """Queue the matching task once this transaction is committed."""
    after_commit(queue_matching)


def queue_matching() -> None:
    """Queue the matching task, unless one is queued that hasn't begun."""
    try:
        first = cache.add(QUEUED, True, FORGOTTEN_AFTER)
    except Exception:  # the cache is away: the next sweep matches
        log.warning("quick match could not be queued", exc_info=True)
        return
    if first:
        queue("lobby.quick.tasks.match_waiting")


def matching_begins() -> None:
    """Let people who come from now on queue another task: this one won't see them."""
    cache.delete(QUEUED)
