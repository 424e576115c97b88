"""Messages sent after a commit. Losing one is harmless: everything in them is also stored."""

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

TURNS = {False: "games.matches.tasks.play_ai_turn", True: "games.matches.tasks.play_slow_turn"}
MOVED = "match.moved"  # type of the push: these matches are at that version
MATCHES = "matches"  # its group: each process joins it once, and hears of every match

_eager = threading.local()


def announce_step(shown: Snapshot, turned: Collection[int] = (), *, hold: float = 0.0) -> None:
    """Tell the sockets that the match has a new version, and queue the next computer turn.

    `turned`: users whose turn it has become, or is no longer. `hold`: seconds to let viewers see
    the step.
    """
    match = shown.match
    recent.put(shown)
    push(match.public_id, match.version)
    pushes.desks(turned)
    if match.running and not match.paused and any(s.owes and s.plays_itself for s in shown.seats):
        queue_ai_turn(match, shown.seats, hold)


def push(public_id: str, version: int, *, fresh: bool = False) -> None:
    """Push the version of a match; `fresh` also invalidates its caches."""
    if fresh:
        recent.forget(public_id)
    pushes.send(MATCHES, {"type": MOVED, "news": [[public_id, version, fresh]]})


class Recent:
    """Snapshots committed by this process, the newest of each match: spares reading them again."""

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
        """The snapshot, if this process made it and it is at `version` or newer."""
        shown = self._shown.get(public_id)
        return shown if shown is not None and shown.version >= version else None

    def forget(self, public_id: str) -> None:
        with self._lock:
            self._shown.forget(public_id)


recent = Recent()


def queue_ai_turn(
    match: Match, seats: Sequence[Seat], hold: float = 0.0, *, paced: bool = True
) -> None:
    """Schedule the next computer decision; while watched, at a visible pace and after `hold`.

    Pass `paced=False` if the viewers have already waited.
    """
    if settings.CELERY_TASK_ALWAYS_EAGER and getattr(_eager, "running", False):
        return  # the eager task continues by itself; nesting would exhaust the stack
    if open_request.computers_wait_until(match):
        return  # the sweeper schedules it afterwards
    watched = is_watched(match.public_id)
    pace = settings.AI_PACE_SECONDS + hold if watched and paced else 0
    urgency = waiting_turns.urgency_of(match, seats, watched=watched)
    slow = waiting_turns.is_slow(match, seats)
    if waiting_turns.schedule(match, urgency, slow=slow, after=pace):
        send_token(match.pk, match.version, pace, slow=slow)


def send_token(match_id: UUID, version: int, wait: float = 0.0, *, slow: bool = False) -> None:
    """Wake a worker to take the next due turn of that queue, which may be another match's."""
    _eager.running = settings.CELERY_TASK_ALWAYS_EAGER
    try:
        queue(TURNS[slow], str(match_id), version, countdown=wait)
    finally:
        _eager.running = False


def requeue_orphans() -> None:
    """Requeue the turns of this machine's processes that have died."""
    for match in waiting_turns.free_of_the_dead():
        send_token(match.pk, match.version, slow=match.turn_slow)


def send_missing_tokens(matches: Sequence[Match]) -> None:
    """Queue the missing tokens for these matches, whose turns have waited for long."""
    for slow, task in TURNS.items():
        lost = [match for match in matches if match.turn_slow == slow]
        missing = len(lost) - waiting_in(settings.CELERY_TASK_ROUTES[task]["queue"]) if lost else 0
        for match in lost[: max(0, missing)]:
            send_token(match.pk, match.version, slow=slow)


def note_watching(public_id: str) -> None:
    """Note for a minute that someone has the match's page open."""
    cache.set(f"watched/{public_id}", True, 60)


def is_watched(public_id: str) -> bool:
    return bool(cache.get(f"watched/{public_id}"))
