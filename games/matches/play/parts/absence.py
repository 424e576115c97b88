"""A table's policy for players who stay away.

Each missed deadline brings the ruleset's default action; after several in a row a computer player
may look after the seat, or the seat is forfeited. In a match played alone only default actions
follow.
"""

from typing import Annotated, Any, Literal

import msgspec

from games.matches.models import Seat
from games.matches.play.parts.clock_kinds import Clock, is_long
from games.plugin import AnyGame, Level

LIVE, OVER_DAYS = 2, 3  # missed deadlines in a row; the default of a table


class Absence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The consequence of `after` missed deadlines in a row.

    `level`: the level of the computer player that looks after a seat; null: `caretaker_level`.
    """

    then: Literal["default", "caretaker", "forfeit"] = "caretaker"
    after: Annotated[int, msgspec.Meta(ge=1, le=10)] = OVER_DAYS
    level: Level | None = None


DEFAULTS_ONLY = Absence(then="default")


def absence_of(stored: Any) -> Absence:
    """Read `Match.absence` or `Table.absence`, null: defaults only. Raises `ValidationError`."""
    return DEFAULTS_ONLY if stored is None else msgspec.convert(stored, Absence)


def usual(clock: Clock | None, seats: int) -> Absence | None:
    """The default of a table; None if nobody can be missed."""
    if clock is None or seats < 2:
        return None
    return Absence(after=OVER_DAYS if is_long(clock) else LIVE)


def over_days(stored: Any) -> Any:
    """The agreement once a live match continues over days: the default changes with it."""
    agreed = absence_of(stored)
    if stored is None or (agreed.then, agreed.after) != ("caretaker", LIVE):
        return stored
    return msgspec.to_builtins(msgspec.structs.replace(agreed, after=OVER_DAYS))


def caretaker_level(game: AnyGame, stored: Any = None) -> Level:
    """The level of a computer player that takes over: as agreed, else medium, if offered."""
    levels: tuple[Level, ...] = game.meta.levels or ("easy",)
    if (agreed := absence_of(stored).level) in levels:
        return agreed
    return "medium" if "medium" in levels else levels[0]


def level_of(seat: Seat, game: AnyGame, stored: Any) -> str:
    """The level of the computer player on that seat: its own, or a caretaker's."""
    return seat.ai_level or caretaker_level(game, stored)
