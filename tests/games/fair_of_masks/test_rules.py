"""The rules of Fair of Masks by example, sentence by sentence."""

import pytest

from bench.ai_report import Cell, Table, play_one
from games.plugin import FastChance, IllegalAction, NoOptions, Sealed, Seating
from tests.rulesets.fair_of_masks import rules
from tests.rulesets.fair_of_masks.game import FairOfMasks
from tests.rulesets.fair_of_masks.state import Bid, Move, Pick, Position
from tests.rulesets.fixtures import installed

CHANCE = FastChance(1)


def begun(seats: int = 3, first: int = 0) -> Position:
    return rules.setup(NoOptions(), Seating(seats, first), CHANCE)


def act(state: Position, seat: int, action: Move) -> None:
    rules.apply_action(state, seat, action, CHANCE)


def bid(state: Position, *numbers: int) -> None:
    """Each seat bids its number."""
    for seat, number in enumerate(numbers):
        act(state, seat, Bid(number))


def pick(state: Position) -> None:
    act(state, state.pickers[0], Pick(state.open[0]))


def ended(*masks: str, hands: tuple[list[int], ...] = ([1], [2], [3])) -> Position:
    """A game that is over, in which each seat has these masks, separated by spaces."""
    own = [seat.split() for seat in masks]
    return Position(leader=0, round=10, hands=list(hands), masks=own, bag={}, bids=Sealed())


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_45_masks_and_one_fewer_than_players_lie_open(seats):
    state = begun(seats)
    assert len(state.open) == seats - 1
    assert sum(state.bag.values()) == 45 - (seats - 1)
    assert state.hands == [list(range(1, 11))] * seats


def test_all_bid_at_once_and_may_change_their_minds():
    state = begun()
    assert rules.active_seats(state) == {0, 1, 2}
    act(state, 1, Bid(4))
    act(state, 1, Bid(6))
    assert rules.active_seats(state) == {0, 2}
    act(state, 0, Bid(3))
    act(state, 2, Bid(2))
    assert state.shown == [3, 6, 2]


def test_the_highest_bid_picks_first_and_the_last_mask_needs_no_pick():
    state = begun(4)
    bid(state, 2, 9, 5, 7)
    first, second, left = state.open
    act(state, 1, Pick(second))
    assert rules.active_seats(state) == {3}
    act(state, 3, Pick(first))
    assert state.masks == [[], [second], [left], [first]]
    assert state.round == 2


def test_a_used_bid_is_gone_and_the_lowest_takes_back_its_lowest_used():
    state = begun()
    bid(state, 4, 8, 6)  # the first takes back the 4 just made
    assert [4 in state.hands[0], 8 in state.hands[1], 6 in state.hands[2]] == [True, False, False]
    pick(state)
    bid(state, 9, 10, 8)  # the last takes back the 6 of the round before
    assert state.hands[2] == [1, 2, 3, 4, 5, 6, 7, 9, 10]


def test_ties_are_broken_from_the_leader_who_passes_clockwise():
    state = begun(first=1)
    bid(state, 5, 5, 5)
    assert state.pickers == [1, 2]
    pick(state)
    bid(state, 6, 6, 6)
    assert (state.leader, state.pickers) == (2, [2, 0])


def test_ten_rounds_are_played():
    state = begun()
    while seats := rules.active_seats(state):
        seat = min(seats)
        act(state, seat, rules.legal_actions(state, seat)[0])
    assert state.round == 10
    assert sum(map(len, state.masks)) == 20
    assert rules.result(state) is not None
    with pytest.raises(IllegalAction, match="game-over"):
        act(state, 0, Bid(1))


@pytest.mark.parametrize(
    ("column", "points"),
    [
        ((4, 2, 1), [10, 5, 0]),
        ((3, 3, 1), [7, 7, 0]),
        ((2, 1, 1), [10, 2, 2]),
        ((2, 2, 2), [5, 5, 5]),
        ((1, 0, 0), [10, 0, 0]),
        ((0, 0, 0), [0, 0, 0]),
    ],
)
def test_the_most_of_a_kind_get_ten_and_the_second_most_five(column, points):
    assert rules.by_places(column) == points


def test_sets_of_five_kinds_and_a_third_of_each_value():
    state = ended("fox-1 sun-2 frog-3 moon-5 raven-9 fox-8", "sun-1 sun-4", "")
    *kinds, sets, values = rules.points(state)[0]
    assert kinds == [10, 5, 10, 10, 10]
    assert sets == 7
    assert values == 0 + 0 + 1 + 1 + 3 + 2
    assert rules.totals(state) == [59, 11, 0]


def test_ties_are_broken_by_the_sum_of_unspent_bids():
    state = ended("fox-3", "sun-3", "moon-3", hands=([1, 2], [9], [1, 2]))
    won, *_ = ends = sorted(rules.result(state).seats, key=lambda seat: seat.rank)
    assert [(end.rank, end.score) for end in ends] == [(1, 11), (2, 11), (2, 11)]
    assert (won.outcome, won.tie_break.params) == ("won", {"n": 9})


def test_what_isnt_offered_is_refused():
    state = begun()
    with pytest.raises(IllegalAction, match="no-such-mask"):
        act(state, 0, Pick(state.open[0]))
    bid(state, 3, 9, 5)
    with pytest.raises(IllegalAction, match="not-your-turn"):
        act(state, 0, Pick(state.open[0]))
    with pytest.raises(IllegalAction, match="no-such-bid"):
        act(state, 1, Bid(4))


@pytest.mark.whole
def test_medium_among_two_easy_players_wins_most_games():
    game = FairOfMasks()
    with installed(game) as slug:
        cell = Cell(Table(slug, game.format(NoOptions(), 3), {}), "medium", "easy")
        won = [play_one(cell, n).result.seats[n % 3].outcome == "won" for n in range(45)]
    assert sum(won) / len(won) >= 0.6


def test_a_computer_player_copes_with_a_kind_that_nobody_else_has():
    foxes = [f"fox-{number}" for number in range(1, 9)]
    state = ended(" ".join(foxes), "sun-1", "sun-2")
    state.open, state.pickers = ["fox-9", "sun-3"], [0]
    game = FairOfMasks()
    assert game.heuristic(state, 0, Pick("fox-9")) != game.heuristic(state, 0, Pick("sun-3"))
