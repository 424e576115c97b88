"""Flagging: matches whose rules failed stop until an administrator has looked at them."""

import logging
from collections.abc import Mapping
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts import pushes
from games.matches.models import Match, Seat
from games.matches.play.parts import announcements, clock, pause_notices

log = logging.getLogger(__name__)


def flag(failures: Mapping[UUID, BaseException], *, at_rest: bool = False) -> None:
    """Stop those of these matches that run; neither touch nor log the others.

    The values are reasons by primary key. `at_rest`: also those that rest until somebody returns.
    """
    paused = ["", Match.Paused.SUSPENDED] if at_rest else [""]
    running = Match.objects.filter(status=Match.Status.ACTIVE, paused__in=paused, pk__in=failures)
    locked = running.select_for_update(of=("self",)).order_by("pk").defer("state")
    with transaction.atomic():
        stopped = list(locked.prefetch_related("seats"))
        if not stopped:
            return
        seats = [seat for match in stopped for seat in match.seats.all()]
        frozen = clock.freeze(seats, timezone.now())
        Seat.objects.bulk_update(frozen, ["deadline", "bank", "reckoned"])
        Match.objects.filter(pk__in=[match.pk for match in stopped]).update(
            paused=Match.Paused.FLAGGED, wake_at=None
        )
        pause_notices.tell_flagged(stopped, seats)
    for match in stopped:
        reason = failures[match.pk]
        log.error("match %s is flagged: its rules failed", match.public_id, exc_info=reason)
        announcements.push(match.public_id, match.version, fresh=True)
    pushes.desks({seat.user_id for seat in seats if seat.owes and seat.user_id})
