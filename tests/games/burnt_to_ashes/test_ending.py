"""How a round and the game end (ruling sheet, A round, 4; End)."""

from typing import Any

import pytest

from games.burnt_to_ashes.actions import Buy, Crown, Done
from games.burnt_to_ashes.state import State
from games.plugin import SPECTATOR, Event, Line, render
from tests.games.burnt_to_ashes.positions import GAME, act, position, told

DECK = [0] * 4 + [1] * 17 + [2] * 2 + [3]
K = "knight"
WIN = ("attack", K, K, K)


def last_purchase(**fixed: Any) -> State:
    return position("1", "", phase="buy", stone=None, attack=4, cards="1234", **fixed)


def slain(*piles: str, mode: str = "crown", **fixed: Any) -> tuple[State, list[Event]]:
    """Seat 0 buys an attack on land 0 and wins the seventh strike; `piles` are turned after it.

    Unless told otherwise, the seats own a land each, everything else is burnt.
    """
    fixed = {"owners": {0: [0], 1: [1]}, "burnt": tuple(range(2, 24)), "wounds": [0] * 6, **fixed}
    state = position("2", "1", arms={0: K[0]}, phase="buy", stone=None, mode=mode, **fixed)
    return state, act(state, 0, Buy(0), *WIN, *piles)


def told_of(tie_break: Line | None) -> str:
    assert tie_break is not None
    return render(tie_break, ["Ann", "Ben"])


def test_without_a_knight_on_any_land_after_purchasing_the_dragon_wins() -> None:
    state = last_purchase()
    act(state, 0, Done())
    assert state.ending == "no-knight"
    result = GAME.result(state)
    assert result is not None
    assert {(seat.outcome, seat.rank, seat.score) for seat in result.seats} == {("lost", 1, 0)}
    assert [seat["lands"] for seat in GAME.statistics(state)["seats"]] == [0, 0]  # none is saved


def test_knights_in_piles_dont_count() -> None:
    state = last_purchase(known={0: ["knight", "knight"]})
    act(state, 0, Done())
    assert state.ending == "no-knight"


def test_the_outcome_is_checked_once_after_the_last_purchase() -> None:
    state = position("1", "2", phase="buy", stone=None, attack=4, cards="1234")
    act(state, 0, Done())
    assert state.ending is None
    act(state, 1, Buy(1), "knight")
    act(state, 1, GAME.legal_actions(state, 1)[0])
    act(state, 1, Done(), DECK, [False, False, False, True])
    assert state.ending is None


@pytest.mark.parametrize(("round_", "red"), [(1, 1), (3, 3), (4, 4), (6, 4)])
def test_the_lowest_yellow_card_gives_way_to_the_lowest_red_one(round_: int, red: int) -> None:
    state = last_purchase(arms={0: "k"}, round=round_)
    backs = [False] * (4 - red) + [True] * red
    act(state, 0, Done(), DECK, backs[::-1])
    assert [card.red for card in state.cards] == backs[::-1]
    assert [card.number for card in state.cards] == [None] * 4


def test_the_regent_card_passes_clockwise() -> None:
    state = last_purchase(arms={0: "k"})
    act(state, 0, Done(), DECK, [False, False, False, True])
    assert (state.regent, state.round) == (1, 2)


@pytest.mark.parametrize(("regent", "following"), [(0, 1), (1, 2), (2, 0)])
def test_with_three_the_regent_card_goes_round(regent: int, following: int) -> None:
    fixed: dict[str, Any] = {"phase": "buy", "stone": None, "attack": 4, "cards": "1234"}
    state = position("1", "", "", arms={0: "k"}, regent=regent, **fixed)
    act(state, 0, Done(), DECK, [False, False, False, True])
    assert state.regent == following


def test_the_seventh_strike_stops_play_at_once() -> None:
    state, events = slain("sword", "sword", power=(1, 0))
    assert (state.ending, state.victor) == ("slain", 0)
    assert told(events, "spared") == []
    assert GAME.active_seats(state) == frozenset()


def test_strikes_of_all_players_count_together() -> None:
    state, _ = slain("sword", "sword", wounds=[1, 1, 0, 1, 0, 1], power=(1, 0))
    assert state.ending == "slain"


def test_lands_still_marked_stand_and_count() -> None:
    state, _ = slain(mode="team")
    assert state.attacked == [0]
    result = GAME.result(state)
    assert result is not None
    assert [seat.score for seat in result.seats] == [2, 2]


def test_in_the_finale_the_top_of_every_own_pile_is_turned_while_it_is_power() -> None:
    state, events = slain("power", "power", "power", "knight")
    assert [event["turned"] for event in told(events, "finale")] == [["power"] * 3, ["knight"]]
    assert [player.power for player in state.players] == [3, 0]


def test_the_first_other_counter_ends_that_pile() -> None:
    state, events = slain("power", "sword", "shield")
    assert told(events, "finale")[0]["turned"] == ["power", "sword"]
    assert state.out["sword"] == 1
    assert state.players[0].power == 1


def test_the_finale_turns_known_piles_in_their_order() -> None:
    known = {0: ["attack", "power", "power", "shield"], 1: ["power", "attack"]}
    state = position(
        "2",
        "1",
        arms={0: "k"},
        phase="buy",
        stone=None,
        owners={0: [0], 1: [1]},
        burnt=tuple(range(2, 24)),
        wounds=[0] * 6,
        known=known,
    )
    act(state, 0, Buy(0), K, K, K)
    assert [player.power for player in state.players] == [2, 1]


def test_power_counts_by_status() -> None:
    wounds = [1, 0, 0, 0, 0, 0]
    state, _ = slain("sword", "sword", wounds=wounds, power=(2, 4))
    result = GAME.result(state)
    assert result is not None
    assert [seat.score for seat in result.seats] == [2 * 3, 4 * 2]
    assert [(seat.outcome, seat.rank) for seat in result.seats] == [("lost", 2), ("won", 1)]
    plain, _ = slain("sword", "sword", power=(1, 2))
    assert GAME.scores(plain) == [3, 2]


def test_the_first_strike_makes_a_successful_fighter_once() -> None:
    state, _ = slain("sword", "sword", power=(1, 1), wounds=[1, 1, 1, 0, 0, 0])
    assert GAME.scores(state) == [3, 2]


def test_a_tie_goes_to_more_lands() -> None:
    burnt = tuple(range(3, 24))
    owners = {0: [0], 1: [1, 2]}
    state, _ = slain("sword", "sword", "sword", owners=owners, burnt=burnt, power=(1, 3))
    result = GAME.result(state)
    assert result is not None
    assert [seat.rank for seat in result.seats] == [2, 1]
    assert [told_of(seat.tie_break) for seat in result.seats] == [
        "Tied on points with Ben; lands: 1 against 2.",
        "Tied on points with Ann; lands: 2 against 1.",
    ]


def test_still_tied_the_regent_names_the_winner_among_the_tied() -> None:
    state, _ = slain("sword", "sword", power=(1, 3), regent=1)
    assert GAME.result(state) is None
    assert GAME.active_seats(state) == {1}
    assert GAME.legal_actions(state, 1) == [Crown(0), Crown(1)]
    act(state, 1, Crown(1))
    result = GAME.result(state)
    assert result is not None
    assert [(seat.outcome, seat.rank) for seat in result.seats] == [("lost", 2), ("won", 1)]
    assert [told_of(seat.tie_break) for seat in result.seats] == [
        "Tied with Ben on points and lands; the regent chose.",
        "Tied with Ann on points and lands; the regent chose.",
    ]


def test_the_regent_need_not_be_tied() -> None:
    burnt = tuple(range(3, 24))
    state = position(
        "2",
        "1",
        "1",
        arms={0: "k"},
        phase="buy",
        stone=None,
        owners={0: [0], 1: [1], 2: [2]},
        burnt=burnt,
        wounds=[0] * 6,
        power=(1, 3, 0),
        regent=2,
        to_act=0,
    )
    act(state, 0, Buy(0), *WIN, "sword", "sword", "sword")
    assert GAME.legal_actions(state, 2) == [Crown(0), Crown(1)]


def test_further_ranks_are_shared_alike() -> None:
    burnt = tuple(range(3, 24))
    state = position(
        "2",
        "1",
        "1",
        arms={0: "k"},
        phase="buy",
        stone=None,
        owners={0: [0], 1: [1], 2: [2]},
        burnt=burnt,
        wounds=[0] * 6,
        power=(3, 2, 2),
    )
    act(state, 0, Buy(0), *WIN, "sword", "sword", "sword")
    result = GAME.result(state)
    assert result is not None
    assert [seat.rank for seat in result.seats] == [1, 2, 2]


def test_a_team_wins_together_and_counts_its_lands() -> None:
    state, events = slain(mode="team")
    result = GAME.result(state)
    assert result is not None
    assert {(seat.outcome, seat.rank, seat.score) for seat in result.seats} == {("won", 1, 2)}
    assert told(events, "finale") == []


def point_of(state: State) -> str:
    told = GAME.board(GAME.observation(state, SPECTATOR))["turning_point"]["told"]
    return render(told, ["amber", "birch"])


def test_the_board_says_what_decided_the_game() -> None:
    lost = last_purchase(wounds=[0, 1], round=3)
    act(lost, 0, Done())
    assert point_of(lost) == "After round 3 no knight stood. 2 of 7 strikes had come."
    team, _ = slain(mode="team", round=4)
    assert point_of(team) == "Strike 7 of 7 came in round 4."
    crown, _ = slain("sword", "sword", power=(2, 5))
    assert point_of(crown) == "amber: 2 power × 3 = 6. birch: 5 power × 1 = 5."
    lands: dict[str, Any] = {"owners": {0: [0, 2], 1: [1]}, "burnt": tuple(range(3, 24))}
    level, _ = slain("sword", "sword", "sword", power=(1, 3), **lands)
    assert point_of(level) == "Both amber and birch had 3 points: lands decided."


def test_glory_is_public_all_along() -> None:
    state = position("1", "1")
    state.players[1].glory = 3
    assert GAME.observation(state, SPECTATOR).seats[1].glory == 3


def test_a_score_of_a_game_given_up_is_what_has_been_gathered() -> None:
    assert GAME.scores(position("1", "1", power=(2, 1))) == [2, 1]
    assert GAME.scores(position("1", "1", mode="team")) == [24, 24]
