"""The steps of a match to stop at in a replay: those that count in the end, or all."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from games.matches.models import Match, Step
from toolbox.memory import Memory

REMEMBERED = 200  # matches, as they stood at some version


class Timeline(msgspec.Struct, frozen=True):
    """Steps to stop at, oldest first, and those among them that begin a turn."""

    steps: list[int]
    turns: list[int]
    seats: list[int | None]  # of these turns
    whole: bool  # includes steps that were taken back


class _Row(NamedTuple):
    step: int
    base: int | None
    kind: str
    seat: int | None


_known: Memory[tuple[Any, str, int], tuple[Timeline, Timeline]] = Memory(REMEMBERED)


def timeline(match: Match, *, whole: bool = False) -> Timeline:
    """The stops up to the match's version; `whole`: also take-backs and the steps taken back."""
    return _both(match)[whole]


def with_step(match: Match, step: int, *, whole: bool = False) -> Timeline:
    """The timeline, or the whole timeline if only that stops at `step`."""
    wanted = timeline(match, whole=whole)
    return wanted if step in wanted.steps else timeline(match, whole=True)


def _both(match: Match) -> tuple[Timeline, Timeline]:
    key = (match.pk, match.last_hash, match.version)
    known = _known.get(key)
    if known is None:
        found = match.steps.filter(index__lte=match.version).order_by("index")
        rows = [_Row(*row) for row in found.values_list("index", "base", "kind", "seat")]
        lines = _timeline(_in_the_end(rows), whole=False), _timeline(rows, whole=True)
        known = _known.put(key, lines)
    return known


def _in_the_end(rows: Sequence[_Row]) -> list[_Row]:
    """The steps that led to the newest position, without take-backs."""
    by_index = {row.step: row for row in rows}
    kept, at = [], rows[-1] if rows else None
    while at is not None:
        if at.kind != Step.Kind.UNDO or at is rows[-1]:
            kept.append(at)
        at = None if at.base is None else by_index[at.base]
    return kept[::-1]


def _timeline(rows: Sequence[_Row], *, whole: bool) -> Timeline:
    turns = [(next(run).step, seat) for seat, run in groupby(rows, lambda row: row.seat)]
    steps = [row.step for row in rows]
    return Timeline(steps, [step for step, _ in turns], [seat for _, seat in turns], whole)
