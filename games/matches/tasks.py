"""What Celery does for matches: computer turns, and the sweep that finds what was forgotten."""

import logging
from typing import Any
from uuid import UUID

import msgspec
from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from games import ai
from games.matches import announcing, clock, selectors, services
from games.matches.models import Match, Seat
from games.plugin import AnyGame, FastChance, Level
from games.plugin.codec import canonical_json

log = logging.getLogger(__name__)

SWEEP_AT_MOST = 200


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
        return ai.choose(game, observation, seat.index, level)
    except (Exception, SoftTimeLimitExceeded):
        log.exception("the %s player of %s failed", level, shown.match)
        seen = msgspec.json.decode(observation, type=game.Observation)
        return game.default_action(game.determinize(seen, seat.index, FastChance()), seat.index)


def caretaker_level(game: AnyGame) -> Level:
    """How well a computer player plays on for somebody who left: fairly, where that is on offer."""
    levels: tuple[Level, ...] = game.meta.levels or ("easy",)
    return "medium" if "medium" in levels else levels[0]


@shared_task
def sweep() -> None:
    """Queue again the computer turns that nobody took up (a worker or the broker died)."""
    now = timezone.now()
    due = Match.objects.filter(status=Match.Status.ACTIVE, paused="", wake_at__lte=now)
    for match in due.order_by("wake_at")[:SWEEP_AT_MOST]:
        seats = list(match.seats.all())
        moved_on = not Match.objects.filter(pk=match.pk, version=match.version).update(
            wake_at=clock.next_wake(seats, now)
        )
        if not moved_on and any(seat.owes and seat.plays_itself for seat in seats):
            announcing.queue_ai_turn(match)
