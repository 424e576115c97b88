"""What looking at a match reads of it: seats, steps, stored states. Their SQL is kept."""

from collections.abc import Collection
from typing import Any

from django.db.models import F, QuerySet

from accounts.prepared_queries import Keys, PreparedQuery
from games.matches.models import Checkpoint, Match, Seat, Step
from games.matches.record.prepared import Prepared

FIRST, LAST = 1_999_999_998, 1_999_999_999  # stand in for steps


TRIES = 5  # to read match and seats of one version; more moves than that aren't made meanwhile

_in_order = Seat.objects.order_by("index")
seats_now = Prepared(_in_order, "match")  # by the match's key
_seats_and_version = Prepared(_in_order.annotate(match_version=F("match__version")), "match")


def seats(match: Match) -> list[Seat]:
    """Those of the match, in order; one query, unless they are there already.

    A match that has gone on since it was read is read again, so that it and its seats fit together.
    """
    if "seats" in getattr(match, "_prefetched_objects_cache", ()):
        return list(match.seats.all())
    found: list[Any] = _seats_and_version(match.pk)
    for _try in range(TRIES):
        if not found or found[0].match_version == match.version:
            break
        match.refresh_from_db()
        found = _seats_and_version(match.pk)
    for seat in found:
        seat.match = match
    return found


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
