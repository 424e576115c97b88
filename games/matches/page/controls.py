"""A seat's controls and everyone's clock, as the page shows them."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from games.matches.page.order_forms import order_in_words
from games.matches.play.parts import attendance, clock
from games.matches.play.parts.clock_kinds import clock_of
from games.matches.record import ranking
from games.matches.record.selectors import Snapshot
from games.matches.record.states import format_of
from games.plugin import Viewer
from games.protocol.resignation import is_over


@dataclass(frozen=True)
class Controls:
    """The controls of a seat; they act on `version`."""

    version: int
    can_undo: bool
    can_resign: bool
    ends_it: bool  # the match would be over if this seat resigned
    forfeited: bool  # the seat was lost by missing deadlines
    replaced: bool  # an administrator gave the seat to a computer player
    abandoned: bool  # while the match couldn't be read
    order: str | None  # the standing order in words, "" for none; None: this seat takes none
    ranked: bool  # a run that may still count for the leaderboards: no take-backs
    unranked: str  # why it can't count, or no longer can


def controls_of(shown: Snapshot, viewer: Viewer) -> Controls | None:
    match = shown.match
    if not isinstance(viewer, int) or not shown.is_newest or not match.running:
        return None
    missed_a_leaderboard = match.unranked and ranking.leaderboard_of(match)
    return Controls(
        version=shown.version,
        can_undo=shown.can_undo(viewer),
        can_resign=shown.may_leave(viewer),
        ends_it=is_over(format_of(match), [*shown.gone, viewer]),
        forfeited=shown.seats[viewer].forfeited,
        replaced=shown.seats[viewer].replaced is not None,
        abandoned=shown.seats[viewer].abandoned,
        order=None if match.paused else order_in_words(shown, viewer),
        ranked=ranking.may_count(match),
        unranked=match.get_unranked_display() if missed_a_leaderboard else "",
    )


IN_DAYS = 48  # hours from which a clock shows days instead of seconds
LOW = timedelta(seconds=20)  # below this a clock is marked


@dataclass(frozen=True)
class SeatClock:
    text: str
    low: bool
    deadline: datetime | None  # if it is running
    away_until: date | None = None  # the last day of its person's vacation


def clocks_of(shown: Snapshot) -> list[SeatClock]:
    """Every seat's clock; empty in matches without clocks and for past positions."""
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
    """The time left as 4:05, 1:00:00 or 5d 11h."""
    minutes, seconds = divmod(round(left.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= IN_DAYS:
        return _("{days}d {hours}h").format(days=hours // 24, hours=hours % 24)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
