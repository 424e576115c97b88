"""Origins and forks of matches, for readers who may see both. Pages get `Match.origin` here."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from games.matches.models import Match
from games.matches.record.selectors import HEAVY, visible

NEWEST = 20  # forks of a match that are shown


def origin_of(match: Match, user: Any) -> Match | None:
    """The match that this one is a fork of; None if there is none that the reader may see."""
    if match.origin_id is None:
        return None
    return visible(user).defer(*HEAVY).filter(pk=match.origin_id).first()


def forks_of(match: Match, user: Any) -> Sequence[Match]:
    """The newest forks of this match that the reader may see; none while it runs."""
    return [] if match.running else list(newest_forks(match, user))


def newest_forks(match: Match, user: Any) -> QuerySet[Match]:
    """The query of `forks_of`, whether or not the match is over."""
    found = visible(user).filter(origin=match).defer(*HEAVY).prefetch_related("seats")
    return found.order_by("-started_at", "-pk")[:NEWEST]
