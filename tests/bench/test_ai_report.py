"""The table of computer players: fair deals, honest intervals."""

from types import SimpleNamespace
from typing import Any

import pytest

from bench import ai_report
from bench.ai_report import Cell, Table
from games.plugin import SeatResult, registry
from tests.games.burn_my_village.tables import GAME

SLUG = GAME.meta.slug
RUNGS = [("easy", "random"), ("medium", "easy"), ("hard", "medium"), ("expert", "hard")]
DUEL = Cell(Table(SLUG, GAME.format(GAME.Options(), 2), {}), "easy", "random")


@pytest.mark.parametrize(
    ("won", "games", "told"),
    [
        (0.5, 100, "50.0% (40.4%–59.6%)"),
        (1.0, 400, "100.0% (99.0%–100.0%)"),
        (0.0, 10, "0.0% (0.0%–27.8%)"),
    ],
)
def test_wilsons_interval(won, games, told):
    assert ai_report.share(won, games) == told


def test_a_game_is_the_same_whenever_it_is_played():
    one, again = (ai_report.play_one(DUEL, 1) for _time in range(2))
    assert (one.result, one.length) == (again.result, again.length)
    assert set(one.seconds) == {"easy", "random"}


@pytest.mark.parametrize(
    ("slug", "kind", "told"),
    [
        (SLUG, "competitive", RUNGS),
        ("castle-panic", "one-against-all", RUNGS),
        ("burnt-to-ashes", "cooperative", [(below, "") for _level, below in RUNGS]),
    ],
)
def test_each_level_is_told_from_the_one_below(slug, kind, told):
    cells = [cell for cell in ai_report.cells(registry.get(slug)) if cell.table.form.kind == kind]
    assert {(cell.level, cell.below) for cell in cells} == set(told)


@pytest.mark.parametrize(
    ("alone", "shares", "told"),
    [
        (False, [1.0] * 29, "–"),
        (False, [1.0] * 27 + [0.0] * 3, "stronger"),
        (False, [0.0] * 27 + [1.0] * 3, "weaker"),
        (False, [0.0, 1.0] * 15, "unsure"),
        (True, [1.0] * 27 + [0.0] * 3, "stronger"),  # than one that won half of its games
        (True, [1.0] * 17 + [0.0] * 13, "unsure"),
    ],
)
def test_a_verdict_needs_more_than_luck(alone, shares, told):
    def over(*worths: float) -> Any:
        outcomes = {1.0: "won", 0.0: "lost"}
        seats = [SeatResult(outcomes[worth], 1) for worth in worths]
        return SimpleNamespace(result=SimpleNamespace(seats=seats))

    if alone:
        cell = DUEL._replace(below="")
        games, before = [over(one, one) for one in shares], [over(0.0, 0.0), over(1.0, 1.0)] * 15
    else:  # the level sits on either seat in turn
        cell, before = DUEL, []
        games = [
            over(one, 1 - one) if n % 2 == 0 else over(1 - one, one) for n, one in enumerate(shares)
        ]
    assert ai_report.verdict(cell, games, before) == told


@pytest.mark.parametrize("slug", ["village-assault", "castle-panic"])
def test_every_row_tells_the_same_things(slug):
    cells = [cell for cell in ai_report.cells(registry.get(slug)) if cell.level == "easy"]
    for cell in (cells[0], cells[-1]):
        played = [ai_report.play_one(cell, number) for number in range(2)]
        assert ai_report.row(cell, played).count("|") == len(ai_report.HEADS)
