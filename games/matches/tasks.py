"""What Celery does for matches: computer turns, and the sweep that finds what was forgotten."""

import logging
from contextlib import suppress
from datetime import datetime, timedelta
from uuid import UUID

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from accounts.task_queue import queue
from games.matches import errors
from games.matches.models import Match, Seat
from games.matches.play import (
    announcements,
    clock,
    computer_turns,
    downtime,
    end_notices,
    followups,
    services,
)

log = logging.getLogger(__name__)

RUN_OUT = "games.matches.tasks.run_out"
SWEEP_AT_MOST = 200
MOVES_AT_ONCE = 20  # for people whose time has run out, before the next sweep


@shared_task(soft_time_limit=settings.AI_SECONDS + 1, time_limit=settings.AI_SECONDS + 3)
def play_ai_turn(match_id: str, version: int) -> None:
    """Take one computer decision at that version of the match, if it is still to be taken.

    The step that is made queues the next turn. A task that runs twice, or late, finds the lease
    taken or the version gone and does nothing.
    """
    while (made := computer_turns.take(UUID(match_id), version)) is not None:
        if not settings.CELERY_TASK_ALWAYS_EAGER:
            return
        version = made  # without a broker nobody else will go on


@shared_task
def sweep() -> None:
    """Find what nothing else will: lost turns and follow-ups, and time that has run out.

    Runs every two seconds (`SWEEP_SECONDS`) and is the portal's heartbeat. What runs out before
    the next sweep gets a task of its own, so that no clock runs longer than it should.
    """
    downtime.note()
    now = timezone.now()
    followups.send_due(now)
    soon = now + timedelta(seconds=settings.SWEEP_SECONDS)
    due = Match.objects.filter(status=Match.Status.ACTIVE, paused="", wake_at__lte=soon)
    for match in due.defer("state").prefetch_related("seats").order_by("wake_at")[:SWEEP_AT_MOST]:
        seats = list(match.seats.all())
        late = clock.first_late(seats, soon)
        if late is not None and late.deadline is not None:
            _queue_time_out(match, late.deadline - now)
        if match.wake_at is not None and match.wake_at <= now:
            _wake(match, seats, now)


def _wake(match: Match, seats: list[Seat], now: datetime) -> None:
    """Queue the computer turn that nobody took up (a worker or the broker died)."""
    moved_on = not Match.objects.filter(pk=match.pk, version=match.version, paused="").update(
        wake_at=clock.next_wake(seats, now)
    )
    if not moved_on and any(seat.owes and seat.plays_itself for seat in seats):
        announcements.queue_ai_turn(match)


def _queue_time_out(match: Match, wait: timedelta) -> None:
    queue(RUN_OUT, str(match.pk), countdown=max(0.0, wait.total_seconds()))


@shared_task
def run_out(match_id: str) -> None:
    """Move for everyone whose time has run out at this match. Twice does no harm."""
    with suppress(errors.Unreadable):  # it is flagged by then
        for _ in range(MOVES_AT_ONCE):
            if services.time_out(pk=UUID(match_id)) is None:
                return


@shared_task
@followups.acknowledging
def tell_the_end(match_id: str) -> None:
    """A follow-up: tell the people of a match how it ended. Twice does no harm."""
    end_notices.tell_everybody(Match.objects.defer("state").get(pk=UUID(match_id)))
