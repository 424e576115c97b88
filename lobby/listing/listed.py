"""Reads tables for lists, without building model instances."""

from collections.abc import Mapping
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
    "private",
    "club_id",
)
_HOST = ("host_id", "host__shown_name", "host__username")
_COLUMNS = {"host_stays": "host__reliability"}
_FACTS = tuple(_COLUMNS.get(field.name, field.name) for field in fields(Facts))
_HOST_ID = len(_OWN)
_PACE = (*_OWN, *_HOST, *_FACTS).index("pace")


@dataclass(frozen=True)
class Listed:
    """A table as a row of the list shows it, and the facts that decide who sees it."""

    public_id: str
    options: dict[str, Any]
    clock: dict[str, Any] | None
    status: str
    listed: bool  # shown to strangers
    opened_at: datetime
    fork: bool
    members_only: bool  # for members of its club
    facts: Facts
    host_id: int
    host: str
    host_at: str  # "here" or "away" for tables without a clock whose host shows it, else ""
    seats: tuple[tuple[int | None, str], ...]  # each with its user id and PERSON, AI or FREE

    @property
    def is_open(self) -> bool:
        return self.status == Table.Status.OPEN

    @cached_property
    def people(self) -> frozenset[int]:
        """The user ids of the host and of everyone seated."""
        return frozenset(key for key, _ in self.seats if key) | {self.host_id}


def read(tables: QuerySet[Table]) -> list[Listed]:
    """The tables, which may be a slice, in order. Two or three queries."""
    columns = list(tables.values_list(*_OWN, *_HOST, *_FACTS))
    seats: dict[int, list[tuple[int | None, str]]] = {row[0]: [] for row in columns}
    all_seats = TableSeat.objects.filter(table__in=list(seats)).order_by("index")
    for table, user, level in all_seats.values_list("table_id", "user_id", "ai_level"):
        seats[table].append((user, PERSON if user else AI if level else FREE))
    hosts = _hosts_at({row[_HOST_ID] for row in columns if row[_PACE] == Table.Pace.NONE})
    return [_listed(row, tuple(seats[row[0]]), hosts) for row in columns]


def _hosts_at(hosts: set[int]) -> dict[int, str]:
    """ "here" or "away" for the hosts who show it."""
    everybody = presence.everybody() if hosts else {}
    return {key: "here" if key in everybody else "away" for key in presence.visible(hosts)}


def _listed(
    row: tuple[Any, ...], seats: tuple[tuple[int | None, str], ...], hosts: Mapping[int, str]
) -> Listed:
    _pk, *own, host_id, shown_name, username = row[: -len(_FACTS)]
    public_id, options, clock, status, listed, opened_at, fork_step, private, club = own
    return Listed(
        public_id=public_id,
        options=options,
        clock=clock,
        status=status,
        listed=listed,
        opened_at=opened_at,
        fork=fork_step is not None,
        members_only=private and club is not None,
        facts=Facts(*row[-len(_FACTS) :]),
        host_id=host_id,
        host=shown_name or username,
        host_at=hosts.get(host_id, "") if row[_PACE] == Table.Pace.NONE else "",
        seats=seats,
    )
