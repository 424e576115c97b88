"""Pushes to a person's open sockets, through the channel layer. A push is a hint and may be lost.

Every socket of a logged-in person, whatever it shows, joins `group_of(user id)` and answers
`person.banned` by closing.
"""

import logging
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

log = logging.getLogger(__name__)

BANNED = 4403  # the code with which a banned person's sockets are closed


def group_of(user_id: int) -> str:
    return f"person.{user_id}"


def chats_of(user_id: int) -> str:
    """The group of the conversations that a person has open."""
    return f"chats.{user_id}"


def push(user_id: int, message: dict[str, Any]) -> None:
    """Send `message` to the person's sockets, from a thread without an event loop."""
    send(group_of(user_id), message)


def send(group: str, message: dict[str, Any]) -> None:
    """Send `message` to a group of sockets, from a thread without an event loop."""
    try:
        async_to_sync(get_channel_layer().group_send)(group, message)
    except Exception:  # a dead broker never turns a committed change into an error
        log.warning("could not push to %s", group, exc_info=True)
