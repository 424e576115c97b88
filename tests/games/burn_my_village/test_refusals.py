"""Every refusal, and that none is declared that can't happen."""

from typing import Any

import pytest

from games.burn_my_village.actions import DRAW, Payment, Visit
from games.plugin import FastChance, IllegalAction, render
from games.plugin.text import Line
from tests.games.burn_my_village.tables import GAME, bribe, ended, table, visit
from tests.support.refusals import refusal

OWN_AXE = [{"axe": (1, 0)}]

# By code: a position, and actions that are refused in it.
REFUSED: dict[str, tuple[Any, list[Any]]] = {
    "game-over": (ended("axe", ""), [bribe("axe")]),
    "not-your-turn": (table("axe", "axe", first=1), [bribe("axe"), DRAW]),
    "unknown-action": (
        table("wild axe", "", stalls={3: "axe"}),
        ["draw", bribe("wild"), visit(4), visit(-1)],
    ),
    "nothing-offered": (
        table("axe axe axe wild wild wild", "", bribes=OWN_AXE),
        [bribe("axe", *counts) for counts in ((0, 0), (-1, 2), (2, -1))],
    ),
    "not-enough-cards": (
        table("axe wild", "crown", stalls={3: "axe"}),
        [bribe("axe", 2), bribe("axe", 1, 2), visit(3, "axe wild wild", curse="axe")],
    ),
    "wilds-alone": (
        table("wild", "", bribes=[{"crown": (1, 0)}, {"axe": (1, 0)}]),
        [bribe("axe", 0, 1)],
    ),
    "empty-stall": (table("axe", "", stalls={1: "axe"}), [visit(0)]),
    "wrong-price": (
        table("axe axe axe axe", "", stalls={0: "axe", 2: "axe"}),
        [
            visit(2, "axe", curse="axe"),
            visit(2, "axe axe axe", curse="axe"),
            visit(0, "axe", curse="axe"),
            Visit(2, Payment(axe=3, wild=-1), "axe"),
        ],
    ),
    "coins-only": (table("wild wild", "", stalls={2: "axe"}), [visit(2, "wild wild", curse="axe")]),
    "curse-missing": (table("axe wild", "", stalls={1: "axe"}), [visit(1, "axe")]),
    "curse-unpaid": (
        table("axe crown wild", "", stalls={0: "axe", 2: "axe"}),
        [visit(2, "axe wild", curse="crown"), visit(0, curse="axe")],
    ),
}


@pytest.mark.parametrize("code", REFUSED)
def test_refusal(code: str) -> None:
    state, actions = REFUSED[code]
    assert [refusal(GAME, state, action) for action in actions] == [code] * len(actions)


def test_not_enough_cards_says_what_is_missing() -> None:
    with pytest.raises(IllegalAction) as refused:
        GAME.apply_action(table("axe", ""), 0, bribe("axe", 3), FastChance(1))
    message = Line(GAME.refusals["not-enough-cards"], refused.value.params)
    assert render(message) == "That takes 3 of this kind (axe); you hold 1."


def test_a_seat_that_isnt_there_has_no_turn() -> None:
    assert refusal(GAME, table("axe", "axe"), DRAW, seat=7) == "not-your-turn"


def test_every_declared_refusal_has_its_test() -> None:
    assert set(GAME.refusals) <= REFUSED.keys()
