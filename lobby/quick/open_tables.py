"""The open tables that quick match may fill.

Anyone may join them, and they are like those that quick match makes: default options, a pace on
offer, only people. At a live table somebody must have been there recently, and nobody may be in
another live match that runs or is about to start.
"""

from collections.abc import Sequence
from datetime import timedelta
from itertools import islice

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.matches.models import Match, Seat
from games.plugin import registry
from games.plugin.codec import plain
from lobby.models import Table, TableSeat
from lobby.quick import matching, wishes
from lobby.ratings.selectors import strength_of
from lobby.ratings.skill import MIDDLE
from lobby.tables.paces import PACES
from lobby.tables.selectors import playable

AT_MOST = 200  # tables filled at once, the oldest that fit
THERE = timedelta(minutes=4)  # how recently somebody must have been there; pages tell every two


def openings(waiting: Sequence[matching.Waiting]) -> list[matching.Opening]:
    """The tables that somebody in the queue wants, oldest first."""
    tables = _tables()
    if all(ticket.numbers is None for ticket in waiting):  # ratings cost a query a table
        tables = tables.filter(rated=False)
    wanted = (
        (table, opening)
        for table in tables.iterator(AT_MOST)
        if (opening := _opening(table)) and any(opening.suits(ticket) for ticket in waiting)
    )
    found = list(islice(wanted, AT_MOST))
    live = [opening for table, opening in found if table.pace == Table.Pace.LIVE]
    busy = _busy({person for opening in live for person in opening.people})
    openings = []
    for table, opening in found:
        if table.pace == Table.Pace.LIVE:
            if busy & opening.people:
                continue
            busy |= opening.people
        openings.append(opening)
    return openings


def _opening(table: Table) -> matching.Opening | None:
    """The table for `matching`; None if it isn't like those that quick match makes."""
    pace = next((name for name, clock in PACES.items() if clock == table.clock), None)
    if pace is None or table.options != plain(registry.get(table.game).Options()):
        return None
    return matching.Opening(
        key=table.pk,
        game=table.game,
        pace=pace,
        size=table.size,
        free=table.free,
        people=_people(table),
        barred=frozenset(person.pk for person in table.barred.all()),
        rating=(strength_of(table, table.seats.all()) or MIDDLE) if table.rated else None,
    )


def _busy(people: set[int]) -> set[int]:
    """The people among these who play a live match, or sit at a live table about to start."""
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
    return tables.prefetch_related("seats", "barred").order_by("created_at", "pk")
