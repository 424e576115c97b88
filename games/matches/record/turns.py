"""Find the seats where it is a person's turn, without loading any match's state."""

from typing import Any

from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from games.matches.models import Match, Seat, Step

# Of the seats in running matches, those that wait for their person.
WAITS = Q(owes=True, caretaker=False, replaced=None, match__paused="")


def waiting(user: Any) -> QuerySet[Seat]:
    """The person's seats that owe a decision now; paused matches don't count."""
    return Seat.objects.filter(WAITS, user=user.pk, match__status=Match.Status.ACTIVE)


def soonest_first(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """These seats by deadline, then the longest waiting, with `since`, the time of the decision."""
    asked = Step.objects.filter(match=OuterRef("match"), index=OuterRef("decision_version"))
    found = seats.annotate(since=Subquery(asked.values("at")[:1]))
    return found.order_by(F("deadline").asc(nulls_last=True), "since", "pk")


def next_match(user: Any, but: str = "") -> str | None:
    """The public id of the person's most urgent match except `but`; None if there is none."""
    seats = soonest_first(waiting(user)).exclude(match__public_id=but)
    return seats.values_list("match__public_id", flat=True).first()
