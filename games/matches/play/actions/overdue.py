"""Moving for people whose time has run out, in whatever match that is."""

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

SECONDS = 1.0  # that one task moves for people: the worker has other things to do
AT_ONCE = 25  # matches that are read together, and told of together
ENOUGH = 100  # of those whose time ends next: whoever moves for them finds the others

log = logging.getLogger(__name__)


def move_for_all() -> bool:
    """Let all who are late do the default, the longest overdue first, for a second.

    False if that wasn't enough for everyone.
    """
    until, passed = monotonic() + SECONDS, set[UUID]()
    while late := _late(timezone.now(), passed):
        with pushes.together():
            for match in late:
                if not _moved_for(match):
                    passed.add(match)
                if monotonic() >= until:
                    return False
    return True


@Due
def _ends(then: datetime) -> QuerySet[Match, datetime | None]:
    return _awake(then).values_list("wake_at", flat=True)


def ends_before(then: datetime) -> list[datetime]:
    """When people's time runs out until then, the first of them first."""
    ends = _ends(then, ENOUGH, partial(_people_are_late, then))
    return [end for end in ends if end is not None]


def _late(now: datetime, passed: Collection[UUID]) -> list[UUID]:
    """The matches of the next few who are late, but those."""
    late = _awake(now).filter(_people_are_late(now)).exclude(pk__in=passed)
    return list(late.values_list("pk", flat=True)[:AT_ONCE])


def _awake(then: datetime) -> QuerySet[Match]:
    return Match.objects.filter(paused="", wake_at__lte=then).order_by("wake_at")


def _people_are_late(then: datetime) -> Q:
    """Someone's time has run out there by then, and the clocks stand where they should."""
    late = Seat.objects.filter(match=OuterRef("pk"), owes=True, deadline__lte=then)
    return downtime.moved() & Q(Exists(late.filter(caretaker=False, ai_level="")))


def _moved_for(match: UUID) -> bool:
    """Whether somebody was late there; a match in which that fails is left to the next sweep."""
    try:
        return services.time_out(pk=match) is not None
    except (Unreadable, Refusal):  # it is flagged by then
        return False
    except Exception:  # whatever it was, it mustn't keep others waiting
        log.exception("nobody could be moved for in match %s", match)
        return False
