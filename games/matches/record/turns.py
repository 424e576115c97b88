"""What waits for a person over all their matches: whose turn it is, without opening any match."""

from typing import Any

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery

from games.matches.models import Match, Seat, Step


def waiting(user: Any) -> QuerySet[Seat]:
    """The person's seats that owe a decision now. Matches that are paused wait for nobody."""
    return Seat.objects.filter(
        user=user.pk,
        owes=True,
        caretaker=False,
        replaced=None,
        match__status=Match.Status.ACTIVE,
        match__paused="",
    )


def soonest_first(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """These seats with `since`, the time when they were asked: first those whose clock runs out
    first, then those without a clock, whoever waits longest first."""
    asked = Step.objects.filter(match=OuterRef("match"), index=OuterRef("decision_version"))
    found = seats.annotate(since=Subquery(asked.values("at")[:1]))
    return found.order_by(F("deadline").asc(nulls_last=True), "since", "pk")


def counts(user: Any, but: str = "") -> tuple[int, int]:
    """How many matches wait for the person, and how many of them aren't the match `but`."""
    found = waiting(user).aggregate(
        all=Count("pk"), others=Count("pk", filter=~Q(match__public_id=but))
    )
    return found["all"], found["others"]


def next_match(user: Any, but: str = "") -> str | None:
    """The public id of the match that the person should see to first, but for `but`."""
    seats = soonest_first(waiting(user)).exclude(match__public_id=but)
    return seats.values_list("match__public_id", flat=True).first()
