"""Score sheets as the board kit draws them."""

from games.plugin import SheetRow, line, sheet_of


def test_a_sheet_adds_its_rows_up():
    rows = [
        SheetRow(piece="crown", title=line("crown"), cells=["2"], points=8),
        SheetRow(piece="coin", title=line("coin"), cells=["3"], points=-15),
    ]
    columns = (line("Kind"), line("Cards"), line("Points"))
    assert sheet_of(columns, rows, low=-16, width=64) == {
        "columns": list(columns),
        "rows": rows,
        "total": -7,
        "low": -16,
        "width": 64,
    }
