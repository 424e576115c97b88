"""Names of people that a host may invite, as the first letters of one are typed.

They are the names that profiles and chats show anyone anyway, a few at a time and not too often:
the list of all accounts can't be read off here.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts import blocks, names, sanctions
from accounts.models import User
from lobby.models import Table
from lobby.tables.changes import check_host, check_open
from toolbox import limits
from toolbox.errors import TooMany
from toolbox.prefix_search import begins

LEAST, MOST = 2, 8  # letters typed, names told


@dataclass(frozen=True)
class Hint:
    """Someone by the name they are invited by, and the name they are shown by."""

    username: str
    name: str


def hints(*, table: Table, user: User, start: str) -> list[Hint]:
    """People whose name, of either kind, begins like that and who could be invited. Host only.

    Nobody who is banned.

    Raises Forbidden `not_the_host`, Conflict for a table that isn't open, 429 `too_fast`.
    """
    check_host(table, user)
    check_open(table)
    key = names.key_of(start.strip().replace("\0", ""))
    if len(key) < LEAST:
        return []
    bucket = limits.bucket("names", user.pk)
    if bucket is not None and not bucket.take():
        said = _("That was too fast. Wait a moment.")
        raise TooMany(said, code="too_fast", wait=bucket.wait())
    seated = {user, *(seat.user for seat in table.seats.all() if seat.user is not None)}
    unmet = set[int]().union(*(blocks.hidden_from(one) for one in seated))
    known = User.objects.filter(begins("names__key", key), is_active=True, is_guest=False)
    known = known.exclude(sanctions.banned())
    others = known.exclude(pk__in=unmet | {one.pk for one in seated})
    found = others.distinct().order_by("username")[:MOST]
    return [Hint(one.username, one.name) for one in found]
