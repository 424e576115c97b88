"""How long a game takes, from measured games of computer players.

Each ruleset has a file `lengths.json`, written by `python -m bench.ai_report --lengths`. People's
speed is an assumption that the words mention. Nights, free days, vacations and pauses don't count.
"""

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from django.utils.translation import gettext as _, ngettext

from games.matches.play.parts import clock_kinds
from games.matches.play.parts.clock_kinds import Clock, LiveClock, MoveClock, full, is_long
from games.plugin import AnyGame
from lobby.tables import checks

FILE = "lengths.json"
STEP = timedelta(seconds=20)  # people's time per step, if they are at the table
PART = 2  # over days, people use 1/PART of their time
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


class Measured(msgspec.Struct, frozen=True):
    """The length of games: the median, and the length that 95% of them don't exceed."""

    steps: tuple[float, float]  # decisions of one seat, on average
    spans: tuple[float, float]  # everyone's decisions, counting simultaneous ones once
    turns: tuple[float, float]  # everyone's
    answers: tuple[float, float]  # out of turn


class Lengths(msgspec.Struct, frozen=True):
    """A file: the number of games measured, who played, and the lengths by format and seats."""

    games: int
    level: str
    rules_version: int
    formats: dict[str, dict[int, Measured]]


@dataclass(frozen=True)
class Estimate:
    """How long a game usually takes, and the time that one in twenty exceeds."""

    usual: timedelta
    long: timedelta
    over_days: bool


def lengths_of(game: AnyGame) -> Lengths | None:
    """The measured lengths of a ruleset; None without a file."""
    return _read(Path(inspect.getfile(type(game))).with_name(FILE))


@lru_cache
def _read(path: Path) -> Lengths | None:
    return msgspec.json.decode(path.read_bytes(), type=Lengths) if path.exists() else None


def estimate(
    game: AnyGame, options: Mapping[str, Any], *, seats: int, people: int, clock: Any
) -> Estimate | None:
    """How long a game with `people` takes; None if not measured. Computer players take no time."""
    known, form = lengths_of(game), checks.format_of(game, options, seats)
    if known is None or form is None:
        return None
    measured = known.formats.get(form.kind, {}).get(seats)
    if measured is None:
        return None
    agreed = clock_kinds.clock_of(clock)
    usual, long = (_time(measured, which, people / seats, people, agreed) for which in (0, 1))
    return Estimate(usual, long, is_long(agreed))


def _time(
    measured: Measured, which: int, share: float, people: int, clock: Clock | None
) -> timedelta:
    """The usual (`which` 0) or long (1) time, if people have `share` of the seats."""
    spans = share * measured.spans[which]
    if isinstance(clock, MoveClock) and is_long(clock):
        if clock.per == "step":
            return spans * full(clock) / PART
        own = measured.turns[which] * full(clock) + measured.answers[which] * clock.answer
        return share * own / PART
    if isinstance(clock, LiveClock):
        limit = full(clock) + measured.steps[which] * timedelta(seconds=clock.increment)
        return min(spans * STEP, people * limit)
    return spans * (min(STEP, full(clock)) if clock else STEP)


def words(estimate: Estimate | None) -> str:
    """The estimate in sentences, with its assumptions; "" for None."""
    if estimate is None:
        return ""
    usual, long = _rounded(estimate.usual), _rounded(estimate.long)
    if estimate.over_days:
        text = _(
            "It takes about {usual} if everyone uses half of their time; one game in twenty "
            "takes more than {long}. Nights, free days, vacations and pauses are extra."
        )
    else:
        text = _(
            "It takes about {usual} if people think for {n} seconds a step; one game in twenty "
            "takes more than {long}."
        )
    return text.format(usual=usual, long=long, n=round(STEP.total_seconds()))


def _rounded(time: timedelta) -> str:
    """The time in the largest unit of which it has at least two."""
    if time >= 2 * DAY:
        n = round(time / DAY)
        return ngettext("{n} day", "{n} days", n).format(n=n)
    if time >= 2 * HOUR:
        n = round(time / HOUR)
        return ngettext("{n} hour", "{n} hours", n).format(n=n)
    n = max(1, round(time / MINUTE))
    return ngettext("{n} minute", "{n} minutes", n).format(n=n)
