"""The portal's own downtime, which is charged to nobody.

The sweeper's heartbeat says when the portal was last at work. After a gap, whoever looks first
moves every running clock by it: the sweeper, or a move that seems to come too late.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.matches.models import Heartbeat, Match, Seat
from games.matches.play import announcements, clock
from games.plugin import take_backs
from games.plugin.codec import plain

GAP = timedelta(seconds=10)  # a longer silence than this was downtime
_ROW = 1


def note() -> timedelta:
    """Note that the portal is at work, after moving the clocks by the downtime before it, if any.

    Returns that downtime. One transaction: a crash in here moves nothing, a second call no more.
    """
    with transaction.atomic():
        now = timezone.now()
        last = Heartbeat.objects.select_for_update().filter(pk=_ROW).first()
        if last is None:
            Heartbeat.objects.get_or_create(pk=_ROW, defaults={"at": now})
            return clock.ZERO
        gap = now - last.at
        if gap > GAP:
            _move_clocks(last.at, now)
        if gap > clock.ZERO:
            Heartbeat.objects.filter(pk=_ROW).update(at=now)
        return gap if gap > GAP else clock.ZERO


def _move_clocks(since: datetime, now: datetime) -> None:
    """Give every running clock the time back that it ran while the portal was away."""
    running = Match.objects.select_for_update(of=("self",)).filter(
        status=Match.Status.ACTIVE, clock__isnull=False
    )
    matches = list(running.defer("state").prefetch_related("seats").order_by("pk"))
    moved: list[Seat] = []
    for match in matches:
        seats = list(match.seats.all())
        moved += [seat for seat in seats if _move(seat, since, now)]
        match.undo = plain(take_backs.later(take_backs.reach_of(match.undo), now - since))
        match.wake_at = match.wake_at if match.paused else clock.next_wake(seats, now)
    Seat.objects.bulk_update(moved, ["deadline"], batch_size=100)
    Match.objects.bulk_update(matches, ["undo", "wake_at"], batch_size=100)
    told = [(match.public_id, match.version) for match in matches]
    transaction.on_commit(lambda: _tell(told), robust=True)


def _move(seat: Seat, since: datetime, now: datetime) -> bool:
    """Move one seat's deadline; a clock that began to run meanwhile gets only its own part."""
    if seat.deadline is None or seat.bank is None:
        return False
    seat.deadline += max(clock.ZERO, now - max(since, seat.deadline - seat.bank))
    return True


def _tell(matches: list[tuple[str, int]]) -> None:
    for public_id, version in matches:
        announcements.push(public_id, version, fresh=True)
