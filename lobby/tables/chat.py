"""The chat `table:<public id>` of a waiting table (a module of CHAT_ROOMS, `accounts.talk.rooms`).

It is open to everyone who may see the table and wasn't sent away. It ends with the table, because
players and spectators of a running match don't share a chat.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.talk.rooms import Room
from games.plugin import registry
from lobby.models import Table
from lobby.presence import place_of_table
from lobby.tables import selectors
from toolbox.errors import NotFound


def key(table: Table) -> str:
    return f"table:{table.public_id}"


def room(name: str, user: Any) -> Room:
    """The chat of an open table. Raises `NotFound` if the user may not read it."""
    table = selectors.visible_table(name, user)
    if table is None or table.status != Table.Status.OPEN or _is_barred(table, user):
        raise NotFound(_("There is no such conversation."))
    everybody = table.seats.all()
    seats = {seat.user_id: seat.index for seat in everybody if seat.user_id is not None}
    return Room(
        key=key(table),
        title=_("At the table"),
        link=reverse("lobby:table", args=[table.public_id]),
        may_write=user.is_authenticated,
        why_not=_("Log in to write."),
        phrases=registry.get(table.game).meta.phrases if len(everybody) > 1 else (),
        seats=seats,
        hears=frozenset(seats),
        place=place_of_table(table.public_id),
    )


def _is_barred(table: Table, user: Any) -> bool:
    return bool(user.is_authenticated and table.barred.filter(pk=user.pk).exists())


def looked_into(name: str, at: datetime) -> str:
    """Always empty: there is nothing to look into besides the chat."""
    return ""


def withheld(names: Iterable[str], user: Any) -> set[str]:
    """Always empty: nobody plays at a waiting table."""
    return set()
