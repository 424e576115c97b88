"""The gate before the matches of a challenge that everyone plays with the same deal.

Until `Match.embargo_until` nothing of such a match leaves it, whoever asks: no position, log, step,
record, seed, score or presence, to nobody at all, administrators and its own player included. The
one exception is the player while the try runs, who plays it from their own seat, by hand: a program
of theirs is answered as a stranger is. Whatever lists or shows matches asks here.
"""

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.matches.models import Match


def is_shut(match: Match) -> bool:
    """Whether nothing of the match may be seen yet."""
    return match.embargo_until is not None and timezone.now() < match.embargo_until


def opened(match: str = "") -> Q:
    """The matches that aren't shut. `match` leads to them from what is asked for ("match__")."""
    free, over = f"{match}embargo_until", f"{match}embargo_until__lte"
    return Q(**{free: None}) | Q(**{over: timezone.now()})


def shut() -> QuerySet[Match]:
    """The matches that are shut, never many: for where `opened` would have to read all others."""
    return Match.objects.filter(embargo_until__gt=timezone.now())


def lets_in(match: Match, *, seated: bool, by_token: bool = False) -> bool:
    """Whether someone may look at the match who sits there, or doesn't; by themselves, or not."""
    if is_shut(match):
        return seated and match.running and not by_token
    return seated or match.visibility == Match.Visibility.PUBLIC


def lets_in_those(seated: Q, *, by_token: bool = False) -> Q:
    """The same for a query of matches; `seated`: where the person sits."""
    public = Q(visibility=Match.Visibility.PUBLIC) & opened()
    own = opened() if by_token else opened() | Q(status=Match.Status.ACTIVE)
    return public | seated & own
