"""What is told after a commit. All of it may be lost: it holds nothing that isn't stored."""

import logging
import threading
from collections import OrderedDict
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import cache

from accounts import pushing
from games.matches.models import Match
from games.matches.selectors import Snapshot

log = logging.getLogger(__name__)

Push = tuple[str, dict[str, Any]]  # the group of channels and the message it is sent

_eager = threading.local()
_held_back: ContextVar[list[Push] | None] = ContextVar("held_back", default=None)


def group(public_id: str) -> str:
    """The name of the channel group that everybody at a match belongs to."""
    return f"match.{public_id}"


def moved(shown: Snapshot, turned: Collection[int] = ()) -> None:
    """Tell the sockets that the match has a new version, and queue the next computer turn.

    `turned` are the user ids of those for whom it has become, or is no longer, their turn.
    """
    match = shown.match
    recent.put(shown)
    push(match.public_id, match.version)
    push_desks(turned)
    if match.running and not match.paused and any(s.owes and s.plays_itself for s in shown.seats):
        queue_ai_turn(match)


# -- pushes ----------------------------------------------------------------------------------------


def push(public_id: str, version: int, *, fresh: bool = False) -> None:
    """Say «this match is at that version». `fresh`: what is remembered of it is out of date."""
    if fresh:
        recent.forget(public_id)
    message = {"type": "match.moved", "version": version, "fresh": fresh}
    _push((group(public_id), message))


def push_desks(user_ids: Collection[int]) -> None:
    """Say «count again what waits for you» to these people (`accounts.pushing`)."""
    for user_id in user_ids:
        _push((pushing.desk_of(user_id), {"type": "person.desk"}))


def _push(push: Push) -> None:
    held = _held_back.get()
    if held is not None:
        held.append(push)
    else:
        async_to_sync(send)(push)


async def send(push: Push) -> None:
    """Put a push on the channel layer; a layer that is away is no error: sockets resync."""
    group, message = push
    try:
        await get_channel_layer().group_send(group, message)
    except Exception:  # the broker is away, in whatever way: a push is a hint
        log.warning("no push to %s", group, exc_info=True)


@contextmanager
def held_back(pushes: list[Push]) -> Iterator[None]:
    """Collect the pushes of what is done inside, for an event loop to `send` without waiting."""
    token = _held_back.set(pushes)
    try:
        yield
    finally:
        _held_back.reset(token)


# -- the newest snapshots, so that a process needn't read what it has just written -----------------


class Recent:
    """Snapshots committed by this process, newest per match; a bounded cache."""

    KEPT = 256

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._shown: OrderedDict[str, Snapshot] = OrderedDict()

    def put(self, shown: Snapshot) -> None:
        with self._lock:
            known = self._shown.pop(shown.match.public_id, None)
            newer = known if known and known.version > shown.version else shown
            self._shown[shown.match.public_id] = newer
            while len(self._shown) > self.KEPT:
                self._shown.popitem(last=False)

    def at_least(self, public_id: str, version: int) -> Snapshot | None:
        """The match at `version` or newer, if this process has just made it so."""
        shown = self._shown.get(public_id)
        return shown if shown is not None and shown.version >= version else None

    def forget(self, public_id: str) -> None:
        with self._lock:
            self._shown.pop(public_id, None)


recent = Recent()


# -- computer turns --------------------------------------------------------------------------------


def queue_ai_turn(match: Match) -> None:
    """Queue the next computer decision, a little later while somebody watches."""
    from games.matches.tasks import play_ai_turn

    if settings.CELERY_TASK_ALWAYS_EAGER and getattr(_eager, "running", False):
        return  # the eager task goes on by itself; nesting would exhaust the stack
    _eager.running = settings.CELERY_TASK_ALWAYS_EAGER
    pace = settings.AI_PACE_SECONDS if is_watched(match.public_id) else 0
    try:
        play_ai_turn.apply_async((str(match.pk), match.version), countdown=pace)
    except Exception:  # the broker is away: the sweeper queues the turn again
        log.warning("no computer turn queued for match %s", match.public_id, exc_info=True)
    finally:
        _eager.running = False


def note_watching(public_id: str) -> None:
    """Somebody has the page of this match open (holds for a minute)."""
    cache.set(f"watched/{public_id}", True, 60)


def is_watched(public_id: str) -> bool:
    return bool(cache.get(f"watched/{public_id}"))
