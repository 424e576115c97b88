"""Which match goes on from which: told to those alone who may see what is told of.

The only way out for `Match.origin`. Records name origins by hashes, which lead nobody there.
"""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from games.matches.models import Match
from games.matches.record.selectors import HEAVY, visible

NEWEST = 20  # forks of a match that are told of


def origin_of(match: Match, user: Any) -> Match | None:
    """The match that this one goes on from; None for a reader who may not look at it.

    And for a match that goes on from none, or from one that isn't here.
    """
    if match.origin_id is None:
        return None
    return visible(user).defer(*HEAVY).filter(pk=match.origin_id).first()


def forks_of(match: Match, user: Any) -> Sequence[Match]:
    """The newest matches that go on from this one and that the reader may look at."""
    return [] if match.running else list(found_forks(match, user))


def found_forks(match: Match, user: Any) -> QuerySet[Match]:
    """The same as a query, whether or not the match is over."""
    found = visible(user).filter(origin=match).defer(*HEAVY).prefetch_related("seats")
    return found.order_by("-started_at", "-pk")[:NEWEST]
