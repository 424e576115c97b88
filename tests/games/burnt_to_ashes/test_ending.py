"""How a round and the game end (ruling sheet, A round, 4; End)."""

from typing import Any

import pytest

from games.burnt_to_ashes import actions as do
from games.burnt_to_ashes.state import State
from games.plugin import SPECTATOR, Event, Result, render
from tests.games.burnt_to_ashes.positions import GAME, act, position, told

DECK = [0] * 4 + [1] * 17 + [2] * 2 + [3]
NEXT = [False, False, False, True]  # the backs of the second round
K = "knight"
WIN = ("attack", K, K, K)
SWORDS = ("sword", "sword", "sword")


def last_purchase(*others: str, **fixed: Any) -> State:
    given = {"phase": "buy", "stone": None, "attack": 4, "cards": "1234", **fixed}
    return position("1", *(others or ("",)), **given)


def slain(*piles: str, seats: int = 2, **fixed: Any) -> tuple[State, list[Event]]:
    """Seat 0 buys an attack on land 0 and wins the seventh strike; `piles` are turned after it.

    Unless told otherwise, the seats own a land each, everything else is burnt.
    """
    owners = {seat: [seat] for seat in range(seats)}
    lands = {"owners": owners, "burnt": tuple(range(seats, 24)), "wounds": [0] * 6}
    given = {"arms": {0: "k"}, "phase": "buy", "stone": None, "to_act": 0, **lands, **fixed}
    state = position("2", *["1"] * (seats - 1), **given)
    known = (given.get("known") or {}).get(0)
    return state, act(state, 0, do.Buy(0), *(WIN[1:] if known else WIN), *piles)


def result(state: State) -> Result:
    found = GAME.result(state)
    assert found is not None
    return found


def outcomes(state: State) -> list[tuple[str, int]]:
    return [(seat.outcome, seat.rank) for seat in result(state).seats]


def ties(state: State) -> list[str]:
    found = [seat.tie_break for seat in result(state).seats]
    return [render(line, ["Ann", "Ben"]) for line in found if line]


# -- the end of a round ---------------------------------------------------------------------------


@pytest.mark.parametrize("known", [{}, {0: ["knight", "knight"]}])
def test_without_a_knight_on_any_land_after_purchasing_the_dragon_wins(known):
    state = last_purchase(known=known)
    act(state, 0, do.Done())
    assert state.ending == "no-knight", "those in piles don't count"
    assert outcomes(state) == [("lost", 1)] * 2
    assert [seat.score for seat in result(state).seats] == [0, 0]
    assert [seat["lands"] for seat in GAME.statistics(state)["seats"]] == [0, 0]  # none is saved


def test_the_outcome_is_checked_once_after_the_last_purchase() -> None:
    state = last_purchase("2")
    act(state, 0, do.Done())
    assert state.ending is None
    act(state, 1, do.Buy(1), "knight")
    act(state, 1, GAME.legal_actions(state, 1)[0])
    act(state, 1, do.Done(), DECK, NEXT)
    assert state.ending is None


@pytest.mark.parametrize(("round_", "red"), [(1, 1), (3, 3), (4, 4), (6, 4)])
def test_the_lowest_yellow_card_gives_way_to_the_lowest_red_one(round_: int, red: int) -> None:
    state = last_purchase(arms={0: "k"}, round=round_)
    backs = [True] * red + [False] * (4 - red)
    act(state, 0, do.Done(), DECK, backs)
    assert [card.red for card in state.cards] == backs
    assert [card.number for card in state.cards] == [None] * 4


@pytest.mark.parametrize(
    ("seats", "regent", "following"), [(2, 0, 1), (3, 0, 1), (3, 1, 2), (3, 2, 0)]
)
def test_the_regent_card_passes_clockwise(seats: int, regent: int, following: int) -> None:
    state = last_purchase(*[""] * (seats - 1), arms={0: "k"}, regent=regent)
    act(state, 0, do.Done(), DECK, NEXT)
    assert (state.regent, state.round) == (following, 2)


# -- the dragon is slain --------------------------------------------------------------------------


@pytest.mark.parametrize("wounds", [[0] * 6, [1, 1, 0, 1, 0, 1]])
def test_the_seventh_strike_of_all_players_together_stops_play_at_once(wounds: list[int]) -> None:
    state, events = slain("sword", "sword", wounds=wounds, power=(1, 0))
    assert (state.ending, state.victor) == ("slain", 0)
    assert told(events, "spared") == []
    assert GAME.active_seats(state) == frozenset()


def test_a_team_wins_together_and_counts_its_lands_those_still_marked_too() -> None:
    state, events = slain(mode="team")
    assert state.attacked == [0]
    assert outcomes(state) == [("won", 1)] * 2
    assert [seat.score for seat in result(state).seats] == [2, 2]
    assert told(events, "finale") == []


@pytest.mark.parametrize(
    ("known", "piles", "turned", "power"),
    [
        (
            None,
            ("power", "power", "power", "knight"),
            [["power", "power", "power"], ["knight"]],
            [3, 0],
        ),
        (None, ("power", "sword", "shield"), [["power", "sword"], ["shield"]], [1, 0]),
        (
            {0: ["attack", "power", "power", "shield"], 1: ["power", "attack"]},
            (),
            [["power", "power", "shield"], ["power", "attack"]],
            [2, 1],
        ),
    ],
    ids=["while it is power", "the first other counter ends it", "known piles in their order"],
)
def test_in_the_finale_the_top_of_every_own_pile_is_turned(known, piles, turned, power):
    state, events = slain(*piles, known=known)
    assert [event["turned"] for event in told(events, "finale")] == turned
    assert [player.power for player in state.players] == power
    assert sum(state.out.values()) >= sum(pile[-1] != "power" for pile in turned)


@pytest.mark.parametrize(
    ("wounds", "power", "scores", "ended"),
    [
        ([1, 0, 0, 0, 0, 0], (2, 4), [2 * 3, 4 * 2], [("lost", 2), ("won", 1)]),
        ([0] * 6, (1, 2), [3, 2], [("won", 1), ("lost", 2)]),
        ([1, 1, 1, 0, 0, 0], (1, 1), [3, 2], [("won", 1), ("lost", 2)]),  # the first strike counts
    ],
)
def test_power_counts_by_status(wounds, power, scores, ended):
    state, _ = slain("sword", "sword", wounds=wounds, power=power)
    assert GAME.scores(state) == [seat.score for seat in result(state).seats] == scores
    assert outcomes(state) == ended


THREE_LANDS: dict[str, Any] = {"owners": {0: [0], 1: [1, 2]}, "burnt": tuple(range(3, 24))}


def test_a_tie_goes_to_more_lands_and_further_ranks_are_shared_alike() -> None:
    state, _ = slain(*SWORDS, **THREE_LANDS, power=(1, 3))
    assert outcomes(state) == [("lost", 2), ("won", 1)]
    assert ties(state) == [
        "Tied on points with Ben; lands: 1 against 2.",
        "Tied on points with Ann; lands: 2 against 1.",
    ]
    state, _ = slain(*SWORDS, seats=3, power=(3, 2, 2))
    assert [seat.rank for seat in result(state).seats] == [1, 2, 2]


def test_still_tied_the_regent_names_the_winner_among_the_tied() -> None:
    state, _ = slain("sword", "sword", power=(1, 3), regent=1)
    assert GAME.result(state) is None
    assert GAME.active_seats(state) == {1}
    assert GAME.legal_actions(state, 1) == [do.Crown(0), do.Crown(1)]
    act(state, 1, do.Crown(1))
    assert outcomes(state) == [("lost", 2), ("won", 1)]
    assert ties(state) == [
        "Tied with Ben on points and lands; the regent chose.",
        "Tied with Ann on points and lands; the regent chose.",
    ]
    state, _ = slain(*SWORDS, seats=3, power=(1, 3, 0), regent=2)
    assert GAME.legal_actions(state, 2) == [do.Crown(0), do.Crown(1)], "who need not be tied"


def test_the_board_says_what_decided_the_game() -> None:
    def point_of(state: State) -> str:
        told = GAME.board(GAME.observation(state, SPECTATOR))["turning_point"]["told"]
        return render(told, ["amber", "birch"])

    lost = last_purchase(wounds=[0, 1], round=3)
    act(lost, 0, do.Done())
    assert point_of(lost) == "After round 3 no knight stood. 2 of 7 strikes had come."
    team, _ = slain(mode="team", round=4)
    assert point_of(team) == "Strike 7 of 7 came in round 4."
    crown, _ = slain("sword", "sword", power=(2, 5))
    assert point_of(crown) == "amber: 2 power × 3 = 6. birch: 5 power × 1 = 5."
    owners = {0: [0, 2], 1: [1]}
    level, _ = slain(*SWORDS, **{**THREE_LANDS, "owners": owners}, power=(1, 3))
    assert point_of(level) == "Both amber and birch had 3 points: lands decided."


def test_glory_is_public_and_a_game_given_up_scores_what_has_been_gathered() -> None:
    state = position("1", "1")
    state.players[1].glory = 3
    assert GAME.observation(state, SPECTATOR).seats[1].glory == 3
    assert GAME.scores(position("1", "1", power=(2, 1))) == [2, 1]
    assert GAME.scores(position("1", "1", mode="team")) == [24, 24]
