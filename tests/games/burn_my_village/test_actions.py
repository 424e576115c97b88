"""The JSON of actions, and the lists of legal ones against the rules' own judgment."""

from typing import Any

import msgspec
import pytest

from games.burn_my_village.actions import DRAW, Payment
from games.burn_my_village.components import KINDS
from games.plugin import NoOptions
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


@pytest.mark.parametrize(
    "written",
    [
        {},
        None,
        [],
        {"type": "steal"},
        {"type": "draw", "cards": 2},
        {"type": "bribe"},
        {"type": "bribe", "treasure": "wild", "count": 1, "wilds": 0},
        {"type": "bribe", "treasure": "gem", "count": 1, "wilds": 0},
        {"type": "bribe", "treasure": "axe", "count": -1, "wilds": 0},
        {"type": "bribe", "treasure": "axe", "count": 15, "wilds": 0},
        {"type": "bribe", "treasure": "axe", "count": 1, "wilds": 21},
        {"type": "bribe", "treasure": "axe", "count": 1, "wilds": -1},
        {"type": "bribe", "treasure": "axe", "count": "1", "wilds": 0},
        {"type": "bribe", "treasure": "axe", "count": 1.5, "wilds": 0},
        {"type": "visit", "stall": 4, "paid": {}, "cursed": None},
        {"type": "visit", "stall": -1, "paid": {}, "cursed": None},
        {"type": "visit", "stall": 1, "paid": {"axe": -1}, "cursed": "axe"},
        {"type": "visit", "stall": 1, "paid": {"axe": 4}, "cursed": "axe"},
        {"type": "visit", "stall": 1, "paid": {"gem": 1}, "cursed": "axe"},
        {"type": "visit", "stall": 1, "paid": ["axe"], "cursed": "axe"},
        {"type": "visit", "stall": 1, "paid": {"axe": 1}, "cursed": "wild"},
    ],
)
def test_malformed_actions_cant_be_read(written: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(written, GAME.Action)


def test_there_are_no_options() -> None:
    assert msgspec.convert({}, GAME.Options) == NoOptions()
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"house_rule": True}, GAME.Options)


def test_a_payment_has_every_kind_in_order() -> None:
    assert Payment.__struct_fields__ == KINDS


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
