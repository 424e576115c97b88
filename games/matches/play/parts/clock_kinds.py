"""The kinds of clock that a table can agree on, as `Match.clock` stores them."""

from datetime import timedelta
from typing import Annotated, Any, Literal

import msgspec

LONG = timedelta(hours=1)  # from here on people's own hours count: nights, free days, vacations
SHORTEST_ANSWER = timedelta(seconds=10)
SHORTEST_LONG_ANSWER = timedelta(hours=6)  # nobody needs to look in more often than that
LONGEST_ANSWER = timedelta(days=1)


class LiveClock(msgspec.Struct, frozen=True, tag="live", forbid_unknown_fields=True):
    """Seconds for the whole match, and seconds that each step adds."""

    bank: Annotated[int, msgspec.Meta(ge=10, le=3 * 3600)]
    increment: Annotated[int, msgspec.Meta(ge=0, le=180)] = 0


class MoveClock(
    msgspec.Struct, frozen=True, tag="move", forbid_unknown_fields=True, omit_defaults=True
):
    """Seconds for every step, or for every turn with all its steps.

    Time left over goes to the seat's reserve, up to `reserve` seconds, which later steps or turns
    use once their own is over. `vacation`: the players' vacations count, if the clock is long.
    """

    seconds: Annotated[int, msgspec.Meta(ge=10, le=7 * 24 * 3600)]
    per: Literal["step", "turn"] = "step"
    reserve: Annotated[int, msgspec.Meta(ge=0, le=14 * 24 * 3600)] = 0
    vacation: bool = True

    @property
    def answer(self) -> timedelta:
        """The time for an answer out of turn, on a clock by turns: a quarter of a turn's.

        At least 10 seconds, or 6 hours over days (or the whole turn's, if shorter); at most a day.
        """
        own = timedelta(seconds=self.seconds)
        least = min(own, SHORTEST_LONG_ANSWER) if is_long(self) else SHORTEST_ANSWER
        return min(max(own / 4, least), LONGEST_ANSWER)


Clock = LiveClock | MoveClock


def clock_of(stored: Any) -> Clock | None:
    """Read `Match.clock`; None: no time limit. Raises `msgspec.ValidationError`."""
    clock: Clock | None = msgspec.convert(stored, Clock | None)
    return clock


def is_long(clock: Clock | None) -> bool:
    return isinstance(clock, MoveClock) and timedelta(seconds=clock.seconds) >= LONG


def heeds_vacations(clock: Clock | None) -> bool:
    """Whether a player's time stops while they are on vacation."""
    return isinstance(clock, MoveClock) and is_long(clock) and clock.vacation


def is_by_turn(clock: Clock | None) -> bool:
    return isinstance(clock, MoveClock) and clock.per == "turn"


def full(clock: Clock) -> timedelta:
    """The time a seat begins with, without any reserve."""
    return timedelta(seconds=clock.bank if isinstance(clock, LiveClock) else clock.seconds)


def refilled(clock: MoveClock, left: timedelta) -> timedelta:
    """A seat's next time after `left` remained: the clock's own, and its reserve."""
    return full(clock) + min(left, timedelta(seconds=clock.reserve))
