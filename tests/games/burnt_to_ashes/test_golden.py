"""Golden games: a prepared last round for each way of ending."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from games.burnt_to_ashes.state import State
from tests.games.burnt_to_ashes.positions import GAME, Script, position
from tests.support.golden import golden, replay, results


def start(written: dict[str, Any]) -> State:
    """The position as `position` makes it; lands in `standing` alone are not burnt."""
    fixed = deepcopy(written)
    standing = fixed.pop("standing")
    by_land: Any = {name: _numbered(fixed.pop(name, {})) for name in ("owners", "arms", "known")}
    burnt = tuple(land for land in range(24) if land not in standing)
    power = tuple(fixed.pop("power"))
    return position(*fixed.pop("hands"), **by_land, burnt=burnt, power=power, **fixed)


def _numbered(by_text: dict[str, Any]) -> dict[int, Any]:
    return {int(number): value for number, value in by_text.items()}


def left(state: State) -> dict[str, Any]:
    return {
        "lands": state.standing(),
        "knights": [number for number in state.standing() if state.lands[number].knight],
        "wounds": state.wounds,
        "power": [player.power for player in state.players],
        "glory": [player.glory for player in state.players],
        "round": state.round,
    }


@pytest.mark.parametrize("path", golden(__file__), ids=lambda path: path.stem)
def test_a_golden_game_replays_byte_for_byte(path: Path) -> None:
    replay(path, GAME, start, Script, left)


def test_there_is_one_for_each_way_of_ending() -> None:
    endings = [result["ending"] for result in results(__file__)]
    assert sorted(endings) == ["no-knight", "no-land", "slain", "slain"]
