"""How many tables wait, in words that a page can go on counting in."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from lobby.models import Table
from toolbox.paging import COUNTED

MOST = COUNTED  # tables that a page knows by name, so that it can count them itself


@dataclass(frozen=True)
class Words:
    """The count in a sentence: for none, for one, for `{n}`, and as it is now."""

    none: str
    one: str
    many: str
    now: str


def words(count: int, *, narrowed: bool) -> Words:
    """The sentences; others where the list is narrowed by filters."""
    if narrowed:
        said = (
            _("No table like this is waiting for players."),
            _("One table like this is waiting for players."),
            _("{n} tables like this are waiting for players."),
            _("More than {n} tables like this are waiting for players."),
        )
    else:
        said = (
            _("No table is waiting for players."),
            _("One table is waiting for players."),
            _("{n} tables are waiting for players."),
            _("More than {n} tables are waiting for players."),
        )
    none, one, many, more = said
    now = (none, one, many)[min(count, 2)].format(n=count)
    return Words(none, one, many, more.format(n=MOST) if count > MOST else now)


def open_ids(tables: QuerySet[Table], count: int) -> Sequence[str] | None:
    """The names of the tables counted; None where they are too many for a page."""
    if count > MOST:
        return None
    return list(tables.order_by().values_list("public_id", flat=True))
