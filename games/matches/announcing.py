"""What is told after a commit. All of it may be lost: it holds nothing that isn't stored."""

import logging
import threading
from collections.abc import Iterable
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import cache

from games.matches.models import Match, Seat

log = logging.getLogger(__name__)
_eager = threading.local()


def group(public_id: str) -> str:
    """The name of the channel group that everybody at a match belongs to."""
    return f"match.{public_id}"


def moved(match: Match, seats: Iterable[Seat]) -> None:
    """Tell the sockets that the match has a new version, and queue the next computer turn."""
    push(match.public_id, match.version)
    if match.running and not match.paused and any(seat.owes and seat.is_ai for seat in seats):
        queue_ai_turn(match)


def push(public_id: str, version: int, *, fresh: bool = False) -> None:
    """Say «this match is at that version». `fresh`: what is remembered of it is out of date."""
    message: dict[str, Any] = {"type": "match.moved", "version": version, "fresh": fresh}
    try:
        async_to_sync(get_channel_layer().group_send)(group(public_id), message)
    except Exception:  # whatever the broker's client raises: the move is committed, sockets resync
        log.warning("no push for match %s", public_id, exc_info=True)


def queue_ai_turn(match: Match) -> None:
    """Queue the next computer decision, a little later while somebody watches."""
    from games.matches.tasks import play_ai_turn

    if settings.CELERY_TASK_ALWAYS_EAGER and getattr(_eager, "running", False):
        return  # the eager task goes on by itself; nesting would exhaust the stack
    _eager.running = settings.CELERY_TASK_ALWAYS_EAGER
    pace = settings.AI_PACE_SECONDS if is_watched(match.public_id) else 0
    try:
        play_ai_turn.apply_async((str(match.pk), match.version), countdown=pace)
    except Exception:  # as above: the sweeper queues the turn again
        log.warning("no computer turn queued for match %s", match.public_id, exc_info=True)
    finally:
        _eager.running = False


def note_watching(public_id: str) -> None:
    """Somebody has the page of this match open (holds for a minute)."""
    cache.set(f"watched/{public_id}", True, 60)


def is_watched(public_id: str) -> bool:
    return bool(cache.get(f"watched/{public_id}"))
