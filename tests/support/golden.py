"""Golden games, derived from the rules by hand, replayed byte for byte.

Each file holds a small position, the actions with their outcomes of chance, and the expected
results: the events of every action, perhaps the table at the end, the result. Only people write
these files.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from games.plugin import AnyGame
from games.plugin.codec import plain

Golden = dict[str, Any]


def golden(test: str) -> list[Path]:
    """The golden files beside that test."""
    return sorted((Path(test).parent / "golden").glob("*.json"))


def results(test: str) -> list[Golden]:
    return [json.loads(path.read_bytes())["result"] for path in golden(test)]


def replay(
    path: Path,
    game: AnyGame,
    start: Callable[[Golden], Any],
    script: Callable[..., Any],
    left: Callable[[Any], Golden] | None = None,
) -> None:
    """Require that the rules give the written results, from the position that `start` makes.

    `script` makes the chance that gives a step's outcomes, `left` describes the table after the
    game.
    """
    written = path.read_bytes()
    data = json.loads(written)
    state = start(data["start"])
    for step in data["steps"]:
        assert game.result(state) is None
        action = msgspec.convert(step["action"], game.Action)
        assert action in game.legal_actions(state, step["seat"])
        chance = script(*step["dealt" if "dealt" in step else "chance"])
        events = game.apply_action(state, step["seat"], action, chance)
        assert not chance.left
        step |= {"action": plain(action), "events": plain(events)}
    data["result"] = plain(game.result(state))
    if left:
        data["left"] = left(state)
    again = json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False)
    assert again.encode() + b"\n" == written
