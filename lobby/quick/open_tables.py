"""The open tables that quick match may fill.

Anyone may join them, and they are like those that quick match makes: default options, a pace on
offer, only people. At a live table somebody must have been there lately, and nobody may be in
another live match that runs or is about to start.
"""

from datetime import timedelta

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.matches.models import Match, Seat
from games.plugin import registry
from games.plugin.codec import plain
from lobby.models import Table, TableSeat
from lobby.quick import matching, wishes
from lobby.tables.paces import PACES
from lobby.tables.selectors import playable

AT_MOST = 200  # tables read at once, the oldest
THERE = timedelta(minutes=4)  # how lately somebody must have been there; pages tell every two


def openings() -> list[matching.Opening]:
    """The tables to fill, oldest first."""
    names = {_key(clock): name for name, clock in PACES.items()}
    tables = list(_tables())
    live = [table for table in tables if table.pace == Table.Pace.LIVE]
    busy = _busy({person for table in live for person in _people(table)})
    openings = []
    for table in tables:
        pace, people = names.get(_key(table.clock)), _people(table)
        if pace is None or table.options != plain(registry.get(table.game).Options()):
            continue
        if table.pace == Table.Pace.LIVE:
            if busy & people:
                continue
            busy |= people
        openings.append(
            matching.Opening(
                key=table.pk,
                game=table.game,
                pace=pace,
                size=table.size,
                free=table.free,
                people=people,
                barred=frozenset(person.pk for person in table.barred.all()),
                rating=table.rating,
            )
        )
    return openings


def _busy(people: set[int]) -> set[int]:
    """Those of these people who play a live match, or sit at a live table about to start."""
    playing = Seat.objects.filter(
        user__in=people, match__status=Match.Status.ACTIVE, match__clock__type="live"
    )
    starting = TableSeat.objects.filter(
        user__in=people,
        table__status=Table.Status.OPEN,
        table__pace=Table.Pace.LIVE,
        table__starts_at__isnull=False,
    )
    return {*playing.values_list("user", flat=True), *starting.values_list("user", flat=True)}


def _people(table: Table) -> frozenset[int]:
    """The people seated, and the host."""
    seated = {seat.user_id for seat in table.seats.all() if seat.user_id is not None}
    return frozenset(seated | {table.host_id})


def _tables() -> QuerySet[Table]:
    attended = ~Q(pace=Table.Pace.LIVE) | Q(touched_at__gte=timezone.now() - THERE)
    tables = Table.objects.filter(
        playable(),
        attended,
        listed=True,
        fork_step=None,
        status=Table.Status.OPEN,
        ai_seats=0,
        reliable=0,
        free__gt=0,
        free__lt=F("size"),
        game__in=wishes.offers(),
    )
    return tables.prefetch_related("seats", "barred").order_by("created_at", "pk")[:AT_MOST]


def _key(clock: dict[str, object] | None) -> tuple[tuple[str, object], ...] | None:
    return None if clock is None else tuple(sorted(clock.items()))
