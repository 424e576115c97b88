"""What a table agrees on for someone who stays away, said to everyone before they sit down.

Each missed deadline brings the ruleset's default action. After several in a row a computer player
looks after the seat until its person returns, or the seat is forfeited; or it goes on like that.
Matches without a clock miss no deadlines, and a match that someone plays alone loses its person to
nobody: there every deadline brings the default action, and nothing else.
"""

from typing import Annotated, Any, Literal

import msgspec

from games.matches.play.parts.clock_kinds import Clock, is_long
from games.plugin import AnyGame, Level

LIVE, OVER_DAYS = 2, 3  # missed deadlines in a row, where a table says nothing else


class Absence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What follows so many missed deadlines in a row, after the default action of each.

    `level`: of the computer player that looks after a seat; null: one that plays fairly.
    """

    then: Literal["default", "caretaker", "forfeit"] = "caretaker"
    after: Annotated[int, msgspec.Meta(ge=1, le=10)] = OVER_DAYS
    level: Level | None = None


DEFAULTS_ONLY = Absence(then="default")


def absence_of(stored: Any) -> Absence:
    """What `Match.absence` or `Table.absence` holds; null: default actions, and nothing else.

    Raises `msgspec.ValidationError` for what isn't one.
    """
    return DEFAULTS_ONLY if stored is None else msgspec.convert(stored, Absence)


def usual(clock: Clock | None, seats: int) -> Absence | None:
    """What is agreed where nobody says anything; None where nobody can be missed."""
    if clock is None or seats < 2:
        return None
    return Absence(after=OVER_DAYS if is_long(clock) else LIVE)


def over_days(stored: Any) -> Any:
    """The same, stored, for a live match that goes on over days.

    Whoever agreed to what is usual in live play has what is usual over days from then on; of what
    else a table has chosen nothing changes, nor does the level.
    """
    agreed = absence_of(stored)
    if stored is None or (agreed.then, agreed.after) != ("caretaker", LIVE):
        return stored
    return msgspec.to_builtins(msgspec.structs.replace(agreed, after=OVER_DAYS))


def caretaker_level(game: AnyGame, stored: Any = None) -> Level:
    """How well a computer player plays on for someone who is away or left.

    As the table agreed (`absence_of`); else fairly, where that is on offer.
    """
    levels: tuple[Level, ...] = game.meta.levels or ("easy",)
    agreed = absence_of(stored).level
    if agreed in levels:
        return agreed
    return "medium" if "medium" in levels else levels[0]
