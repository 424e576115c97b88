"""Reads a person's seats in matches, in the order of lists, with all players."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import models
from django.db.models import F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.utils import timezone

from accounts.models import User
from accounts.prepared_queries import MOMENT, PreparedQuery
from games.matches.models import Match, Seat, Step
from games.matches.record import gate
from games.matches.record.results import SHOWN, STANDS, lightly, running_seats
from games.matches.record.turns import WAITS, soonest_first, waiting

# The order of matches: the lower, the sooner something is due.
BACK, MINE, THEIRS, AT_REST = range(4)


def bring_everybody(seats: Sequence[Seat]) -> None:
    """Prefetch all seats of these seats' matches, as far as lists show them. One query."""
    everybody = Seat.objects.only(*SHOWN).order_by("index")
    models.prefetch_related_objects(seats, models.Prefetch("match__seats", everybody))


def count_waiting(user: Any) -> tuple[int, datetime | None]:
    """How many matches wait for the person, and the first of their deadlines."""
    row = waiting(user).aggregate(count=models.Count("pk"), nearest=models.Min("deadline"))
    return row["count"], row["nearest"]


def that_wait(user: Any, start: int, stop: int) -> list[Any]:
    """The seats that wait for the person, with `since`, the first deadline first. One query."""
    return list(lightly(soonest_first(waiting(user)), *STANDS)[start:stop])


def others(user: Any) -> QuerySet[Any]:
    """The seats in running matches that don't wait for the person, except abandoned ones."""
    seats = running_seats(user, private=True)
    seats = seats.exclude(caretaker=True, replaced__isnull=False)
    return by_due(seats.exclude(WAITS))  # needs no subquery, unlike `waiting`


# The urgency and key of each of a person's `others`, in the order of `by_due`.
urgencies = PreparedQuery(lambda key: others(User(pk=key)).values_list("urgency", "pk"), -1)


_keys_running = PreparedQuery(
    lambda key: by_due(running_seats(User(pk=key), private=True)).values_list("pk"), -1
)


def running(user: Any) -> list[int]:
    """The keys of the person's seats in running matches, in the order of `by_due`."""
    return [key for (key,) in _keys_running(user.pk)]


def by_due(seats: QuerySet[Seat]) -> QuerySet[Any]:
    """Annotate seats with `urgency` and `due`, and order them by both.

    Seats to return to come first, then the person's own turns, other people's turns and resting
    matches; within each group, by deadline, those without one last.
    """
    clocks = Seat.objects.filter(match=OuterRef("match"), owes=True, deadline__isnull=False)
    soonest = clocks.order_by("deadline").values("deadline")[:1]
    mine = Q(owes=True, caretaker=False, replaced=None)
    urgency = models.Case(
        When(caretaker=True, resigned=None, replaced=None, then=Value(BACK)),
        When(~Q(match__paused=""), then=Value(AT_REST)),
        When(mine, then=Value(MINE)),
        default=Value(THEIRS),
    )
    due = models.Case(When(mine, then=F("deadline")), default=Subquery(soonest))
    return seats.annotate(urgency=urgency, due=due).order_by(
        "urgency", F("due").asc(nulls_last=True), "-match__started_at", "-match"
    )


def of_keys(keys: Collection[int]) -> Sequence[Any]:
    """The seats with these keys, in order, with `since`. One query at most."""
    if not keys:
        return []
    seats = {seat.pk: seat for seat in lightly(with_since(Seat.objects.filter(pk__in=keys)))}
    return [seats[key] for key in keys if key in seats]


def with_since(seats: QuerySet[Seat]) -> QuerySet[Any]:
    """Annotate seats with `since`, the time of their match's newest step."""
    newest = Step.objects.filter(match=OuterRef("match"), index=OuterRef("match__version"))
    return seats.annotate(since=Subquery(newest.values("at")[:1]))


class Over(NamedTuple):
    """A person's seat in a match that is over: its key, and the match's game and status."""

    seat: int
    game: str
    status: str


def _over(key: int, now: datetime) -> QuerySet[Seat, tuple[int, str, str]]:
    seats = Seat.objects.filter(gate.opened("match__", now), user=key)
    seats = seats.exclude(match__status=Match.Status.ACTIVE)
    newest_first = seats.order_by("-match__finished_at", "-match")
    return newest_first.values_list("pk", "match__game", "match__status")


_rows_over = PreparedQuery(_over, -1, MOMENT)


def over(user: Any) -> list[Over]:
    """The person's seats in matches that are over, newest first. One query."""
    return [Over(*row) for row in _rows_over(user.pk, timezone.now())]
