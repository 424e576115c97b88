"""Messages that a table has changed, sent after the commit. Any of them may be lost.

On a message each process reads the list of open tables once (`lobby.live.listing`), and a table's
page refreshes itself.
"""

import logging
import secrets

from django.conf import settings
from django.core.cache import cache

from accounts import pushes
from toolbox.task_queue import queue

log = logging.getLogger(__name__)

LISTING = "tables"  # the group of sockets that follow the list
MARK = "tables-mark"  # in the cache: a new text after every change of a table


def group_of(public_id: str) -> str:
    """The group of sockets that have this table's page open."""
    return f"table.{public_id}"


def mark() -> str:
    """A text that stays the same as long as no table changes."""
    return str(cache.get(MARK, ""))


def changed(public_id: str) -> None:
    """Tell the sockets that the table has changed."""
    message = {"type": "table.changed", "id": public_id}
    try:
        cache.set(MARK, secrets.token_hex(6), None)  # before the push: no page can miss both
    except Exception:  # pages also ask on their own now and then
        log.warning("the mark of the tables was not set", exc_info=True)
    for group in (group_of(public_id), LISTING):
        pushes.send(group, message)


def queue_start(table_pk: int) -> None:
    """Queue the start of a full table for the end of its countdown; the sweeper is the backup."""
    queue("lobby.tasks.start_when_due", table_pk, countdown=settings.TABLE_COUNTDOWN_SECONDS)
