"""Matches that everyone has left rest until someone returns, for at most `REST_DAYS`."""

from datetime import datetime
from uuid import UUID

from django.db import DatabaseError
from django.db.models import QuerySet

from accounts.prepared_queries import Due
from games.matches.models import Match
from games.matches.play.actions import services
from games.matches.play.engine import flags

AT_ONCE = 20  # matches that one sweep ends


@Due
def _due(now: datetime) -> QuerySet[Match, UUID]:
    left = Match.objects.filter(paused=Match.Paused.SUSPENDED)
    return left.filter(wake_at__lte=now).order_by("wake_at").values_list("pk", flat=True)


def end_due(now: datetime) -> None:
    """End matches that have rested long enough; flag those that can't be ended. For the sweeper."""
    for pk in _due(now, AT_ONCE):
        try:
            services.settle(match_id=pk)
        except DatabaseError:
            raise
        except Exception as failure:  # the sweep continues with the others
            flags.flag({pk: failure}, at_rest=True)
