"""The kinds of clock that a table can agree on, as `Match.clock` stores them."""

from datetime import timedelta
from typing import Annotated, Any, Literal

import msgspec

LONG = timedelta(hours=1)  # from here on people's own hours count: nights, free days, vacations
SHORTEST_ANSWER = timedelta(seconds=10)
SHORTEST_LONG_ANSWER = timedelta(hours=6)  # nobody has to look more often than that
LONGEST_ANSWER = timedelta(days=1)


class LiveClock(msgspec.Struct, frozen=True, tag="live", forbid_unknown_fields=True):
    """Seconds for the whole match, and seconds that every step adds."""

    bank: Annotated[int, msgspec.Meta(ge=10, le=3 * 3600)]
    increment: Annotated[int, msgspec.Meta(ge=0, le=180)] = 0


class MoveClock(
    msgspec.Struct, frozen=True, tag="move", forbid_unknown_fields=True, omit_defaults=True
):
    """Seconds for every step, or for every turn of play with all its steps.

    What is left at the end goes to the seat's reserve, up to `reserve` seconds, which it uses when
    the time of a later one is over. `vacation`: those of the players count, if it is over days.
    """

    seconds: Annotated[int, msgspec.Meta(ge=10, le=7 * 24 * 3600)]
    per: Literal["step", "turn"] = "step"
    reserve: Annotated[int, msgspec.Meta(ge=0, le=14 * 24 * 3600)] = 0
    vacation: bool = True

    @property
    def answer(self) -> timedelta:
        """The time for what is asked out of turn, by turns.

        A quarter of a turn's, at least 10 seconds and at most a day; over days at least 6 hours,
        where a turn has as many.
        """
        own = timedelta(seconds=self.seconds)
        least = min(own, SHORTEST_LONG_ANSWER) if is_long(self) else SHORTEST_ANSWER
        return min(max(own / 4, least), LONGEST_ANSWER)


Clock = LiveClock | MoveClock


def clock_of(stored: Any) -> Clock | None:
    """The clock that `Match.clock` holds; None: everyone takes the time they need.

    Raises `msgspec.ValidationError` for what isn't one.
    """
    clock: Clock | None = msgspec.convert(stored, Clock | None)
    return clock


def is_long(clock: Clock | None) -> bool:
    """Whether nobody has to stay at the table."""
    return isinstance(clock, MoveClock) and timedelta(seconds=clock.seconds) >= LONG


def heeds_vacations(clock: Clock | None) -> bool:
    """Whether no time of a player's runs while they are on vacation."""
    return isinstance(clock, MoveClock) and is_long(clock) and clock.vacation


def is_by_turn(clock: Clock | None) -> bool:
    """Whether time is given by the turn."""
    return isinstance(clock, MoveClock) and clock.per == "turn"


def full(clock: Clock) -> timedelta:
    """The time one begins with, without any reserve."""
    return timedelta(seconds=clock.bank if isinstance(clock, LiveClock) else clock.seconds)


def refilled(clock: MoveClock, left: timedelta) -> timedelta:
    """What a seat has next after it left that much: what the clock gives, and its reserve."""
    return full(clock) + min(left, timedelta(seconds=clock.reserve))
