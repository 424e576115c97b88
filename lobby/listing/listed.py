"""Tables as lists show them. A page has many, so they are read without the weight of whole rows."""

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from django.db.models import QuerySet

from lobby.models import Table, TableSeat
from lobby.tables.filters import Facts

PERSON, AI, FREE = "person", "ai", "free"
_OWN = ("pk", "public_id", "options", "clock", "status", "listed")
_HOST = ("host_id", "host__shown_name", "host__username")
_FACTS = tuple(field.name for field in fields(Facts))


@dataclass(frozen=True)
class Listed:
    """What a row of the list shows of a table, and what decides who sees it.

    `listed`: to strangers. `seats`: who has each, by key, and of what kind (person, ai, free).
    """

    public_id: str
    options: dict[str, Any]
    clock: dict[str, Any] | None
    status: str
    listed: bool
    facts: Facts
    host_id: int
    host: str
    seats: tuple[tuple[int | None, str], ...]

    @property
    def is_open(self) -> bool:
        return self.status == Table.Status.OPEN

    @cached_property
    def people(self) -> frozenset[int]:
        """The keys of its host and of whoever sits there."""
        return frozenset(key for key, _ in self.seats if key) | {self.host_id}


def read(tables: QuerySet[Table]) -> list[Listed]:
    """These tables, in their order, in two queries. The query set may be a slice."""
    found = list(tables.values_list(*_OWN, *_HOST, *_FACTS))
    seats: dict[int, list[tuple[int | None, str]]] = {row[0]: [] for row in found}
    taken = TableSeat.objects.filter(table__in=seats).order_by("index")
    for table, user, level in taken.values_list("table_id", "user_id", "ai_level"):
        seats[table].append((user, PERSON if user else AI if level else FREE))
    return [_listed(row, tuple(seats[row[0]])) for row in found]


def _listed(row: tuple[Any, ...], seats: tuple[tuple[int | None, str], ...]) -> Listed:
    _pk, *own, host_id, shown_name, username = row[: -len(_FACTS)]
    public_id, options, clock, status, listed = own
    facts, host = Facts(*row[-len(_FACTS) :]), shown_name or username
    return Listed(public_id, options, clock, status, listed, facts, host_id, host, seats)
