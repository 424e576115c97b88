"""Store a step: usually three SQL statements."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings

from games.matches import errors
from games.matches.models import Checkpoint, Match, Seat, Step
from games.matches.play.parts import clock, figures, followups
from games.matches.record.prepared import PreparedInsert, PreparedUpdate, PreparedUpdates
from toolbox.commits import after_commit

_MOVING = (
    "state",
    "state_schema",
    "version",
    "last_hash",
    "stepped_at",
    "chance_counters",
    "undo",
    "acted_by",
    "acted_at",
    "turn_due_at",
    "ai_lease_until",
    "wake_at",
    "unranked",
)
# Indexes of long lists hold these fields, and SQLite rewrites them whenever these are set.
_STOPPING = ("status", "paused", "result", "finished_at")
_OWING = ("owes", "owes_since", "decision_version", "tell_at", "notified_version")
_TIMED = (*_OWING, "deadline", "bank", "reckoned", "missed")
_GOING_ON = (Step.Kind.ACTION, Step.Kind.TIME_OUT)  # steps of a running match, not in a pause
_insert_step = PreparedInsert(Step)
_update_match = PreparedUpdate(Match, _MOVING, "version")
_update_stopping_match = PreparedUpdate(Match, (*_MOVING, *_STOPPING), "version")
_update_seats_owing = PreparedUpdates(Seat, _OWING)
_update_timed_seats = PreparedUpdates(Seat, _TIMED)
_update_ended_seats = PreparedUpdates(Seat, (*_TIMED, "outcome", "rank", "score", "statistics"))


def store_step(
    match: Match, seats: Sequence[Seat], changed: Sequence[Seat], step: Step, now: datetime
) -> None:
    """Insert the sealed step, update match and `changed` seats. Raises `Stale` if it exists."""
    match.version = step.index
    match.last_hash = step.hash
    match.stepped_at = step.at
    if step.kind != Step.Kind.ORDER:  # an order disturbs no computer player
        match.ai_lease_until = match.turn_due_at = None
        match.wake_at = _wake_at(match, seats, now)
    match.finished_at = None if match.running else match.finished_at or step.at
    goes_on = step.kind in _GOING_ON and match.running and not match.paused
    update = _update_match if goes_on else _update_stopping_match
    _insert_step(step)
    if not update(match, step.index - 1):
        # The lock makes this impossible; a database that doesn't lock is caught here.
        raise errors.Stale(match.version)
    _store_seats(match, seats, changed)
    after_commit(figures.moved, match.public_id, match.game, step)
    if not match.running:
        followups.begin(match)
    if step.index % Checkpoint.EVERY == 0:
        Checkpoint.objects.create(
            match=match, index=step.index, state_schema=match.state_schema, state=match.state
        )


def _wake_at(match: Match, seats: Sequence[Seat], now: datetime) -> datetime | None:
    """When the sweeper should look at the match next, even if it rests until someone returns."""
    if match.running and not match.paused:
        return clock.next_wake(seats, now)
    rests = match.paused == Match.Paused.SUSPENDED and any(seat.looked_after for seat in seats)
    return now + timedelta(days=settings.REST_DAYS) if rests else None


def _store_seats(match: Match, seats: Sequence[Seat], changed: Sequence[Seat]) -> None:
    if not match.running:
        _update_ended_seats(seats)
    elif match.clock:
        _update_timed_seats(changed)
    else:
        _update_seats_owing(changed)
