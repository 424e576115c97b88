"""What is told of tables after a commit. All of it may be lost: it holds nothing that isn't stored.

Whoever hears that a table changed reads it: the list of open tables once per process
(`lobby.live.listing`), the page of a table by asking for itself again.
"""

import logging
import secrets
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import cache

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
        async_to_sync(_send)(message, [group_of(public_id), LISTING])
    except Exception:  # pages ask by themselves now and then
        log.warning("no push for table %s", public_id, exc_info=True)


async def _send(message: dict[str, Any], groups: list[str]) -> None:
    layer = get_channel_layer()
    for group in groups:
        await layer.group_send(group, message)


def queue_start(table_pk: int) -> None:
    """Have a full table started when its countdown ends; the sweeper does it if this is lost."""
    from lobby.tasks import start_when_due

    try:
        start_when_due.apply_async((table_pk,), countdown=settings.TABLE_COUNTDOWN_SECONDS)
    except Exception:  # the broker is away
        log.warning("no start queued for table %s", table_pk, exc_info=True)
