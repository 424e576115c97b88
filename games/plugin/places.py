"""Places, and sheets that add up points."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, Self, TypedDict, TypeVar

from games.plugin.model import SeatOutcome
from games.plugin.text import Line


class _Comparable(Protocol):
    def __gt__(self, other: Self, /) -> bool: ...


StandingT = TypeVar("StandingT", bound=_Comparable)


def places(standings: Iterable[StandingT]) -> list[int]:
    """The place of each, in order; the greatest is first, equal ones share a place.

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
    columns: Sequence[Line], rows: Sequence[SheetRow], *, low: int, width: int
) -> dict[str, Any]:
    """The data of a sheet and its total; the bars begin at `low` and are full at `width` more."""
    return {
        "columns": list(columns),
        "rows": list(rows),
        "total": sum(row["points"] for row in rows),
        "low": low,
        "width": max(1, width),
    }
