"""Load the rows needed to show a match: seats, steps, stored states."""

from collections.abc import Collection
from typing import Any, cast

from django.db.models import F

from games.matches.models import Checkpoint, Deal, Match, Seat, Step
from games.matches.record.prepared import Prepared

TRIES = 5  # to read match and seats at one version while moves are made

with_deals = Match.objects.annotate(
    deal_seed=F("deal__seed"), deal_commitment=F("deal__commitment")
)
_called = Prepared(with_deals, "public_id")
_in_order = Seat.objects.order_by("index")
seats_now = Prepared(_in_order, "match")  # by the match's key
_seats_and_version = Prepared(_in_order.annotate(match_version=F("match__version")), "match")


def match_called(public_id: str) -> Match | None:
    found = _called(public_id)
    return with_deal(found[0]) if found else None


def with_deal(match: Any) -> Match:
    """Give a match from `with_deals` its deal without a query."""
    match.deal = Deal(id=match.deal_id, seed=match.deal_seed, commitment=match.deal_commitment)
    return cast(Match, match)


def seats(match: Match) -> list[Seat]:
    """The match's seats in order; refreshes `match` to fit them. One query unless prefetched."""
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
    return list(match.steps.filter(index__gt=after, index__lte=upto).order_by("index"))


def checkpoint(match: Match, step: int, schemas: Collection[int]) -> Checkpoint | None:
    """The nearest state stored at or before that step, in one of these layouts."""
    readable = Checkpoint.objects.filter(match=match, state_schema__in=schemas)
    return readable.filter(index__lte=step).order_by("-index").first()
