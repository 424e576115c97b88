"""Score sheets: how somebody's points came about, as the board kit draws it (docs/boards.md)."""

from collections.abc import Sequence
from typing import Any, TypedDict

from games.plugin.text import Line


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
