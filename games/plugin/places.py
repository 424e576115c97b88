"""Places, standings, and sheets that add up points."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, Self, TypedDict, TypeVar

from games.plugin.model import SeatOutcome
from games.plugin.text import Line


class _Comparable(Protocol):
    def __gt__(self, other: Self, /) -> bool: ...


StandingT = TypeVar("StandingT", bound=_Comparable)


def places(standings: Iterable[StandingT]) -> list[int]:
    """The place of each standing; the greatest is first, equal ones share a place.

    A standing is anything that compares: points, or a tuple of points and tie-breakers.
    """
    every = list(standings)
    return [1 + sum(other > own for other in every) for own in every]


def outcomes(ranks: Sequence[int]) -> list[SeatOutcome]:
    """The first has won, or several have drawn; all others have lost."""
    best: SeatOutcome = "won" if ranks.count(1) == 1 else "drawn"
    return [best if rank == 1 else "lost" for rank in ranks]


class SheetRow(TypedDict):
    """One row of a sheet: a piece with its title, other cells as text, and its points."""

    piece: str
    title: Line
    cells: list[str]
    points: int


def sheet_of(
    columns: Sequence[Line], rows: Sequence[SheetRow], *, low: int, width: int, under: str = ""
) -> dict[str, Any]:
    """The data of a sheet and its total; the bars begin at `low` and are full at `width` more.

    `under`: the ruleset's part that is drawn below it, from the seat's entry in `board["seats"]`.
    """
    return {
        "under": under,
        "columns": list(columns),
        "rows": list(rows),
        "total": sum(row["points"] for row in rows),
        "low": low,
        "width": max(1, width),
    }


def standings_of(
    columns: Sequence[tuple[str, Line]], counts: Sequence[Sequence[int]], points: Sequence[int]
) -> dict[str, Any]:
    """The data of a table of all seats: a row each, a column a kind of piece, and the points.

    `columns` are pieces with their titles, `counts[seat][column]` how many each seat has. The most
    in a column and the leaders are marked, unless all are equal.
    """
    by_column = [_most(column) for column in zip(*counts, strict=True)]
    ahead = _most(points)
    return {
        "columns": [{"piece": piece, "title": title} for piece, title in columns],
        "rows": [
            {
                "cells": [[n, n == most] for n, most in zip(own, by_column, strict=True)],
                "points": total,
                "leads": total == ahead,
            }
            for own, total in zip(counts, points, strict=True)
        ],
    }


def _most(numbers: Sequence[int]) -> int | None:
    return max(numbers) if len(set(numbers)) > 1 else None
