"""Spending what is left (ruling sheet, A round, 3)."""

from typing import Any

import pytest

from games.burnt_to_ashes.actions import Arrange, Buy, Done, Look, Place, TakeOff
from games.burnt_to_ashes.state import Placing, State
from games.plugin import SPECTATOR
from games.plugin.events import project
from tests.games.burnt_to_ashes.positions import GAME, act, position, told


def market(*hands: str, **fixed: Any) -> State:
    """Purchasing begins; another land of seat 0 holds a knight, so that the game goes on."""
    fixed = {"arms": {2: "k"}, "owners": {0: [2]}, **fixed}
    return position(*hands, phase="buy", stone=None, attack=4, cards="1234", **fixed)


def test_from_the_regent_clockwise_each_in_turn_finishes() -> None:
    state = market("1", "1", "1", regent=1, to_act=1)
    for seat in (1, 2):
        assert GAME.active_seats(state) == {seat}
        act(state, seat, Done())
    assert GAME.active_seats(state) == {0}


def test_2_buys_the_top_counter_of_an_own_pile() -> None:
    state = market("2", "1")
    (event, *_) = act(state, 0, Buy(4), "power")
    assert event.data == {"seat": 0, "land": 4, "counter": "power"}
    assert (state.lands[4].size, state.purse) == (2, 0)


def test_1_looks_at_an_own_pile() -> None:
    state = market("3", "1")
    (event,) = act(state, 0, Look(4), "power", "attack", "knight")
    assert project(event, 0).data["counters"] == ["power", "attack", "knight"]
    assert state.purse == 2


def test_a_pile_looked_at_is_put_in_any_order() -> None:
    state = market("3", "1")
    act(state, 0, Look(0), "power", "attack", "knight", "sword")
    assert len(GAME.legal_actions(state, 0)) == 24
    act(state, 0, Arrange(("knight", "sword", "power", "attack")))
    assert state.lands[0].known == ["knight", "sword", "power", "attack"]
    act(state, 0, Buy(0))
    assert state.lands[0].known == ["sword", "power", "attack"]


def test_like_counters_have_no_order_among_themselves() -> None:
    state = market("3", "1")
    act(state, 0, Look(4), "power", "power", "knight")
    assert len(GAME.legal_actions(state, 0)) == 3


def test_a_pile_of_alike_counters_is_put_in_order_too() -> None:
    state = market("3", "1")
    act(state, 0, Look(4), "power", "power", "power")
    assert GAME.legal_actions(state, 0) == [Arrange(("power", "power", "power"))]


def test_a_single_counter_needs_no_order() -> None:
    state = market("3", "1", known={4: ["power"]})
    act(state, 0, Look(4))
    assert state.pending == []


def test_one_buys_and_looks_any_number_of_times() -> None:
    state = market("11111", "1")
    act(state, 0, Buy(4), "power")
    act(state, 0, Look(4), "power", "sword")
    act(state, 0, Arrange(("sword", "power")))
    act(state, 0, Buy(4))
    assert state.purse == 0


def test_change_is_always_available() -> None:
    state = market("3", "1")
    act(state, 0, Buy(4), "power")
    assert state.purse == 1
    assert Look(4) in GAME.legal_actions(state, 0)


def test_what_is_not_spent_goes_back_unseen() -> None:
    state = market("x13", "1")
    (event, *_) = act(state, 0, Done())
    assert (event.data, event.private) == ({"seat": 0, "cards": 3, "spent": 0}, {})
    assert GAME.observation(state, 0).seats[0].returned == [1, 1, 0, 1]
    seen = GAME.observation(state, 1).seats[0]
    assert (seen.returned, seen.returned_size) == (None, 3)


@pytest.mark.parametrize("hand", ["x", "xx", "1"])
def test_asked_is_everyone_who_holds_a_gold_card_even_if_only_done_is_possible(hand: str) -> None:
    state = market("1", hand)
    act(state, 0, Done())
    assert GAME.active_seats(state) == {1}
    assert Done() in GAME.legal_actions(state, 1)


def test_who_holds_no_gold_card_is_not_asked() -> None:
    state = market("1", "", "1")
    act(state, 0, Done())
    assert GAME.active_seats(state) == {2}


def test_who_owns_no_pile_is_not_asked() -> None:
    state = market("1", "1", "1", owners={0: list(range(1, 24, 3))})
    for land in state.lands:
        if land.owner == 1:
            land.size = 0
    act(state, 0, Done())
    assert GAME.active_seats(state) == {2}


def test_who_has_spent_all_is_still_asked_whether_they_are_done() -> None:
    state = market("2", "1")
    act(state, 0, Buy(4), "power")
    assert GAME.active_seats(state) == {0}
    assert GAME.legal_actions(state, 0) == [Done()]


def test_bought_power_is_kept() -> None:
    state = market("2", "1", power=(1, 0))
    act(state, 0, Buy(4), "power")
    assert GAME.observation(state, SPECTATOR).seats[0].power == 2


@pytest.mark.parametrize("arms", ["knight", "sword", "shield"])
def test_arms_go_at_once_to_an_own_land_of_choice_without_one(arms: str) -> None:
    owners = {0: [4, 5, 6], 1: [n for n in range(24) if n not in (4, 5, 6)]}
    state = market("2", "1", owners=owners, arms={5: "ksh"})
    act(state, 0, Buy(4), arms)
    assert state.pending == [Placing(0, arms)]  # type: ignore[arg-type]
    assert GAME.legal_actions(state, 0) == [Place(4), Place(6)]
    act(state, 0, Place(6))
    assert state.lands[6].has(arms)  # type: ignore[arg-type]


def test_a_single_place_is_nobodys_choice() -> None:
    owners = {0: [4, 5], 1: [n for n in range(24) if n not in (4, 5)]}
    state = market("2", "1", owners=owners, arms={5: "k"})
    act(state, 0, Buy(4), "knight")
    assert state.lands[4].knight


def test_an_unaccompanied_sword_waits_for_a_knight() -> None:
    owners = {0: [4, 5], 1: [n for n in range(24) if n not in (4, 5)]}
    state = market("22", "1", owners=owners, arms={5: "ks"})
    act(state, 0, Buy(4), "sword")
    assert (state.lands[4].sword, state.lands[4].knight) == (True, False)
    act(state, 0, Buy(4), "knight")
    assert (state.lands[4].sword, state.lands[4].knight) == (True, True)


def test_with_nowhere_to_go_a_counter_leaves_the_game() -> None:
    owners = {0: [4, 5], 1: [n for n in range(24) if n not in (4, 5)]}
    state = market("2", "1", owners=owners, arms={4: "k", 5: "k"})
    before = GAME.pieces(state)
    events = act(state, 0, Buy(4), "knight")
    assert GAME.pieces(state) == before
    assert told(events, "no-room") == [{"seat": 0, "arms": "knight"}]
    assert state.out["knight"] == 1


def test_a_bought_dragon_attack_burns_a_land_without_a_knight_and_its_pile() -> None:
    state = market("2", "1")
    events = act(state, 0, Buy(4), "attack")
    assert told(events, "burnt") == [{"lands": [4], "owners": [0]}]
    assert (state.lands[4].pile, state.out["attack"]) == (0, 1)
    assert GAME.active_seats(state) == {0}


def test_a_knight_fights_a_bought_dragon_attack_and_may_strike() -> None:
    state = market("2", "1")
    act(state, 0, Buy(2), "attack", "knight", "knight", "knight")
    assert state.wounds == [0]
    assert state.lands[2].knight
    assert state.lands[2].pile == 2


def test_a_bought_dragon_attack_may_bring_the_seventh_strike() -> None:
    state = market("2", "1", mode="team", wounds=[1] * 6)
    act(state, 0, Buy(2), "attack", "knight", "knight", "knight")
    assert state.ending == "slain"


def test_a_lost_fight_leaves_land_and_remaining_pile() -> None:
    state = market("2", "1")
    act(state, 0, Buy(2), "attack", "dragon", "dragon", "dragon")
    assert not state.lands[2].knight
    assert (state.lands[2].burnt, state.lands[2].pile) == (False, 2)


def test_the_last_land_burnt_by_a_purchase_ends_the_game() -> None:
    state = market("2", "1", arms={}, burnt=tuple(n for n in range(24) if n != 4))
    act(state, 0, Buy(4), "attack")
    assert state.ending == "no-land"


def test_buying_and_looking_make_49_choices_at_most() -> None:
    state = position("111", owners={}, phase="buy", stone=None, arms={0: "k"})
    assert len(GAME.legal_actions(state, 0)) == 49


def test_no_marker_is_left_to_take_off_after_a_bought_attack() -> None:
    state = market("2", "1")
    act(state, 0, Buy(2), "attack", "knight", "knight", "knight")
    assert TakeOff(2) not in GAME.legal_actions(state, 0)
