"""Spending what is left (ruling sheet, A round, 3)."""

from typing import Any

import pytest

from games.burnt_to_ashes import actions as do
from games.burnt_to_ashes.state import Placing, State
from games.plugin import SPECTATOR
from games.plugin.events import project
from tests.games.burnt_to_ashes.positions import GAME, act, position, told

K = ("knight", "knight", "knight")


def market(*hands: str, **fixed: Any) -> State:
    """Purchasing begins; another land of seat 0 holds a knight, so that the game goes on."""
    fixed = {"arms": {2: "k"}, "owners": {0: [2]}, **fixed}
    return position(*hands, phase="buy", stone=None, attack=4, cards="1234", **fixed)


def owning(*lands: int) -> dict[int, list[int]]:
    """Seat 0 owns these lands and no others."""
    return {0: [*lands], 1: [land for land in range(24) if land not in lands]}


# -- buying and looking ---------------------------------------------------------------------------


def test_from_the_regent_clockwise_each_in_turn_finishes() -> None:
    state = market("1", "1", "1", regent=1, to_act=1)
    for seat in (1, 2):
        assert GAME.active_seats(state) == {seat}
        act(state, seat, do.Done())
    assert GAME.active_seats(state) == {0}


def test_2_buys_the_top_counter_of_an_own_pile() -> None:
    state = market("2", "1", power=(1, 0))
    (event, *_) = act(state, 0, do.Buy(4), "power")
    assert event.data == {"seat": 0, "land": 4, "counter": "power"}
    assert (state.lands[4].size, state.purse) == (2, 0)
    assert GAME.observation(state, SPECTATOR).seats[0].power == 2, "bought power is kept"
    assert GAME.active_seats(state) == {0}, "whether they are done"
    assert GAME.legal_actions(state, 0) == [do.Done()]


def test_1_looks_at_an_own_pile_which_is_put_in_any_order() -> None:
    state = market("3", "1")
    (event,) = act(state, 0, do.Look(0), "power", "attack", "knight", "sword")
    assert project(event, 0).data["counters"] == ["power", "attack", "knight", "sword"]
    assert (state.purse, len(GAME.legal_actions(state, 0))) == (2, 24)
    act(state, 0, do.Arrange(("knight", "sword", "power", "attack")))
    assert state.lands[0].known == ["knight", "sword", "power", "attack"]
    act(state, 0, do.Buy(0))
    assert state.lands[0].known == ["sword", "power", "attack"]
    state = market("3", "1", known={4: ["power"]})
    act(state, 0, do.Look(4))
    assert state.pending == []


@pytest.mark.parametrize(
    ("pile", "orders"), [(("power", "power", "knight"), 3), (("power", "power", "power"), 1)]
)
def test_like_counters_have_no_order_among_themselves(pile: tuple[str, ...], orders: int) -> None:
    state = market("3", "1")
    act(state, 0, do.Look(4), *pile)
    actions = GAME.legal_actions(state, 0)
    assert len(actions) == orders
    assert all(isinstance(action, do.Arrange) for action in actions)


def test_one_buys_as_often_as_one_can_and_the_rest_goes_back_unseen() -> None:
    state = market("113", "1")
    act(state, 0, do.Buy(4), "power")
    assert state.purse == 3
    act(state, 0, do.Look(4), "power", "sword")
    act(state, 0, do.Arrange(("sword", "power")))
    act(state, 0, do.Buy(4))
    assert state.purse == 0
    state = market("x13", "1")
    (event, *_) = act(state, 0, do.Done())
    assert (event.data, event.private) == ({"seat": 0, "cards": 3, "spent": 0}, {})
    assert GAME.observation(state, 0).seats[0].returned == [1, 1, 0, 1]
    seen = GAME.observation(state, 1).seats[0]
    assert (seen.returned, seen.returned_size) == (None, 3)


@pytest.mark.parametrize(
    ("hand", "pile", "asked"), [("x", 3, 1), ("xx", 3, 1), ("1", 3, 1), ("", 3, 2), ("1", 0, 2)]
)
def test_asked_is_everyone_who_holds_a_gold_card_and_owns_a_pile(hand, pile, asked):
    state = market("1", hand, "1")
    for land in state.lands:
        land.size = pile if land.owner == 1 else land.size
    act(state, 0, do.Done())
    assert GAME.active_seats(state) == {asked}
    assert do.Done() in GAME.legal_actions(state, asked), "even if nothing else is possible"


def test_buying_and_looking_make_49_choices_at_most() -> None:
    state = position("111", owners={}, phase="buy", stone=None, arms={0: "k"})
    assert len(GAME.legal_actions(state, 0)) == 49


# -- arms -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("arms", ["knight", "sword", "shield"])
def test_arms_go_at_once_to_an_own_land_of_choice_without_one(arms: Any) -> None:
    state = market("2", "1", owners=owning(4, 5, 6), arms={5: "ksh"})
    act(state, 0, do.Buy(4), arms)
    assert state.pending == [Placing(0, arms)]
    assert GAME.legal_actions(state, 0) == [do.Place(4), do.Place(6)]
    act(state, 0, do.Place(6))
    assert state.lands[6].has(arms)


def test_a_single_place_is_nobodys_choice_and_without_any_a_counter_leaves_the_game() -> None:
    state = market("22", "1", owners=owning(4, 5), arms={5: "ks"})
    for arms, knight in (("sword", False), ("knight", True)):
        act(state, 0, do.Buy(4), arms)
        assert (state.lands[4].sword, state.lands[4].knight) == (True, knight)
    state = market("2", "1", owners=owning(4, 5), arms={4: "k", 5: "k"})
    before = GAME.pieces(state)
    events = act(state, 0, do.Buy(4), "knight")
    assert GAME.pieces(state) == before
    assert told(events, "no-room") == [{"seat": 0, "arms": "knight"}]
    assert state.out["knight"] == 1


# -- bought attacks -------------------------------------------------------------------------------


def test_a_bought_dragon_attack_burns_a_land_without_a_knight_and_its_pile() -> None:
    state = market("2", "1")
    events = act(state, 0, do.Buy(4), "attack")
    assert told(events, "burnt") == [{"lands": [4], "owners": [0]}]
    assert (state.lands[4].pile, state.out["attack"]) == (0, 1)
    assert GAME.active_seats(state) == {0}
    state = market("2", "1", arms={}, burnt=tuple(n for n in range(24) if n != 4))
    act(state, 0, do.Buy(4), "attack")
    assert state.ending == "no-land", "the last land"


def test_a_knight_fights_a_bought_dragon_attack_and_may_strike_or_be_lost() -> None:
    state = market("2", "1")
    act(state, 0, do.Buy(2), "attack", *K)
    assert (state.wounds, state.lands[2].knight, state.lands[2].pile) == ([0], True, 2)
    assert do.TakeOff(2) not in GAME.legal_actions(state, 0), "no marker is left"
    state = market("2", "1", mode="team", wounds=[1] * 6)
    act(state, 0, do.Buy(2), "attack", *K)
    assert state.ending == "slain", "the seventh strike"
    state = market("2", "1")
    act(state, 0, do.Buy(2), "attack", "dragon", "dragon", "dragon")
    land = state.lands[2]
    assert (land.knight, land.burnt, land.pile) == (False, False, 2)
