"""A person's own seats as lists need them: those asked for, in order, with all who sit there."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import (
    Case,
    Count,
    F,
    Min,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
    prefetch_related_objects,
)

from accounts.models import User
from accounts.prepared_queries import PreparedQuery
from games.matches.models import Match, Seat, Step
from games.matches.record import gate
from games.matches.record.results import lightly, running_seats
from games.matches.record.turns import soonest_first, waiting

S = TypeVar("S", bound=Seat)

# How matches are sorted: the lower, the sooner something is due.
BACK, MINE, THEIRS, AT_REST = range(4)


# What lists say of everyone who sits at a match.
_SAID = (
    *("match", "index", "user", "name", "ai_level", "caretaker", "resigned", "replaced"),
    *("owes", "deadline", "outcome", "score"),
)


def bring_everybody(seats: list[S]) -> list[S]:
    """These seats, whose matches know now who sits there, as far as lists say it. A query."""
    everybody = Seat.objects.only(*_SAID).order_by("index")
    prefetch_related_objects(seats, Prefetch("match__seats", everybody))
    return seats


# -- what waits for the person ---------------------------------------------------------------------


def count_waiting(user: Any) -> tuple[int, datetime | None]:
    """How many matches wait for the person, and when the first of their clocks runs out."""
    found = waiting(user).aggregate(count=Count("pk"), nearest=Min("deadline"))
    return found["count"], found["nearest"]


def that_wait(user: Any, start: int, stop: int) -> list[Any]:
    """Those that wait for the person, with `since`: first whose clock runs out first.

    Two queries.
    """
    seats = soonest_first(waiting(user)).select_related("match")
    return bring_everybody(list(seats.defer("match__undo", "match__opening_seats")[start:stop]))


# -- what runs otherwise ---------------------------------------------------------------------------


def others(user: Any) -> QuerySet[Any]:
    """The person's seats in running matches that don't wait for them, by what is due.

    Matches that they have abandoned are left out.
    """
    seats = running_seats(user, private=True)
    seats = seats.exclude(caretaker=True, replaced__isnull=False)
    return by_due(seats.exclude(pk__in=waiting(user).values("pk")))


def urgency_of_others(user: Any) -> list[tuple[int, int]]:
    """How urgent each of them is, and its key, by what is due."""
    return _urgencies(user.pk)


_urgencies = PreparedQuery(lambda key: others(User(pk=key)).values_list("urgency", "pk"), -1)


def running(user: Any) -> QuerySet[Seat]:
    """The person's seats in running matches, by what is due."""
    return by_due(running_seats(user, private=True))


def by_due(seats: QuerySet[Seat]) -> QuerySet[Any]:
    """These seats with `urgency` and `due`: seats to come back to, own turns, those of others.

    Own turns and others' each by the clock that runs out first, then those without one; last come
    matches in which nothing runs.
    """
    clocks = Seat.objects.filter(match=OuterRef("match"), owes=True, deadline__isnull=False)
    soonest = clocks.order_by("deadline").values("deadline")[:1]
    mine = Q(owes=True, caretaker=False, replaced=None)
    urgency = Case(
        When(caretaker=True, resigned=None, replaced=None, then=Value(BACK)),
        When(~Q(match__paused=""), then=Value(AT_REST)),
        When(mine, then=Value(MINE)),
        default=Value(THEIRS),
    )
    due = Case(When(mine, then=F("deadline")), default=Subquery(soonest))
    return seats.annotate(urgency=urgency, due=due).order_by(
        "urgency", F("due").asc(nulls_last=True), "-match__started_at", "-match"
    )


def of_keys(keys: Collection[int]) -> Sequence[Any]:
    """The seats of these keys, in their order, with `since`. Two queries, if there are any."""
    if not keys:
        return []
    found = {seat.pk: seat for seat in lightly(with_since(Seat.objects.filter(pk__in=keys)))}
    return bring_everybody([found[key] for key in keys if key in found])


def with_since(seats: QuerySet[Seat]) -> QuerySet[Any]:
    """These seats with `since`, the time of their match's newest step."""
    newest = Step.objects.filter(match=OuterRef("match"), index=OuterRef("match__version"))
    return seats.annotate(since=Subquery(newest.values("at")[:1]))


# -- what is over ----------------------------------------------------------------------------------


def over(user: Any) -> QuerySet[Seat]:
    """The person's seats in matches that are over, however they ended, newest first."""
    seats = Seat.objects.filter(gate.opened("match__"), user=user)
    seats = seats.exclude(match__status=Match.Status.ACTIVE)
    return seats.order_by("-match__finished_at", "-match")


def newest_over(user: Any, count: int) -> list[int]:
    """The keys of the first so many of them."""
    return list(over(user).values_list("pk", flat=True)[:count])
