"""Golden games, derived from the rules by hand, replayed byte for byte.

Each file holds a prepared last round, the actions with what chance gave for them, and what must
come of it: the events of every action, the table at the end, the result. Nothing writes these files
but people.
"""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.burnt_to_ashes.state import State
from games.plugin.codec import plain
from tests.games.burnt_to_ashes.positions import GAME, Script, position

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.json"))


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
    """The table after the game."""
    return {
        "lands": state.standing(),
        "knights": [number for number in state.standing() if state.lands[number].knight],
        "wounds": state.wounds,
        "power": [player.power for player in state.players],
        "glory": [player.glory for player in state.players],
        "round": state.round,
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
    return {**golden, "steps": steps, "left": left(state), "result": plain(GAME.result(state))}


def written_down(golden: dict[str, Any]) -> bytes:
    return json.dumps(golden, indent=1, sort_keys=True, ensure_ascii=False).encode() + b"\n"


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_game_replays_byte_for_byte(path: Path) -> None:
    written = path.read_bytes()
    assert written_down(replayed(json.loads(written))) == written


def test_there_is_one_for_each_way_of_ending() -> None:
    endings = [json.loads(path.read_bytes())["result"]["ending"] for path in GOLDEN]
    assert sorted(endings) == ["no-knight", "no-land", "slain", "slain"]
