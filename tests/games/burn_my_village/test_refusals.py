"""Every refusal, and that none is declared that can't happen."""

from typing import Any

import pytest

from games.burn_my_village.actions import DRAW, Payment, Visit
from games.burn_my_village.state import State
from games.plugin import FastChance, IllegalAction, render
from games.plugin.codec import pack
from games.plugin.text import Line
from tests.games.burn_my_village.tables import GAME, bribe, ended, table, visit


def refusal(state: State, action: Any, seat: int = 0) -> str:
    """The code of the refusal; its message is complete and the state untouched."""
    before = pack(state)
    with pytest.raises(IllegalAction) as refused:
        GAME.apply_action(state, seat, action, FastChance(1))
    assert pack(state) == before
    assert action not in GAME.legal_actions(state, seat)
    code = refused.value.code
    assert render(Line(GAME.refusals[code], refused.value.params))
    return code


def test_game_over() -> None:
    assert refusal(ended(["axe"], []), bribe("axe")) == "game-over"


def test_not_your_turn() -> None:
    assert refusal(table(["axe"], ["axe"]), bribe("axe"), seat=1) == "not-your-turn"
    assert refusal(table(["axe"], ["axe"], first=1), bribe("axe"), seat=0) == "not-your-turn"
    assert refusal(table(["axe"], ["axe"]), DRAW, seat=7) == "not-your-turn"


@pytest.mark.parametrize(
    "action",
    ["draw", bribe("wild"), bribe("gem"), visit(4), visit(-1)],
    ids=["text", "wild-as-treasure", "no-such-treasure", "stall-4", "stall--1"],
)
def test_unknown_action(action: Any) -> None:
    state = table(["wild", "axe"], [], stalls={3: ["axe"]})
    assert refusal(state, action) == "unknown-action"


@pytest.mark.parametrize(("count", "wilds"), [(0, 0), (-1, 2), (2, -1), (-1, 0)])
def test_nothing_offered(count: int, wilds: int) -> None:
    state = table(["axe"] * 3 + ["wild"] * 3, [], bribes=[{"axe": (1, 0)}])
    assert refusal(state, bribe("axe", count, wilds)) == "nothing-offered"


@pytest.mark.parametrize(
    "action",
    [
        bribe("axe", 2),
        bribe("crown", 1),
        bribe("axe", 1, 2),
        visit(2, "axe", "axe", curse="axe"),
        visit(3, "axe", "wild", "wild", curse="axe"),
    ],
)
def test_not_enough_cards(action: Any) -> None:
    state = table(["axe", "wild"], ["crown"], stalls={2: ["axe"], 3: ["axe"]})
    assert refusal(state, action) == "not-enough-cards"


def test_not_enough_cards_says_what_is_missing() -> None:
    with pytest.raises(IllegalAction) as refused:
        GAME.apply_action(table(["axe"], []), 0, bribe("axe", 3), FastChance(1))
    message = Line(GAME.refusals["not-enough-cards"], refused.value.params)
    assert render(message) == "That takes 3 of this kind (axe); you hold 1."


def test_wilds_alone() -> None:
    state = table(["wild"], [], bribes=[{"crown": (1, 0)}, {"axe": (1, 0)}])
    assert refusal(state, bribe("axe", 0, 1)) == "wilds-alone"


def test_empty_stall() -> None:
    state = table(["axe", "axe"], [], stalls={1: ["axe"]})
    assert refusal(state, visit(0)) == "empty-stall"
    assert refusal(state, visit(2, "axe", "axe", curse="axe")) == "empty-stall"


@pytest.mark.parametrize(
    "action",
    [
        visit(2, "axe", curse="axe"),
        visit(2, "axe", "axe", "axe", curse="axe"),
        visit(2),
        visit(0, "axe", curse="axe"),
        Visit(2, Payment(axe=3, wild=-1), "axe"),
    ],
)
def test_wrong_price(action: Any) -> None:
    state = table(["axe"] * 4, [], stalls={0: ["axe"], 2: ["axe"]})
    assert refusal(state, action) == "wrong-price"


@pytest.mark.parametrize("curse", [None, "axe", "wild"])
def test_coins_only(curse: str | None) -> None:
    state = table(["wild", "wild", "axe"], [], stalls={2: ["axe"]})
    assert refusal(state, visit(2, "wild", "wild", curse=curse)) == "coins-only"


def test_curse_missing() -> None:
    state = table(["axe", "wild"], [], stalls={1: ["axe"]})
    assert refusal(state, visit(1, "axe")) == "curse-missing"


@pytest.mark.parametrize(
    "action",
    [
        visit(2, "axe", "wild", curse="crown"),
        visit(2, "axe", "wild", curse="wild"),
        visit(2, "axe", "wild", curse="gem"),
        visit(0, curse="axe"),
    ],
)
def test_curse_unpaid(action: Any) -> None:
    state = table(["axe", "crown", "wild"], [], stalls={0: ["axe"], 2: ["axe"]})
    assert refusal(state, action) == "curse-unpaid"


def test_every_declared_refusal_has_its_test() -> None:
    tested = {name.removeprefix("test_").replace("_", "-") for name in globals()}
    assert set(GAME.refusals) <= tested
