"""Every refusal, and that none is declared that can't happen."""

from typing import Any

import pytest

from games.burnt_to_ashes import actions as do
from games.burnt_to_ashes.state import Arranging, Battle, Naming, Options, Placing, Spare, State
from games.plugin import FastChance, Seating
from tests.games.burnt_to_ashes.positions import GAME, position
from tests.support.refusals import refusal


def claiming() -> State:
    state = GAME.setup(Options(), Seating(2, 0), FastChance(1))
    state.lands[3].owner = 1
    return state


def market(hand: str = "3", **fixed: Any) -> State:
    return position(hand, "1", phase="buy", stone=None, **fixed)


def fighting(*turned: str, arms: str = "k") -> State:
    battle = Battle(0, list(turned))  # type: ignore[arg-type]
    return position("1", "1", arms={0: arms}, attacked=[0, 1], pending=[battle], stone=None)


def pending(top: Any, **fixed: Any) -> State:
    return position("1", "1", stone=None, phase="buy", pending=[top], **fixed)


REFUSED: dict[str, tuple[State, Any]] = {
    "game-over": (position("1", "1", ending="no-knight"), do.Lay()),
    "not-your-turn": (position("1", "1", to_act=1, attack=1), do.Lay()),
    "not-now": (position("1", "1"), do.Done()),
    "unknown-action": (position("1", "1"), "nonsense"),
    "land-taken": (claiming(), do.Claim(3)),
    "not-your-land": (market(), do.Buy(1)),
    "burnt": (market(burnt=(2,)), do.Look(2)),
    "one-of-each": (pending(Placing(0, "sword"), arms={4: "s"}), do.Place(4)),
    "card-open": (position("1", "1", phase="stone", stone=None, cards="1yyy"), do.Aim(0)),
    "gold-missing": (position("1", "1"), do.Lay(one=2)),
    "xs-later": (position("x" + "1" * 16, "1"), do.Lay(x=1)),
    "xs-alone": (position("x1"), do.Lay(x=1)),
    "pile-empty": (market(known={4: []}), do.Look(4)),
    "too-dear": (market("1"), do.Buy(4)),
    "wrong-counters": (
        pending(Arranging(0, 4), known={4: ["power", "sword"]}),
        do.Arrange(("power", "power")),
    ),
    "no-shield-to-stop": (fighting("shield", "shield", "dragon", "dragon", arms="kh"), do.Stop()),
    "nothing-to-spend": (fighting("dragon", "dragon"), do.Spend()),
    "not-attacked": (pending(Spare(0), attacked=[0, 1]), do.TakeOff(2)),
    "not-tied": (pending(Naming([0, 1])), do.Crown(3)),
}


@pytest.mark.parametrize("code", REFUSED)
def test_refusal(code: str) -> None:
    state, action = REFUSED[code]
    assert refusal(GAME, state, action) == code


def test_every_declared_refusal_has_its_case() -> None:
    assert set(GAME.refusals) == set(REFUSED)


def test_xs_come_in_their_own_step() -> None:
    state = position("xx" + "1" * 15, "1")
    GAME.apply_action(state, 0, do.Lay(one=1), FastChance(1))
    assert refusal(GAME, state, do.LayXs(3)) == "gold-missing"
    assert refusal(GAME, state, do.Lay()) == "not-now"


@pytest.mark.parametrize(
    ("cards", "arms"),
    [("shield shield shield dragon dragon", "kh"), ("dragon dragon shield shield shield", "k")],
    ids=["the third shield must be the last card", "no shield, no stop"],
)
def test_when_one_may_not_stop(cards: str, arms: str) -> None:
    state = fighting(*cards.split(), arms=arms)
    assert refusal(GAME, state, do.Stop()) == "no-shield-to-stop"


def test_a_claim_of_another_seat_waits() -> None:
    assert refusal(GAME, claiming(), do.Claim(0), seat=1) == "not-your-turn"
