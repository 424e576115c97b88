"""Tables as lists show them. A page has many, so they are read without the weight of whole rows."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import QuerySet

from accounts import presence
from lobby.models import Table, TableSeat
from lobby.tables.filters import Facts

PERSON, AI, FREE = "person", "ai", "free"
_OWN = (
    "pk",
    "public_id",
    "options",
    "clock",
    "status",
    "listed",
    "created_at",
    "fork_step",
)
_HOST = ("host_id", "host__shown_name", "host__username")
_COLUMNS = {"host_stays": "host__reliability"}
_FACTS = tuple(_COLUMNS.get(field.name, field.name) for field in fields(Facts))
_HOST_ID = len(_OWN)
_PACE = (*_OWN, *_HOST, *_FACTS).index("pace")


@dataclass(frozen=True)
class Listed:
    """What a row of the list shows of a table, and what decides who sees it.

    `listed`: to strangers. `fork`: it goes on from a position of another match. `seats`: who has
    each, by key, and of what kind (person, ai, free).
    `host_at`: "here" (on the site) or "away" where a table has no clock and its host lets others
    see that, else "".
    """

    public_id: str
    options: dict[str, Any]
    clock: dict[str, Any] | None
    status: str
    listed: bool
    opened_at: datetime
    fork: bool
    facts: Facts
    host_id: int
    host: str
    host_at: str
    seats: tuple[tuple[int | None, str], ...]

    @property
    def is_open(self) -> bool:
        return self.status == Table.Status.OPEN

    @cached_property
    def people(self) -> frozenset[int]:
        """The keys of its host and of whoever sits there."""
        return frozenset(key for key, _ in self.seats if key) | {self.host_id}


def read(tables: QuerySet[Table]) -> list[Listed]:
    """These tables, in their order, in two queries, or three. The query set may be a slice."""
    found = list(tables.values_list(*_OWN, *_HOST, *_FACTS))
    seats: dict[int, list[tuple[int | None, str]]] = {row[0]: [] for row in found}
    taken = TableSeat.objects.filter(table__in=list(seats)).order_by("index")
    for table, user, level in taken.values_list("table_id", "user_id", "ai_level"):
        seats[table].append((user, PERSON if user else AI if level else FREE))
    hosts = _hosts_at(row[_HOST_ID] for row in found if row[_PACE] == Table.Pace.NONE)
    return [_listed(row, tuple(seats[row[0]]), hosts) for row in found]


def _hosts_at(hosts: Iterable[int]) -> dict[int, str]:
    """Which of these hosts are on the site now, for those who let others see it."""
    asked = set(hosts)
    here = presence.everybody() if asked else {}
    return {key: "here" if key in here else "away" for key in presence.shown(asked)}


def _listed(
    row: tuple[Any, ...], seats: tuple[tuple[int | None, str], ...], hosts: Mapping[int, str]
) -> Listed:
    _pk, *own, host_id, shown_name, username = row[: -len(_FACTS)]
    public_id, options, clock, status, listed, opened_at, fork_step = own
    return Listed(
        public_id=public_id,
        options=options,
        clock=clock,
        status=status,
        listed=listed,
        opened_at=opened_at,
        fork=fork_step is not None,
        facts=Facts(*row[-len(_FACTS) :]),
        host_id=host_id,
        host=shown_name or username,
        host_at=hosts.get(host_id, "") if row[_PACE] == Table.Pace.NONE else "",
        seats=seats,
    )
