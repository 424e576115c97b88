"""Golden games: one for every mode and ending."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.castle_panic.state import State
from games.plugin.codec import plain
from tests.games.castle_panic.positions import GAME, Script, at, position, standing
from tests.support.golden import golden, replay


def start(written: dict[str, Any]) -> State:
    monsters = [at(*monster) for monster in written["monsters"]]
    fixed = {**written, "monsters": monsters, "phase": "discard"}
    return position(*fixed.pop("hands"), **fixed)


def left(state: State) -> dict[str, Any]:
    return {
        "hands": [player.hand for player in state.players],
        "trophies": [player.trophies for player in state.players],
        "walls": [*map(int, standing(state.walls))],
        "towers": [*map(int, standing(state.towers))],
        "monsters": plain(state.monsters),
    }


@pytest.mark.parametrize("path", golden(__file__), ids=lambda path: path.stem)
def test_a_golden_game_replays_byte_for_byte(path: Path) -> None:
    replay(path, GAME, start, Script, left)


def test_there_is_a_golden_game_for_every_mode_and_ending() -> None:
    games = [json.loads(path.read_bytes()) for path in golden(__file__)]
    kinds = set()
    for game in games:
        mode = game["start"].get("options", {}).get("mode", "standard")
        kinds.add((mode, len(game["start"]["hands"]) > 1))
    assert kinds == {("standard", True), ("co-op", True), ("overlord", True), ("standard", False)}
    assert {game["result"]["ending"] for game in games} == {"won", "lost"}
