"""The JSON of actions, and the lists of legal ones against the rules' own judgment."""

from typing import Any

import msgspec
import pytest

from games.burn_my_village.actions import DRAW
from games.plugin.codec import plain
from tests.games.burn_my_village.tables import GAME, bribe, table, visit

WRITTEN = [
    ({"type": "bribe", "treasure": "sword", "count": 3, "wilds": 1}, bribe("sword", 3, 1)),
    (
        {"type": "visit", "stall": 2, "paid": {"sword": 1, "wild": 1}, "cursed": "sword"},
        visit(2, "sword", "wild", curse="sword"),
    ),
    ({"type": "visit", "stall": 0, "paid": {}, "cursed": None}, visit(0)),
    ({"type": "draw"}, DRAW),
]


@pytest.mark.parametrize(("written", "action"), WRITTEN)
def test_an_action_reads_and_writes_as_documented(written: Any, action: Any) -> None:
    assert plain(action) == written
    assert msgspec.convert(written, GAME.Action) == action
    assert hash(msgspec.convert(written, GAME.Action)) == hash(action)


def test_the_list_is_ordered_bribes_then_stalls_from_the_dearest_then_the_draw() -> None:
    stalls = dict.fromkeys(range(4), "sword")
    bribes = [{"crown": (1, 0)}, {"axe": (2, 0)}]
    state = table("axe axe crown wild wild", "", bribes=bribes, stalls=stalls, deck="axe axe")
    groups: list[Any] = []
    for action in GAME.legal_actions(state, 0):
        group = getattr(action, "treasure", getattr(action, "stall", "draw"))
        if group not in groups:
            groups.append(group)
    assert groups == ["axe", "crown", 3, 2, 1, 0, "draw"]
