"""What is told of tables after a commit. All of it may be lost: it holds nothing that isn't stored.

Whoever hears that a table changed reads it: the list of open tables once per process
(`lobby.live.listing`), the page of a table by asking for itself again.
"""

import logging
import secrets

from django.conf import settings
from django.core.cache import cache

from accounts import pushes
from toolbox.task_queue import queue

log = logging.getLogger(__name__)

LISTING = "tables"  # the group of those who follow the list
MARK = "tables-mark"  # in the cache: another text after every change of a table


def group_of(public_id: str) -> str:
    """The group of those who have the page of this table open."""
    return f"table.{public_id}"


def mark() -> str:
    """What the list stands at: while this is the same, no table has changed."""
    return str(cache.get(MARK, ""))


def changed(public_id: str) -> None:
    """Tell the sockets that the table is no longer what it was."""
    message = {"type": "table.changed", "id": public_id}
    try:
        cache.set(MARK, secrets.token_hex(6), None)  # before the push: who comes between gets both
    except Exception:  # pages ask by themselves now and then
        log.warning("the mark of the tables was not set", exc_info=True)
    for group in (group_of(public_id), LISTING):
        pushes.send(group, message)


def queue_start(table_pk: int) -> None:
    """Have a full table started when its countdown ends; the sweeper does it if this is lost."""
    queue("lobby.tasks.start_when_due", table_pk, countdown=settings.TABLE_COUNTDOWN_SECONDS)
