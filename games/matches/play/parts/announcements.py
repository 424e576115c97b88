"""What is told after a commit. All of it may be lost: it holds nothing that isn't stored."""

import threading
from collections.abc import Collection, Sequence
from uuid import UUID

from django.conf import settings
from django.core.cache import cache

from accounts import pushes
from games.matches.models import Match, Seat
from games.matches.play.parts import open_request, waiting_turns
from games.matches.record.selectors import Snapshot
from toolbox.memory import Memory
from toolbox.task_queue import queue, waiting_in

PLAY_AI_TURN = "games.matches.tasks.play_ai_turn"
AI_QUEUE = settings.CELERY_TASK_ROUTES[PLAY_AI_TURN]["queue"]
MOVED = "match.moved"  # what a push says: this match is at that version

_eager = threading.local()


def group(public_id: str) -> str:
    """The name of the channel group in which everything of a match is told."""
    return f"match.{public_id}"


def match_of(group_name: str) -> str:
    """The public id of the match whose group that is."""
    return group_name.removeprefix("match.")


def moved(shown: Snapshot, turned: Collection[int] = (), *, hold: float = 0.0) -> None:
    """Tell the sockets that the match has a new version, and queue the next computer turn.

    `turned` are the user ids of those for whom it has become, or is no longer, their turn; `hold`
    is for how many seconds what has happened is to be seen first.
    """
    match = shown.match
    recent.put(shown)
    push(match.public_id, match.version)
    push_desks(turned)
    if match.running and not match.paused and any(s.owes and s.plays_itself for s in shown.seats):
        queue_ai_turn(match, shown.seats, hold)


# -- pushes ----------------------------------------------------------------------------------------


def push(public_id: str, version: int, *, fresh: bool = False) -> None:
    """Say «this match is at that version». `fresh`: what is remembered of it is out of date."""
    if fresh:
        recent.forget(public_id)
    message = {"type": MOVED, "version": version, "fresh": fresh}
    pushes.send(group(public_id), message)


def push_desks(user_ids: Collection[int]) -> None:
    """Say «count again what waits for you» to these people (`accounts.pushes`)."""
    for user_id in user_ids:
        pushes.send(pushes.desk_of(user_id), {"type": "person.desk"})


# -- the newest snapshots, so that a process needn't read what it has just written -----------------


class Recent:
    """Snapshots committed by this process, newest per match."""

    KEPT = 128  # at least

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._shown: Memory[str, Snapshot] = Memory(self.KEPT)

    def put(self, shown: Snapshot) -> None:
        with self._lock:
            known = self._shown.get(shown.match.public_id)
            if known is None or known.version <= shown.version:
                self._shown.put(shown.match.public_id, shown)

    def at_least(self, public_id: str, version: int) -> Snapshot | None:
        """The match at `version` or newer, if this process has just made it so."""
        shown = self._shown.get(public_id)
        return shown if shown is not None and shown.version >= version else None

    def forget(self, public_id: str) -> None:
        with self._lock:
            self._shown.forget(public_id)


recent = Recent()


# -- computer turns --------------------------------------------------------------------------------


def queue_ai_turn(
    match: Match, seats: Sequence[Seat], hold: float = 0.0, *, paced: bool = True
) -> None:
    """Lay out the next computer decision; while someone watches, for later, `hold` seconds more.

    Not `paced`: for now in any case, since whoever watches has waited for it already.
    """
    if settings.CELERY_TASK_ALWAYS_EAGER and getattr(_eager, "running", False):
        return  # the eager task goes on by itself; nesting would exhaust the stack
    if open_request.computers_wait_until(match):
        return  # the sweeper lays it out when that is over
    watched = is_watched(match.public_id)
    pace = settings.AI_PACE_SECONDS + hold if watched and paced else 0
    urgency = waiting_turns.urgency_of(match, seats, watched=watched)
    if waiting_turns.schedule(match, urgency, after=pace):
        send_token(match.pk, match.version, pace)


def send_token(match_id: UUID, version: int, wait: float = 0.0) -> None:
    """Have a worker take the turn that is next by then: this one, or a more pressing one."""
    _eager.running = settings.CELERY_TASK_ALWAYS_EAGER
    try:
        queue(PLAY_AI_TURN, str(match_id), version, countdown=wait)
    finally:
        _eager.running = False


def requeue_orphans() -> None:
    """Have others take the turns with which processes of this machine have died."""
    for match in waiting_turns.free_of_the_dead():
        send_token(match.pk, match.version)


def send_missing_tokens(matches: Sequence[Match]) -> None:
    """The turns of these have waited for long: there should be as many tokens in the queue."""
    missing = len(matches) - waiting_in(AI_QUEUE) if matches else 0
    for match in matches[: max(0, missing)]:
        send_token(match.pk, match.version)


def note_watching(public_id: str) -> None:
    """Someone has the page of this match open (holds for a minute)."""
    cache.set(f"watched/{public_id}", True, 60)


def is_watched(public_id: str) -> bool:
    """Whether someone had the page of this match open within a minute."""
    return bool(cache.get(f"watched/{public_id}"))
