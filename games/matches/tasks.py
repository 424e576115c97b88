"""What Celery does for matches: computer turns, and the sweep that finds what was forgotten."""

import logging
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from games import ai
from games.matches import (
    announcing,
    clock,
    downtime,
    ending,
    followups,
    selectors,
    services,
    states,
)
from games.matches.models import Match, Seat
from games.plugin import AnyGame, Level
from games.plugin.codec import canonical_json

log = logging.getLogger(__name__)

SWEEP_AT_MOST = 200
THINKING_SHARE = 0.8  # of a computer's time; the rest is for reading, judging and storing the move
MOVES_AT_ONCE = 20  # for people whose time has run out, before the next sweep


@shared_task(soft_time_limit=settings.AI_SECONDS + 1, time_limit=settings.AI_SECONDS + 3)
def play_ai_turn(match_id: str, version: int) -> None:
    """Take one computer decision at that version of the match, if it is still to be taken.

    The step that is made queues the next turn. A task that runs twice, or late, finds the lease
    taken or the version gone and does nothing.
    """
    while (made := _play(UUID(match_id), version)) is not None:
        if not settings.CELERY_TASK_ALWAYS_EAGER:
            return
        version = made  # without a broker nobody else will go on


def _play(match_id: UUID, version: int) -> int | None:
    if not _take_lease(match_id, version):
        return None
    match = Match.objects.select_related("deal").get(pk=match_id)
    shown = selectors.snapshot(match)
    seat = next((seat for seat in shown.seats if seat.owes and seat.plays_itself), None)
    if shown.version != version or seat is None:
        return None
    made = services.submit_ai_action(
        match_id=match_id,
        seat=seat.index,
        epoch=seat.epoch,
        version=version,
        action=_decide(shown, seat),
    )
    return made.version if made else None


def _take_lease(match_id: UUID, version: int) -> bool:
    now = timezone.now()
    free = Q(ai_lease_until=None) | Q(ai_lease_until__lt=now)
    waiting = Match.objects.filter(
        free, pk=match_id, version=version, status=Match.Status.ACTIVE, paused=""
    )
    return bool(waiting.update(ai_lease_until=now + clock.AI_LEASE))


def _decide(shown: selectors.Snapshot, seat: Seat) -> Any:
    """The action of the computer player, from its observation alone; a default if it fails."""
    game = shown.game
    level = seat.ai_level or caretaker_level(game)
    observation = canonical_json(game.observation(shown.state, seat.index))
    try:
        seconds = THINKING_SHARE * settings.AI_SECONDS
        return ai.choose(game, observation, seat.index, level, seconds=seconds)
    except (Exception, SoftTimeLimitExceeded):
        log.exception("the %s player of %s failed", level, shown.match)
        return states.default_action(shown.match, shown.state, seat.index)


def caretaker_level(game: AnyGame) -> Level:
    """How well a computer player plays on for somebody who left: fairly, where that is on offer."""
    levels: tuple[Level, ...] = game.meta.levels or ("easy",)
    return "medium" if "medium" in levels else levels[0]


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
    moved_on = not Match.objects.filter(pk=match.pk, version=match.version).update(
        wake_at=clock.next_wake(seats, now)
    )
    if not moved_on and any(seat.owes and seat.plays_itself for seat in seats):
        announcing.queue_ai_turn(match)


def _queue_time_out(match: Match, wait: timedelta) -> None:
    try:
        run_out.apply_async((str(match.pk),), countdown=max(0.0, wait.total_seconds()))
    except Exception:  # the broker is away: the next sweep tries again
        log.warning("no time-out queued for match %s", match.public_id, exc_info=True)


@shared_task
def run_out(match_id: str) -> None:
    """Move for everybody whose time has run out at this match. Twice does no harm."""
    for _ in range(MOVES_AT_ONCE):
        if services.time_out(pk=UUID(match_id)) is None:
            return


@shared_task
@followups.acknowledging
def tell_the_end(match_id: str) -> None:
    """A follow-up: tell the people of a match how it ended. Twice does no harm."""
    ending.tell_everybody(Match.objects.defer("state").get(pk=UUID(match_id)))
