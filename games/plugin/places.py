"""The end of a game: places, and the sheets that add up points."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, Self, TypedDict, TypeVar

from games.plugin.model import SeatOutcome
from games.plugin.text import Line


class _Comparable(Protocol):
    def __gt__(self, other: Self, /) -> bool: ...


StandingT = TypeVar("StandingT", bound=_Comparable)


def places(standings: Iterable[StandingT]) -> list[int]:
    """The place of each in order: the greatest is first, and those that are equal share theirs.

    What stands for a seat is whatever compares: points, or a tuple of points and what parts them.
    """
    every = list(standings)
    return [1 + sum(other > own for other in every) for own in every]


def outcomes(ranks: Sequence[int]) -> list[SeatOutcome]:
    """Whoever is first has won, or it is a draw between several; all others have lost."""
    best: SeatOutcome = "won" if ranks.count(1) == 1 else "drawn"
    return [best if rank == 1 else "lost" for rank in ranks]


class SheetRow(TypedDict):
    """What one thing brought: its piece and title, its other cells as text, and the points."""

    piece: str
    title: Line
    cells: list[str]
    points: int


def sheet_of(
    columns: Sequence[Line], rows: Sequence[SheetRow], *, low: int, width: int
) -> dict[str, Any]:
    """The data of a sheet and its total.

    The bars beside the points begin at `low` and are full at `width` more, which is 1 at least.
    """
    total = sum(row["points"] for row in rows)
    table = {"columns": list(columns), "rows": list(rows), "total": total}
    return table | {"low": low, "width": max(1, width)}
