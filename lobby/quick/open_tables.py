"""Tables that people have opened and that quick match may fill.

Those that anyone may join and that are what quick match would make itself: the usual options, a
pace on offer, people alone. At a live pace someone of the table must have been there lately, and
nobody of it plays elsewhere or is about to: one person plays one live match at a time.
"""

from collections.abc import Iterable
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

AT_MOST = 200  # tables looked at together, the oldest
THERE = timedelta(minutes=4)  # since someone at a live table was seen: they tell every two minutes


def openings() -> list[matching.Opening]:
    """The tables to be filled, the oldest first."""
    clocks = {_key(clock): name for name, clock in PACES.items()}
    tables = list(_tables())
    live = [table for table in tables if table.pace == Table.Pace.LIVE]
    busy = _busy(person for table in live for person in _people(table))
    found = []
    for table in tables:
        pace = clocks.get(_key(table.clock))
        usual = table.options == plain(registry.get(table.game).Options())
        if pace is None or not usual:
            continue
        if table.pace == Table.Pace.LIVE:
            if busy & _people(table):
                continue
            busy |= _people(table)
        found.append(_opening(table, pace))
    return found


def _busy(people: Iterable[int]) -> set[int]:
    """Who of them plays a live match, or sits at a live table that is about to start."""
    asked = set(people)
    playing = Seat.objects.filter(
        user__in=asked, match__status=Match.Status.ACTIVE, match__clock__type="live"
    )
    starting = TableSeat.objects.filter(
        user__in=asked,
        table__status=Table.Status.OPEN,
        table__pace=Table.Pace.LIVE,
        table__starts_at__isnull=False,
    )
    return {*playing.values_list("user", flat=True), *starting.values_list("user", flat=True)}


def _people(table: Table) -> frozenset[int]:
    """Who sits at it, and its host."""
    seated = {seat.user_id for seat in table.seats.all() if seat.user_id is not None}
    return frozenset(seated | {table.host_id})


def _tables() -> QuerySet[Table]:
    here = ~Q(pace=Table.Pace.LIVE) | Q(touched_at__gte=timezone.now() - THERE)
    found = Table.objects.filter(
        playable(),
        here,
        listed=True,
        fork_step=None,
        status=Table.Status.OPEN,
        ai_seats=0,
        reliable=0,
        free__gt=0,
        free__lt=F("size"),
        game__in=wishes.offers(),
    )
    return found.prefetch_related("seats", "barred").order_by("created_at", "pk")[:AT_MOST]


def _key(clock: dict[str, object] | None) -> tuple[tuple[str, object], ...] | None:
    return None if clock is None else tuple(sorted(clock.items()))


def _opening(table: Table, pace: str) -> matching.Opening:
    return matching.Opening(
        key=table.pk,
        game=table.game,
        pace=pace,
        size=table.size,
        free=table.free,
        people=_people(table),
        barred=frozenset(person.pk for person in table.barred.all()),
    )
