"""Golden games: one for every way of ending."""

from pathlib import Path
from typing import Any

import pytest

from games.burn_my_village.state import State
from tests.games.burn_my_village.tables import GAME, Dealer, table
from tests.support.golden import golden, replay, results


def start(written: dict[str, Any]) -> State:
    stalls = {int(cost): column for cost, column in written["stalls"].items()}
    fixed = {**written, "stalls": stalls}
    return table(*fixed.pop("hands"), **fixed)


@pytest.mark.parametrize("path", golden(__file__), ids=lambda path: path.stem)
def test_a_golden_game_replays_byte_for_byte(path: Path) -> None:
    replay(path, GAME, start, Dealer)


def test_there_is_a_golden_game_for_every_way_of_ending() -> None:
    found = results(__file__)
    assert {result["ending"] for result in found} == {"deck-empty-draw", "deck-empty-refill"}
    outcomes = {tuple(seat["outcome"] for seat in result["seats"]) for result in found}
    assert {("won", "lost"), ("drawn", "lost", "drawn")} <= outcomes
