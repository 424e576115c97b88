"""What of tables and tries counts against limits: one's own, and those of an address of guests."""

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from games.matches.models import Match
from lobby.models import Table

HOUR = timedelta(hours=1)

WAITS = Q(status=Table.Status.OPEN)  # a table, which counts as the match it may become
RUNS = Q(match__status=Match.Status.ACTIVE)


def begun_lately() -> Q:
    """Where a match has begun within an hour."""
    return Q(match__started_at__gt=timezone.now() - HOUR)
