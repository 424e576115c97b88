"""The log by turns: runs of steps of the same seat."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.matches.record.logbook import LogEntry


class Turn(NamedTuple):
    """Consecutive steps of one seat, or of none, such as the deal."""

    seat: int | None
    title: str  # whose turn it is, in the reader's language
    lines: list[tuple[LogEntry, int]]  # each with its place within its step, counted from 1

    @property
    def first(self) -> int:
        return self.lines[0][0].index


def by_turn(log: Iterable[LogEntry], names: Sequence[str]) -> list[Turn]:
    """The lines of a log, oldest first, grouped by turn."""
    runs = [(seat, list(run)) for seat, run in groupby(log, lambda line: line.seat)]
    return [Turn(seat, _title(seat, run[0], names), list(_placed(run))) for seat, run in runs]


def _title(seat: int | None, line: LogEntry, names: Sequence[str]) -> str:
    if seat is not None:
        return names[seat]
    return _("The portal") if line.index else _("The start")


def _placed(run: Iterable[LogEntry]) -> Iterator[tuple[LogEntry, int]]:
    for _index, step in groupby(run, lambda line: line.index):
        for place, line in enumerate(step, start=1):
            yield line, place
