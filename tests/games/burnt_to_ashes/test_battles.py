"""Knights against the dragon (ruling sheet, Battles, Battle)."""

from typing import Any

import pytest

from games.burnt_to_ashes.actions import Spend, Stop, TakeOff, Turn
from games.burnt_to_ashes.state import Battle, Spare, State
from games.plugin import Event
from tests.games.burnt_to_ashes.positions import GAME, act, lay, position, told

D, K, S, H = "dragon", "knight", "sword", "shield"


def attack(
    lands: int, *cards: str, arms: dict[int, str] | None = None, **fixed: Any
) -> tuple[State, list[Event]]:
    """The north attacks so many lands, and these knight cards are turned."""
    fixed = {"power": (0, 0), **fixed}
    state = position("1", "1", arms={0: "k"} if arms is None else arms, **fixed)
    return state, lay(state, "", "", outcomes=(str(lands), *cards))


def test_the_first_land_with_a_knight_in_flight_order_fights() -> None:
    _, events = attack(4, D, D, D, K, K, K, arms={1: "k", 3: "k"})
    assert told(events, "battle") == [{"seat": 1, "land": 1}, {"seat": 1, "land": 3}]


def test_winning_brings_a_strike_to_the_knights_owner() -> None:
    state, _ = attack(1, K, K, K, arms={0: "k"}, owners={1: [0]})
    assert state.wounds == [1]
    assert state.players[1].fresh == 1


def test_the_winner_must_take_exactly_one_attack_marker_off() -> None:
    state, _ = attack(3, K, K, K)
    assert GAME.active_seats(state) == {0}
    assert GAME.legal_actions(state, 0) == [TakeOff(0), TakeOff(1), TakeOff(2)]


def test_the_marker_may_be_anothers() -> None:
    state, _ = attack(2, K, K, K)
    act(state, 0, TakeOff(1), D, D, D)
    assert not state.lands[1].burnt


def test_a_knight_whose_marker_stays_fights_again_at_once() -> None:
    state, _ = attack(2, K, K, K)
    events = act(state, 0, TakeOff(1), K, K, K)
    assert told(events, "battle") == [{"seat": 0, "land": 0}]
    assert state.strikes == 2


def test_a_single_marker_goes_without_asking() -> None:
    state, events = attack(1, K, K, K)
    assert told(events, "spared") == [{"seat": 0, "land": 0}]
    assert state.phase == "stone"


def test_losing_costs_knight_sword_and_shield_but_the_land_stands() -> None:
    state, events = attack(2, D, D, D, arms={0: "ksh"})
    land = state.lands[0]
    assert (land.knight, land.sword, land.shield, land.burnt) == (False, False, False, False)
    assert [state.out[arms] for arms in (K, S, H)] == [1, 1, 1]
    assert told(events, "burnt") == [{"lands": [1], "owners": [1]}]


def test_every_land_still_marked_burns_after_the_battles() -> None:
    state, _ = attack(3, K, K, K)
    events = act(state, 0, TakeOff(0))
    assert told(events, "burnt") == [{"lands": [1, 2], "owners": [1, 0]}]


def test_all_20_cards_are_shuffled_for_every_battle() -> None:
    state, _ = attack(2, K, K, K)
    act(state, 0, TakeOff(1), K, K, K)  # of four knights only one would be left
    assert state.strikes == 2


@pytest.mark.parametrize(
    ("arms", "cards", "outcome"),
    [
        ("k", (D, D, D), "lost"),
        ("k", (D, K, D, K, K), "won"),
        ("k", (K, S, K, S, D, H, D, D), "lost"),
        ("k", (S, S, S, D, D, D), "lost"),
        ("ks", (S, S, D, S), "won"),
        ("ks", (S, H, H, H, H, S, D, S), "won"),
        ("k", (H, H, H, H, K, K, K), "won"),
    ],
)
def test_three_of_a_kind_end_a_battle(arms: str, cards: tuple[str, ...], outcome: str) -> None:
    _, events = attack(1, *cards, arms={0: arms})
    assert len(told(events, outcome)) == 1
    assert [card for event in told(events, "cards") for card in event["cards"]] == list(cards)


def test_a_shield_may_stop_right_after_its_third_card() -> None:
    state, _ = attack(2, H, H, D, H, arms={0: "kh"})
    assert GAME.active_seats(state) == {0}
    assert GAME.legal_actions(state, 0) == [Stop(), Turn()]


def test_a_later_shield_card_may_stop_again() -> None:
    state, _ = attack(2, H, H, H, arms={0: "kh"})
    act(state, 0, Turn(), S, K, H)
    assert GAME.legal_actions(state, 0) == [Stop(), Turn()]


def test_stopping_takes_a_marker_off_but_earns_neither_strike_nor_status() -> None:
    state, _ = attack(2, H, H, H, arms={0: "kh"})
    act(state, 0, Stop())
    assert isinstance(state.pending[-1], Spare)
    act(state, 0, TakeOff(0))
    assert (state.wounds, state.players[0].fresh) == ([], 0)
    assert state.lands[0].knight
    assert state.lands[1].burnt


def test_a_power_makes_two_dragons_void() -> None:
    state, _ = attack(1, D, K, D, power=(2, 0))
    assert GAME.legal_actions(state, 0) == [Spend(), Turn()]
    act(state, 0, Spend(), D, K, K)
    assert state.players[0].power == 1
    assert state.out["power"] == 1
    assert state.strikes == 1


def test_power_is_asked_about_before_every_further_card() -> None:
    state, _ = attack(1, D, D, power=(1, 0))
    for card in (K, S, H):
        assert GAME.legal_actions(state, 0) == [Spend(), Turn()]
        act(state, 0, Turn(), card)
    assert GAME.legal_actions(state, 0) == [Spend(), Turn()]


def test_power_helps_again_if_two_more_dragons_come() -> None:
    state, _ = attack(1, D, D, power=(2, 0))
    act(state, 0, Spend(), D, D)
    assert GAME.legal_actions(state, 0) == [Spend(), Turn()]
    act(state, 0, Spend(), D, K, K, K)
    assert (state.strikes, state.players[0].power) == (1, 0)


def test_a_third_dragon_cant_be_undone() -> None:
    state, _ = attack(1, D, D, power=(3, 0))
    act(state, 0, Turn(), D)
    assert not state.lands[0].knight
    assert state.players[0].power == 3


def test_only_the_owners_power_helps() -> None:
    state, _ = attack(1, D, D, D, power=(0, 5))
    assert not state.lands[0].knight


def test_both_rights_at_once_are_stop_spend_and_turn() -> None:
    state, _ = attack(2, H, H, D, D, arms={0: "kh"}, power=(1, 0))
    act(state, 0, Turn(), H)
    assert GAME.legal_actions(state, 0) == [Stop(), Spend(), Turn()]


def test_after_spending_one_may_still_stop_or_turn() -> None:
    state, _ = attack(2, H, H, D, D, arms={0: "kh"}, power=(1, 0))
    act(state, 0, Turn(), H)
    act(state, 0, Spend())
    assert GAME.legal_actions(state, 0) == [Stop(), Turn()]
    act(state, 0, Stop())
    assert isinstance(state.pending[-1], Spare)


def test_otherwise_cards_are_turned_without_asking() -> None:
    state, events = attack(1, D, H, H, H, H, S, D, K, D)
    assert len(told(events, "lost")) == 1
    assert state.phase == "stone"


def test_the_whole_sequence_is_shown() -> None:
    state, events = attack(1, D, K, D, power=(1, 0))
    (first,) = told(events, "cards")
    assert first == {"seat": 0, "land": 0, "cards": [D, K, D], "before": 0}
    (more,) = told(act(state, 0, Spend(), H, K, K), "cards")
    assert more == {"seat": 0, "land": 0, "cards": [H, K, K], "before": 3}


def test_a_bare_knight_wins_as_often_as_the_sheet_says() -> None:
    from games.burnt_to_ashes.policy.odds import Fight, Stakes, outlook

    stakes = Stakes(1.0, 0.0, 0.0, 0.0)
    chances = [
        round(outlook(Fight(sword, shield=False, power=power), stakes).win, 2)
        for sword in (False, True)
        for power in (0, 1)
    ]
    assert chances == [0.2, 0.53, 0.32, 0.72]


def test_a_battle_waits_on_the_pending_stack() -> None:
    state, _ = attack(1, D, D, power=(1, 0))
    assert state.pending == [Battle(0, [D, D])]  # type: ignore[list-item]


def test_a_battle_is_a_turn_of_whoever_fights_for_clocks() -> None:
    state = position("1", "1", arms={0: "kh"}, owners={1: [0]}, power=(0, 0))
    seats = []
    for said in (None, Turn(), Stop()):
        if said is None:
            lay(state, "", "", outcomes=("2", H, H, H))
        else:
            act(state, 1, said, *((S, K, H) if isinstance(said, Turn) else ()))
        turn = GAME.turn(state)
        assert turn is not None
        seats.append((turn.seat, turn.which.partition(" ")[0]))
    assert seats == [(1, "battle"), (1, "battle"), (1, "stone")]
