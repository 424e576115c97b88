"""Knights against the dragon (ruling sheet, Battles, Battle)."""

from typing import Any

import pytest

from games.burnt_to_ashes import actions as do
from games.burnt_to_ashes.policy.odds import Fight, Stakes, outlook
from games.burnt_to_ashes.state import Battle, Spare, State
from games.plugin import Event
from tests.games.burnt_to_ashes.positions import GAME, act, lay, position, told

D, K, S, H = "dragon", "knight", "sword", "shield"
STOP, SPEND, TURN = do.Stop(), do.Spend(), do.Turn()


def attack(
    lands: int, *cards: str, arms: dict[int, str] | None = None, **fixed: Any
) -> tuple[State, list[Event]]:
    """The north attacks so many lands, and these knight cards are turned."""
    fixed = {"power": (0, 0), **fixed}
    state = position("1", "1", arms={0: "k"} if arms is None else arms, **fixed)
    return state, lay(state, "", "", outcomes=(str(lands), *cards))


def rights(state: State) -> list[Any]:
    return GAME.legal_actions(state, 0)


# -- who fights, and what comes of it -------------------------------------------------------------


def test_the_first_knight_in_flight_order_fights_and_winning_is_its_owners_strike() -> None:
    _, events = attack(4, D, D, D, K, K, K, arms={1: "k", 3: "k"})
    assert told(events, "battle") == [{"seat": 1, "land": 1}, {"seat": 1, "land": 3}]
    state, _ = attack(1, K, K, K, owners={1: [0]})
    assert (state.wounds, state.players[1].fresh) == ([1], 1)


def test_the_winner_takes_exactly_one_marker_off_and_whose_stays_fights_again() -> None:
    state, _ = attack(3, K, K, K)
    assert GAME.active_seats(state) == {0}
    assert rights(state) == [do.TakeOff(0), do.TakeOff(1), do.TakeOff(2)]
    events = act(state, 0, do.TakeOff(0))
    assert told(events, "burnt") == [{"lands": [1, 2], "owners": [1, 0]}]
    state, _ = attack(2, K, K, K)
    events = act(state, 0, do.TakeOff(1), K, K, K)  # another's; of four knights one is left
    assert told(events, "battle") == [{"seat": 0, "land": 0}]
    assert (state.strikes, state.lands[1].burnt) == (2, False)
    state, events = attack(1, K, K, K)
    assert told(events, "spared") == [{"seat": 0, "land": 0}]
    assert state.phase == "stone"


def test_losing_costs_knight_sword_and_shield_but_the_land_stands() -> None:
    state, events = attack(2, D, D, D, arms={0: "ksh"})
    land = state.lands[0]
    assert (land.knight, land.sword, land.shield, land.burnt) == (False, False, False, False)
    assert [state.out[arms] for arms in (K, S, H)] == [1, 1, 1]
    assert told(events, "burnt") == [{"lands": [1], "owners": [1]}]


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
        ("k", (D, H, H, H, H, S, D, K, D), "lost"),
    ],
)
def test_three_of_a_kind_end_a_battle_in_which_otherwise_nobody_is_asked(arms, cards, outcome):
    state, events = attack(1, *cards, arms={0: arms})
    assert (len(told(events, outcome)), state.phase) == (1, "stone")
    assert [card for event in told(events, "cards") for card in event["cards"]] == list(cards)


# -- shield and power -----------------------------------------------------------------------------


def test_a_shield_may_stop_after_its_third_card_which_takes_a_marker_off_and_earns_nothing():
    state, _ = attack(2, H, H, D, H, arms={0: "kh"})
    assert (GAME.active_seats(state), rights(state)) == ({0}, [STOP, TURN])
    state, _ = attack(2, H, H, H, arms={0: "kh"})
    act(state, 0, TURN, S, K, H)
    assert rights(state) == [STOP, TURN]
    state, _ = attack(2, H, H, H, arms={0: "kh"})
    act(state, 0, STOP)
    assert isinstance(state.pending[-1], Spare)
    act(state, 0, do.TakeOff(0))
    assert (state.wounds, state.players[0].fresh) == ([], 0)
    assert (state.lands[0].knight, state.lands[1].burnt) == (True, True)


def test_a_power_makes_two_dragons_void_and_is_asked_about_before_every_card() -> None:
    state, _ = attack(1, D, K, D, power=(2, 0))
    assert rights(state) == [SPEND, TURN]
    act(state, 0, SPEND, D, K, K)
    assert (state.players[0].power, state.out["power"], state.strikes) == (1, 1, 1)
    state, _ = attack(1, D, D, power=(1, 0))
    assert state.pending == [Battle(0, [D, D])]  # type: ignore[list-item]
    for card in (K, S, H):
        assert rights(state) == [SPEND, TURN]
        act(state, 0, TURN, card)
    assert rights(state) == [SPEND, TURN]


def test_power_helps_its_owner_again_but_not_against_a_third_dragon() -> None:
    state, _ = attack(1, D, D, power=(2, 0))
    act(state, 0, SPEND, D, D)
    assert rights(state) == [SPEND, TURN]
    act(state, 0, SPEND, D, K, K, K)
    assert (state.strikes, state.players[0].power) == (1, 0)
    state, _ = attack(1, D, D, power=(3, 0))
    act(state, 0, TURN, D)
    assert (state.lands[0].knight, state.players[0].power) == (False, 3)
    state, _ = attack(1, D, D, D, power=(0, 5))
    assert not state.lands[0].knight


def test_both_rights_at_once_are_stop_spend_and_turn() -> None:
    state, _ = attack(2, H, H, D, D, arms={0: "kh"}, power=(1, 0))
    act(state, 0, TURN, H)
    assert rights(state) == [STOP, SPEND, TURN]
    act(state, 0, SPEND)
    assert rights(state) == [STOP, TURN]
    act(state, 0, STOP)
    assert isinstance(state.pending[-1], Spare)


def test_the_whole_sequence_is_shown() -> None:
    state, events = attack(1, D, K, D, power=(1, 0))
    (first,) = told(events, "cards")
    assert first == {"seat": 0, "land": 0, "cards": [D, K, D], "before": 0}
    (more,) = told(act(state, 0, SPEND, H, K, K), "cards")
    assert more == {"seat": 0, "land": 0, "cards": [H, K, K], "before": 3}


def test_a_bare_knight_wins_as_often_as_the_sheet_says() -> None:
    stakes = Stakes(1.0, 0.0, 0.0, 0.0)
    fights = [
        Fight(sword, shield=False, power=power) for sword in (False, True) for power in (0, 1)
    ]
    assert [round(outlook(fight, stakes).win, 2) for fight in fights] == [0.2, 0.53, 0.32, 0.72]


def test_a_battle_is_a_turn_of_whoever_fights_for_clocks() -> None:
    state = position("1", "1", arms={0: "kh"}, owners={1: [0]}, power=(0, 0))
    lay(state, "", "", outcomes=("2", H, H, H))
    for action, cards, expected in ((TURN, (S, K, H), "battle"), (STOP, (), "stone")):
        turn = GAME.turn(state)
        assert turn is not None
        assert (turn.seat, turn.which.partition(" ")[0]) == (1, "battle")
        act(state, 1, action, *cards)
        turn = GAME.turn(state)
        assert turn is not None
        assert (turn.seat, turn.which.partition(" ")[0]) == (1, expected)
