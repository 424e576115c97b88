"""The JSON of actions, and the lists of legal ones against the rules' own judgment."""

from itertools import product
from typing import Any

import msgspec
import pytest

from games.burn_my_village.actions import DRAW, Action, Payment, Visit
from games.burn_my_village.components import KINDS, STALL_COSTS, TREASURES
from games.burn_my_village.state import State
from games.plugin import FastChance, IllegalAction, NoOptions
from games.plugin.codec import clone, plain
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


EVERY_ACTION = [
    DRAW,
    *(bribe(kind, n, w) for kind in TREASURES for n in range(4) for w in range(4)),
    *(
        Visit(stall, Payment(axe=axe, crown=crown, wild=wild), cursed)
        for stall in STALL_COSTS
        for axe, crown, wild in product(range(4), repeat=3)
        for cursed in (None, "axe", "crown", "sword")
    ),
]

POSITIONS = {
    "mixed hand": table(
        ["axe"] * 2 + ["crown"] + ["wild"] * 2,
        [],
        bribes=[{"crown": (1, 0)}, {"axe": (2, 0)}],
        stalls={stall: ["sword"] for stall in range(4)},
        deck=["axe"] * 9,
    ),
    "coins only": table(["wild"] * 3, [], stalls={0: "axe", 2: "axe"}, deck="axe"),
    "many of a kind": table(["axe"] * 3, [], stalls={1: "axe", 3: "axe"}, deck=[]),
    "nothing": table("", "axe", deck=[]),
    "no stalls": table("crown wild", "", bribes=[{"sword": (1, 1)}], deck="wild"),
}


def accepts(state: State, action: Action) -> bool:
    try:
        GAME.apply_action(clone(state), 0, action, FastChance(1))
    except IllegalAction:
        return False
    return True


@pytest.mark.parametrize("position", POSITIONS)
def test_the_rules_accept_exactly_the_listed_actions(position: str) -> None:
    state: State = POSITIONS[position]
    accepted = {action for action in EVERY_ACTION if accepts(state, action)}
    assert accepted == set(GAME.legal_actions(state, 0))


def test_the_list_is_ordered_bribes_then_stalls_from_the_dearest_then_the_draw() -> None:
    state = POSITIONS["mixed hand"]
    groups: list[Any] = []
    for action in GAME.legal_actions(state, 0):
        group = getattr(action, "treasure", getattr(action, "stall", "draw"))
        if group not in groups:
            groups.append(group)
    assert groups == ["axe", "crown", 3, 2, 1, 0, "draw"]
