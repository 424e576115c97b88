"""Golden games, derived from the rules by hand, replayed byte for byte.

Each file holds a small position, the actions with what chance gave for them, and what must come of
it: the events of every action, the table at the end, the result. Nothing writes these files but
people.
"""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.castle_panic.state import State
from games.plugin.codec import plain
from tests.games.castle_panic.positions import GAME, Script, at, position, standing

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.json"))


def start(written: dict[str, Any]) -> State:
    fixed = dict(written)
    monsters = [at(*monster) for monster in fixed.pop("monsters")]
    return position(*fixed.pop("hands"), monsters=monsters, phase="discard", **fixed)


def left(state: State) -> dict[str, Any]:
    """The table after the game."""
    return {
        "hands": [player.hand for player in state.players],
        "trophies": [player.trophies for player in state.players],
        "walls": [*map(int, standing(state.walls))],
        "towers": [*map(int, standing(state.towers))],
        "monsters": plain(state.monsters),
    }


def replayed(golden: dict[str, Any]) -> dict[str, Any]:
    """The golden game with the events, the table and the result that the rules give."""
    state = start(golden["start"])
    steps = []
    for step in golden["steps"]:
        assert GAME.result(state) is None
        action = msgspec.convert(step["action"], GAME.Action)
        assert action in GAME.legal_actions(state, step["seat"])
        chance = Script(*step["chance"])
        events = GAME.apply_action(state, step["seat"], action, chance)
        assert not chance.left
        steps.append({**step, "action": plain(action), "events": plain(events)})
    result = plain(GAME.result(state))
    return {**golden, "steps": steps, "left": left(state), "result": result}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_game_replays_byte_for_byte(path: Path) -> None:
    written = path.read_bytes()
    again = json.dumps(replayed(json.loads(written)), indent=1, sort_keys=True, ensure_ascii=False)
    assert again.encode() + b"\n" == written


def test_there_is_a_golden_game_for_every_mode_and_ending() -> None:
    games = [json.loads(path.read_bytes()) for path in GOLDEN]
    kinds = {
        (game["start"].get("options", {}).get("mode", "standard"), len(game["start"]["hands"]) > 1)
        for game in games
    }
    assert kinds == {("standard", True), ("co-op", True), ("overlord", True), ("standard", False)}
    assert {game["result"]["ending"] for game in games} == {"won", "lost"}
