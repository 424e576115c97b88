"""Matches that everyone has left: they rest until someone returns, for `REST_DAYS` at most."""

import logging
from datetime import datetime, timedelta

from django.db import DatabaseError

from games.matches.models import Match
from games.matches.play import services

AT_ONCE = 20  # matches that one sweep ends
AGAIN = timedelta(days=1)  # after which one that couldn't be ended is tried again

log = logging.getLogger(__name__)


def end_due(now: datetime) -> None:
    """End those as they stand that have rested for long enough. For the sweeper."""
    resting = Match.objects.filter(status=Match.Status.ACTIVE, paused=Match.Paused.SUSPENDED)
    due = resting.filter(wake_at__lte=now).order_by("wake_at")
    for pk in list(due.values_list("pk", flat=True)[:AT_ONCE]):
        try:
            services.settle(match_id=pk)
        except DatabaseError:
            raise
        except Exception:  # one that can't be read mustn't keep the sweep from the others
            log.exception("match %s can't be ended as it stands", pk)
            resting.filter(pk=pk).update(wake_at=now + AGAIN)
