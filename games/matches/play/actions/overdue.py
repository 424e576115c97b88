"""Default moves for people whose time has run out."""

import logging
from collections.abc import Collection
from datetime import datetime
from functools import partial
from time import monotonic
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts import pushes
from accounts.prepared_queries import Due
from games.matches.errors import Unreadable
from games.matches.models import Match, Seat
from games.matches.play.actions import services
from games.matches.play.parts import downtime
from toolbox.errors import Refusal

SECONDS = 1.0  # how long one task moves: the worker has other things to do
AT_ONCE = 25  # matches read and announced together
ENOUGH = 100  # ends of time scheduled: the task for one finds the others

log = logging.getLogger(__name__)


def move_for_all() -> bool:
    """Make default moves for all who are late, for a second; False if some are left."""
    until, passed = monotonic() + SECONDS, set[UUID]()
    while late := _late(timezone.now(), passed):
        with pushes.together():
            for match in late:
                if not _move_for(match):
                    passed.add(match)
                if monotonic() >= until:
                    return False
    return True


@Due
def _ends(then: datetime) -> QuerySet[Match, datetime | None]:
    return _awake(then).values_list("wake_at", flat=True)


def ends_before(then: datetime) -> list[datetime]:
    """The moments until then at which people's time runs out, in order."""
    ends = _ends(then, ENOUGH, partial(_people_are_late, then))
    return [end for end in ends if end is not None]


def _late(now: datetime, passed: Collection[UUID]) -> list[UUID]:
    """The next few matches in which someone is late, except those in `passed`."""
    late = _awake(now).filter(_people_are_late(now)).exclude(pk__in=passed)
    return list(late.values_list("pk", flat=True)[:AT_ONCE])


def _awake(then: datetime) -> QuerySet[Match]:
    return Match.objects.filter(paused="", wake_at__lte=then).order_by("wake_at")


def _people_are_late(then: datetime) -> Q:
    """A condition: someone's time there runs out by then, and its clocks have been moved."""
    late = Seat.objects.filter(match=OuterRef("pk"), owes=True, deadline__lte=then)
    return downtime.clocks_moved() & Q(Exists(late.filter(caretaker=False, ai_level="")))


def _move_for(match: UUID) -> bool:
    """Whether somebody was late there; a match in which that fails waits for the next sweep."""
    try:
        return services.time_out(pk=match) is not None
    except (Unreadable, Refusal):  # it has been flagged
        return False
    except Exception:  # it mustn't keep others waiting
        log.exception("the default moves in match %s failed", match)
        return False
