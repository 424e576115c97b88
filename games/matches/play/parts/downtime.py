"""The portal's downtime and changes of the system clock, which cost no player any time.

The sweeper's heartbeat says when the portal last worked. After a gap (negative where the system
clock was set back) the sweeper moves every running clock by it, newest matches first, because
people may be waiting there. It works in batches, so that no lock is held for long and other sweeps
run too; the next sweep continues, even after a kill. Until a match's clocks are moved, nobody there
counts as late who wouldn't afterwards (`is_late`), and a step stops its clocks as if they had been
moved (`forgiven`); clocks that run on are moved with all the others.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import F, Prefetch, Q, Subquery
from django.utils import timezone

from accounts import pushes
from accounts.models import Delivery
from games.matches.models import FollowUp, Heartbeat, Match, Seat
from games.matches.play.parts import announcements, clock, reckoning
from games.matches.play.parts.reckoning import ZERO
from games.matches.record.prepared import Prepared, PreparedUpdate, PreparedUpdates
from games.plugin.codec import plain
from games.protocol import take_backs
from toolbox.commits import after_commit

log = logging.getLogger(__name__)

GAP = timedelta(seconds=10)  # a longer silence was downtime, or the system clock was set
SOON = timedelta(minutes=10)
BATCH = 25  # matches locked at a time
SECONDS = 0.7  # how long one sweep moves clocks: others need the worker, too
_ROW = 1
_ANNOTATED = {"beat_at": "at", "beat_away": "away"}
# Matches whose clocks run, and those at rest. (In other pauses none runs.)
_CLOCKED = Q(wake_at__isnull=False, clock__isnull=False)
_locked = Prepared(Heartbeat.objects.select_for_update(), "id")
_update = PreparedUpdate(Heartbeat, ["at", "away"])
_update_seats = PreparedUpdates(Seat, ["deadline"])
_update_matches = PreparedUpdates(Match, ["undo", "wake_at"])


class Downtime(msgspec.Struct, frozen=True, array_like=True):
    """A time in which the portal was away; `Heartbeat.away` holds those not yet forgiven.

    `until` is before `since` if the system clock was set back. A clock that starts in a match whose
    clocks aren't moved yet starts by the old time: it is moved with the others.
    """

    since: datetime
    until: datetime

    @property
    def back(self) -> timedelta:
        """How far the system clock was set back, as a negative span."""
        return min(ZERO, self.until - self.since)


def note() -> timedelta:
    """Note that the portal works, and spend `SECONDS` on moving clocks; returns the downtime.

    A crash leaves no clock half moved; a second call moves none twice and continues the first.
    """
    gap, moving = _beat()
    until = monotonic() + SECONDS
    while moving and _move_some() and monotonic() < until:
        pass
    return gap if abs(gap) > GAP else ZERO


def clocks_moved(prefix: str = "") -> Q:
    """A condition for sweeps: the match's clocks have been moved. `prefix` leads to the match."""
    beat = Heartbeat.objects.filter(pk=_ROW).first()
    if beat is None or not (beat.away or abs(timezone.now() - beat.at) > GAP):
        return Q()
    if len(beat.away) == 1 and beat.moved_to is not None:
        return Q(**{f"{prefix}pk__gte": beat.moved_to})
    return Q(**{f"{prefix}pk__in": ()})


def first_late(match: Match, seats: Sequence[Seat], now: datetime) -> Seat | None:
    """The seat of the locked match whose time ran out first; None if nobody's has."""
    if clock.first_late(seats, now) is None:
        return None
    with forgiven(match, seats, now):
        return clock.first_late(seats, now)


def is_late(match: Match, seat: Seat, now: datetime) -> bool:
    return first_late(match, [seat], now) is not None


@contextmanager
def forgiven(match: Match, seats: Sequence[Seat], now: datetime) -> Iterator[timedelta]:
    """Let the locked match's clocks stand as they will once all downtime is taken off.

    Clocks that run on afterwards get their own deadline back, which is moved later. Yields the
    downtime that the match is still owed.
    """
    owed = _owed_to(match, now)
    kept = [seat.deadline for seat in seats]
    for away in owed:
        for seat in seats:
            _move(seat, away)
    moved = [seat.deadline for seat in seats]
    yield _sum(owed)
    for seat, deadline, later in zip(seats, kept, moved, strict=True):
        if seat.deadline == later:
            seat.deadline = deadline
        elif seat.deadline is not None:
            seat.deadline -= sum((away.back for away in owed), ZERO)


def owed_time(match: Match, now: datetime) -> timedelta:
    return _sum(_owed_to(match, now))


def heartbeat() -> dict[str, Subquery]:
    """Annotations for matches that are locked for a step."""
    beat = Heartbeat.objects.all()
    return {name: Subquery(beat.values(field)[:1]) for name, field in _ANNOTATED.items()}


def _sum(owed: Sequence[Downtime]) -> timedelta:
    return sum((away.until - away.since for away in owed), ZERO)


def _owed_to(match: Any, now: datetime) -> list[Downtime]:
    """The downtimes by which the locked match's clocks haven't been moved yet.

    The last downtime may not be noted yet. The locking query may have read a heartbeat older than
    the lock, so if that shows a gap it is read again.
    """
    at: datetime | None = match.beat_at if match.clock else None
    if at is None or not (match.beat_away or abs(now - at) > GAP):
        return []
    beat = Heartbeat.objects.get(pk=_ROW)
    owed = msgspec.convert(beat.away, list[Downtime])
    if owed and beat.moved_to is not None and match.pk >= beat.moved_to:
        owed = owed[1:]
    return [*owed, Downtime(beat.at, now)] if abs(now - beat.at) > GAP else owed


def _beat() -> tuple[timedelta, bool]:
    """The time since the last heartbeat, and whether clocks are still to be moved."""
    with transaction.atomic():
        now = timezone.now()
        found = _locked(_ROW)
        if not found:
            Heartbeat.objects.get_or_create(pk=_ROW, defaults={"at": now})
            return ZERO, False
        [last] = found
        gap = now - last.at
        if abs(gap) > GAP:
            log.warning(
                "by the system clock, the last heartbeat was %.0f s ago: clocks move by that",
                gap.total_seconds(),
            )
            last.away = [*last.away, plain(Downtime(last.at, now))]
        if gap < -GAP:
            _hasten(last.at + SOON, gap)
        if gap > ZERO or gap < -GAP:
            last.at = now
            _update(last)
        return gap, bool(last.away)


def _hasten(soon: datetime, back: timedelta) -> None:
    """Move whatever was due by `soon` on the old system clock to the same distance on the new one.

    Anything due later follows the calendar, or is computed anew when it is due.
    """
    unclocked = Match.objects.filter(clock__isnull=True, paused="")
    unclocked.filter(wake_at__lte=soon).update(wake_at=F("wake_at") + back)
    Match.objects.filter(turn_due_at__lte=soon).update(turn_due_at=F("turn_due_at") + back)
    Match.objects.filter(ai_lease_until__lte=soon).update(ai_lease_until=F("ai_lease_until") + back)
    FollowUp.objects.filter(due_at__lte=soon).update(due_at=F("due_at") + back)
    Delivery.objects.filter(due_at__lte=soon, state__in=Delivery.OPEN).update(
        due_at=F("due_at") + back
    )
    Seat.objects.filter(tell_at__isnull=False).update(tell_at=F("tell_at") + back)


def _move_some() -> bool:
    """Move the clocks of the next few matches by the oldest downtime; False if none is left."""
    with transaction.atomic():
        beat = Heartbeat.objects.select_for_update().get(pk=_ROW)
        if not beat.away:  # someone else has just finished
            return False
        away = msgspec.convert(beat.away[0], Downtime)
        matches = _next_after(beat)
        if matches:
            _move_clocks(matches, away)
            beat.moved_to = matches[-1].pk
        else:
            beat.away, beat.moved_to = beat.away[1:], None
        beat.save(update_fields=["away", "moved_to"])
    return True


_seats = Prefetch("seats", Seat.objects.defer("statistics", "order"))
_clocked = (
    Match.objects.select_for_update(of=("self",))
    .filter(_CLOCKED)
    .only("public_id", "version", "paused", "undo", "wake_at")
    .prefetch_related(_seats)
    .order_by("-pk")
)


def _next_after(beat: Heartbeat) -> list[Match]:
    """The next batch, from the index `match_clocked`."""
    after = Q() if beat.moved_to is None else Q(pk__lt=beat.moved_to)
    return list(_clocked.filter(after)[:BATCH])


def _move_clocks(matches: list[Match], away: Downtime) -> None:
    moved: list[Seat] = []
    for match in matches:
        seats = list(match.seats.all())
        moved += [seat for seat in seats if _move(seat, away)]
        reach = take_backs.later(take_backs.reach_of(match.undo), away.until - away.since)
        match.undo = plain(reach)
        match.wake_at = match.wake_at if match.paused else clock.next_wake(seats, away.until)
    _update_seats(moved)
    _update_matches(matches)
    after_commit(_tell, [(match.public_id, match.version) for match in matches])


def _move(seat: Seat, away: Downtime) -> bool:
    """Move one seat's deadline; a clock started meanwhile gets only its own part."""
    if seat.deadline is None or seat.bank is None:
        return False
    before = seat.deadline
    seat.deadline = max(
        reckoning.postponed(seat, away.since, away.until), seat.deadline + away.back
    )
    return seat.deadline != before


def _tell(matches: list[tuple[str, int]]) -> None:
    with pushes.together():
        for public_id, version in matches:
            announcements.push(public_id, version, fresh=True)
