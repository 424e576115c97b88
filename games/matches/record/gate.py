"""The gate before the matches of a challenge that everyone plays with the same deal.

Until `Match.embargo_until` nobody, administrators and its own player included, sees anything of
such a match: no position, log, step, record, seed, score or presence. The one exception is its
player, by hand, while the try runs. All code that lists or shows matches asks here.
"""

from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.matches.models import Match


def is_shut(match: Match) -> bool:
    """Whether the match is still behind the gate."""
    return match.embargo_until is not None and timezone.now() < match.embargo_until


def opened(match: str = "", now: datetime | None = None) -> Q:
    """A condition: the match isn't behind the gate. `match` leads to it ("match__")."""
    free, over = f"{match}embargo_until", f"{match}embargo_until__lte"
    return Q(**{free: None}) | Q(**{over: now or timezone.now()})


def shut() -> QuerySet[Match]:
    """The matches behind the gate, never many: for queries that would otherwise read all others."""
    return Match.objects.filter(embargo_until__gt=timezone.now())


def lets_in(match: Match, *, seated: bool, by_token: bool = False) -> bool:
    """Whether a person may see the match. `seated`: they play in it; `by_token`: a program asks."""
    if is_shut(match):
        return seated and match.running and not by_token
    return seated or match.visibility == Match.Visibility.PUBLIC


def lets_in_those(seated: Q, *, by_token: bool = False) -> Q:
    """`lets_in` as a condition for matches. `seated`: a condition for the person's own matches."""
    public = Q(visibility=Match.Visibility.PUBLIC) & opened()
    own = opened() if by_token else opened() | Q(status=Match.Status.ACTIVE)
    return public | seated & own
