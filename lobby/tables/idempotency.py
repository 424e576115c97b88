"""Calls that open a table, sent again because their answer was lost."""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.matches.play.engine.checks import checked_client_id
from games.plugin.codec import digest
from lobby.models import Table
from lobby.tables import match_quotas
from toolbox.errors import Conflict


def opened_once(
    user: User, client_id: str | None, asked: Any, open_table: Callable[[], Table]
) -> Table:
    """What `open_table` opens for the person; the same table again for the same `client_id`.

    That holds while they host it: who hosts it after them has not sent that call. `asked`
    is all that the call says. Raises 400 `malformed`, Conflict `client_id_taken` if it said
    something else the first time, and what `open_table` raises; then nothing is kept.
    """
    checked = checked_client_id(client_id)
    if checked is None:
        return open_table()
    said = digest(asked)
    with transaction.atomic():
        match_quotas.lock(user)
        known = Table.objects.filter(host=user, client_id=checked).first()
        if known is None:
            table = open_table()
            Table.objects.filter(pk=table.pk).update(client_id=checked, asked=said)
            return table
    if known.asked != said:
        raise Conflict(_("This client_id was used for another table."), code="client_id_taken")
    return known
