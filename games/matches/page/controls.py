"""What a seat can do besides moving, and everyone's clock, as the page shows them."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from games.matches.models import Match
from games.matches.page.order_forms import left_by
from games.matches.play.parts import attendance, clock
from games.matches.play.parts.clock_kinds import clock_of
from games.matches.record import ranking
from games.matches.record.selectors import Snapshot
from games.matches.record.states import format_of
from games.plugin import Viewer
from games.protocol.resignation import is_over


@dataclass(frozen=True)
class Controls:
    """The buttons of a seat. `version` is the one they act on."""

    version: int
    can_undo: bool
    can_resign: bool
    ends_it: bool  # the match would be over if this seat resigned
    forfeited: bool  # the seat, by missing deadlines
    replaced: bool  # by a computer player, by an administrator
    abandoned: bool  # while the match couldn't be read
    order: str | None  # the standing one in words; None: this seat takes none
    ranked: bool  # a run that may still count for the leaderboards: nothing is taken back
    unranked: str  # why it doesn't, or doesn't any more


def controls_of(shown: Snapshot, viewer: Viewer) -> Controls | None:
    """The controls of this viewer at this position; None where there are none."""
    match = shown.match
    if not isinstance(viewer, int) or not shown.is_newest or not match.running:
        return None
    return Controls(
        version=shown.version,
        can_undo=shown.can_undo(viewer),
        can_resign=shown.may_leave(viewer),
        ends_it=is_over(format_of(match), [*shown.gone, viewer]),
        forfeited=shown.seats[viewer].forfeited,
        replaced=shown.seats[viewer].replaced is not None,
        abandoned=shown.seats[viewer].abandoned,
        order=None if match.paused else left_by(shown, viewer),
        ranked=ranking.may_count(match),
        unranked=_unranked(match),
    )


def _unranked(match: Match) -> str:
    """Why this run doesn't count for the leaderboards, though it might have."""
    ranked = match.unranked and ranking.leaderboard_of(match)
    return match.get_unranked_display() if ranked else ""


IN_DAYS = 48  # hours, from which on nobody counts seconds
LOW = timedelta(seconds=20)  # from here on a clock is marked


@dataclass(frozen=True)
class SeatClock:
    """A seat's clock: what it reads now, and when it will run out if it is running.

    `away_until`: the last day of its person's vacation.
    """

    text: str
    low: bool
    deadline: datetime | None
    away_until: date | None = None


def clocks_of(shown: Snapshot) -> list[SeatClock]:
    """Every seat's clock; empty where nobody is hurried, and for past positions."""
    if not shown.match.clock or not shown.is_newest:
        return []
    now = timezone.now()
    away = attendance.seats_away(clock_of(shown.match.clock), shown.seats, now)
    lefts = [clock.time_left(seat, now) for seat in shown.seats]
    return [
        SeatClock(clock_text(left), left < LOW, seat.deadline, away.get(seat.index))
        for seat, left in zip(shown.seats, lefts, strict=True)
    ]


def clock_text(left: timedelta) -> str:
    """Minutes and seconds, hours before them where there are any: 4:05, 1:00:00; days: 5d 11h."""
    minutes, seconds = divmod(round(left.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= IN_DAYS:
        return _("{days}d {hours}h").format(days=hours // 24, hours=hours % 24)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
