"""The decisions of computer players: taken once, from what their seat may know."""

import logging
from typing import Any
from uuid import UUID

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from games import ai
from games.matches import errors
from games.matches.models import Match, Seat
from games.matches.play import clock, services, unreadable
from games.matches.record import selectors, states
from games.plugin import AnyGame, Level
from games.plugin.codec import canonical_json

log = logging.getLogger(__name__)

THINKING_SHARE = 0.8  # of a computer's time; the rest is for reading, judging and storing the move


def take(match_id: UUID, version: int) -> int | None:
    """Take one computer decision at that version, if it is still to be taken: the version it made.

    None if it wasn't: someone else has the lease, or the match has gone on.
    """
    if not _take_lease(match_id, version):
        return None
    match = Match.objects.select_related("deal").get(pk=match_id)
    try:
        with states.reading(match):
            shown = selectors.snapshot(match)
            seat = next((seat for seat in shown.seats if seat.owes and seat.plays_itself), None)
            if shown.version != version or seat is None:
                return None
            action = _decide(shown, seat)
    except errors.Unreadable as failure:
        unreadable.note({match: failure})
        return None
    made = services.submit_ai_action(
        match_id=match_id, seat=seat.index, epoch=seat.epoch, version=version, action=action
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
    """How well a computer player plays on for someone who left: fairly, where that is on offer."""
    levels: tuple[Level, ...] = game.meta.levels or ("easy",)
    return "medium" if "medium" in levels else levels[0]
