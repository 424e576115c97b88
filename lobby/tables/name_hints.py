"""Completes the names of people whom a host may invite.

Hints are few and rate-limited, so they can't be used to list all accounts.
"""

from dataclasses import dataclass

from accounts import blocks, names, sanctions
from accounts.models import User
from lobby.models import Table
from lobby.tables.changes import check_host, check_not_too_fast, check_open
from toolbox.prefix_search import begins

LEAST, MOST = 2, 8  # letters typed, names returned


@dataclass(frozen=True)
class Hint:
    """A person's user name and the name they are shown by."""

    username: str
    name: str


def hints(*, table: Table, user: User, start: str) -> list[Hint]:
    """People to invite by the start of a name. Host only; Forbidden, Conflict, 429 `too_fast`."""
    check_host(table, user)
    check_open(table)
    key = names.key_of(start.strip().replace("\0", ""))
    if len(key) < LEAST:
        return []
    check_not_too_fast("names", user)
    seated = {user, *(seat.user for seat in table.seats.all() if seat.user is not None)}
    unmet = set[int]().union(*(blocks.hidden_from(one) for one in seated))
    people = User.objects.filter(begins("names__key", key), is_active=True, is_guest=False)
    people = people.exclude(sanctions.banned())
    people = people.exclude(pk__in=unmet | {one.pk for one in seated})
    named = people.distinct().order_by("username")[:MOST]
    return [Hint(one.username, one.name) for one in named]
