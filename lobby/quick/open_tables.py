"""Tables that people have opened and that quick match may fill.

Those that anyone may join and that are what quick match would make itself: the usual options, a
pace on offer, people alone. At a live pace someone of the table must have been there lately.
"""

from datetime import timedelta

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.plugin import registry
from games.plugin.codec import plain
from lobby.models import Table
from lobby.quick import matching, wishes
from lobby.tables.paces import PACES
from lobby.tables.selectors import playable

AT_MOST = 200  # tables looked at together, the oldest
THERE = timedelta(minutes=4)  # since someone at a live table was seen: they tell every two minutes


def openings() -> list[matching.Opening]:
    """The tables to be filled, the oldest first."""
    clocks = {_key(clock): name for name, clock in PACES.items()}
    found = []
    for table in _tables():
        pace = clocks.get(_key(table.clock))
        if pace is not None and table.options == plain(registry.get(table.game).Options()):
            found.append(_opening(table, pace))
    return found


def _tables() -> QuerySet[Table]:
    here = ~Q(pace=Table.Pace.LIVE) | Q(touched_at__gte=timezone.now() - THERE)
    found = Table.objects.filter(
        playable(),
        here,
        listed=True,
        status=Table.Status.OPEN,
        ai_seats=0,
        free__gt=0,
        free__lt=F("size"),
        game__in=wishes.offers(),
    )
    return found.prefetch_related("seats", "barred").order_by("created_at", "pk")[:AT_MOST]


def _key(clock: dict[str, object] | None) -> tuple[tuple[str, object], ...] | None:
    return None if clock is None else tuple(sorted(clock.items()))


def _opening(table: Table, pace: str) -> matching.Opening:
    seated = {seat.user_id for seat in table.seats.all() if seat.user_id is not None}
    return matching.Opening(
        key=table.pk,
        game=table.game,
        pace=pace,
        size=table.size,
        free=table.free,
        people=frozenset(seated | {table.host_id}),
        barred=frozenset(person.pk for person in table.barred.all()),
    )
