"""The decisions of computer players, made from their seat's observation."""

import logging
from typing import Any
from uuid import UUID

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings

from games import ai
from games.ai.manners import CAST
from games.matches import errors
from games.matches.models import Match, Seat
from games.matches.play.actions import services
from games.matches.play.engine import unreadable
from games.matches.play.parts import (
    absence,
    announcements,
    figures,
    thinking_time,
    waiting_turns,
)
from games.matches.play.parts.waiting_turns import Turn
from games.matches.record import selectors, states
from games.plugin.codec import canonical_json

log = logging.getLogger(__name__)


def take(match_id: UUID, version: int) -> int | None:
    """Take that computer decision; return the new version, None if it is taken or past."""
    turn = waiting_turns.take(match_id, version)
    return _play(turn) if turn else None


def take_next(*, slow: bool = False) -> bool:
    """Take the most urgent waiting computer decision of that queue; False if none is due."""
    announcements.requeue_orphans()
    turn = waiting_turns.take_next(slow=slow)
    if turn is None:
        return False
    _play(turn)
    return True


def _play(turn: Turn) -> int | None:
    """Decide and submit; return the new version, None if the match has moved on."""
    match = Match.objects.select_related("deal").get(pk=turn.match_id)
    try:
        with states.reading(match):
            shown = selectors.snapshot(match)
            seat = next((seat for seat in shown.seats if seat.owes and seat.plays_itself), None)
            if shown.version != turn.version or seat is None:
                return None
            level = absence.level_of(seat, shown.game, shown.match.absence)
            slow = level in settings.AI_SLOW  # whichever queue it came from
            seconds = thinking_time.for_search(turn.urgency, slow=slow)
            action = _decide(shown, seat, level, seconds)
    except errors.Unreadable as failure:
        unreadable.note({match: failure})
        return None
    made = services.submit_ai_action(
        match_id=match.pk, seat=seat.index, epoch=seat.epoch, version=turn.version, action=action
    )
    return made.version if made else None


def _decide(shown: selectors.Snapshot, seat: Seat, level: str, seconds: float) -> Any:
    """The computer player's action, from its observation alone; the default if it fails.

    Its name determines its manner; under a person's name it has none.
    """
    game = shown.game
    observation = canonical_json(game.observation(shown.state, seat.index))
    try:
        manner = CAST.get(seat.name)
        with figures.THINKING.labels(level).time():
            return ai.choose(game, observation, seat.index, level, manner=manner, seconds=seconds)
    except (Exception, SoftTimeLimitExceeded):
        log.exception("the %s player of %s failed", level, shown.match)
        return states.default_action(shown.match, shown.state, seat.index)
