"""What looking at a match reads of it: seats, steps, stored states. Their SQL is kept."""

from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet

from accounts.prepared_queries import Keys, PreparedQuery
from games.matches.models import Checkpoint, Match, Seat, Step
from games.matches.record.prepared import Prepared

FIRST, LAST = 1_999_999_998, 1_999_999_999  # stand in for steps


def seats(match: Match) -> list[Seat]:
    """Those of the match, in order; one query, unless they are there already."""
    if "seats" in getattr(match, "_prefetched_objects_cache", ()):
        return list(match.seats.all())
    found = seats_now(match.pk)
    for seat in found:
        seat.match = match
    return found


seats_now = Prepared(Seat.objects.order_by("index"), "match")  # by the match's key


def between(match: Match, after: int, upto: int) -> list[Step]:
    """The steps behind the one, up to the other, in order."""
    return _between([match.pk], after, upto)


def _steps(matches: Collection[Any], after: int, upto: int) -> QuerySet[Step]:
    found = Step.objects.filter(match__in=matches, index__gt=after, index__lte=upto)
    return found.order_by("index")


_between = PreparedQuery(_steps, Keys, FIRST, LAST)


def checkpoint(match: Match, step: int, schemas: Collection[int]) -> Checkpoint | None:
    """The nearest state that is stored at or before that step, in one of these layouts."""
    return next(iter(_checkpoints([match.pk], step, schemas)), None)


def _before(matches: Collection[Any], step: int, schemas: Collection[int]) -> QuerySet[Checkpoint]:
    readable = Checkpoint.objects.filter(match__in=matches, state_schema__in=schemas)
    return readable.filter(index__lte=step).order_by("-index")[:1]


_checkpoints = PreparedQuery(_before, Keys, FIRST, Keys)
