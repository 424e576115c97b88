"""Ruling sheet: Components and Setup."""

from collections import Counter

import pytest

from games.burn_my_village.components import KINDS, SPACE_VALUES, STALL_COSTS, TREASURES
from games.plugin import SPECTATOR, FastChance, InvalidOptions, Seating
from tests.games.burn_my_village.tables import GAME, fresh, legal, table

SEATS = (2, 3, 4, 5)


@pytest.mark.parametrize("seats", SEATS)
def test_two_to_five_players_each_play_for_themselves(seats: int) -> None:
    formed = GAME.format(GAME.Options(), seats)
    assert formed.kind == "competitive"
    assert formed.teams == tuple(range(seats))
    assert formed.roles == (None,) * seats


@pytest.mark.parametrize("seats", [1, 6])
def test_fewer_than_two_or_more_than_five_players_are_refused(seats: int) -> None:
    with pytest.raises(InvalidOptions) as refused:
        GAME.format(GAME.Options(), seats)
    assert refused.value.field == "seats"
    assert refused.value.reason.params == {"least": 2, "most": 5}


@pytest.mark.parametrize("seats", SEATS)
def test_there_are_14_cards_of_each_of_the_six_treasures(seats: int) -> None:
    pieces = GAME.pieces(fresh(seats))
    assert TREASURES == ("sword", "scroll", "feather", "potion", "axe", "crown")
    assert [pieces[treasure] for treasure in TREASURES] == [14] * 6


@pytest.mark.parametrize(("seats", "removed"), [(2, 9), (3, 7), (4, 2), (5, 0)])
def test_of_20_wilds_some_are_taken_out_before_play(seats: int, removed: int) -> None:
    assert GAME.pieces(fresh(seats))["wild"] == 20 - removed


def test_the_spaces_are_worth_1_2_2_3_3_4_from_left_to_right() -> None:
    assert SPACE_VALUES == (1, 2, 2, 3, 3, 4)
    board = GAME.board(GAME.observation(fresh(2), SPECTATOR))
    assert [space["value"] for space in board["spaces"]] == [1, 2, 2, 3, 3, 4]


def test_one_token_of_each_treasure_lies_on_the_track() -> None:
    assert sorted(fresh(3).track) == sorted(TREASURES)


def test_the_stalls_cost_3_2_1_and_0() -> None:
    assert STALL_COSTS == (3, 2, 1, 0)
    assert len(fresh(2).stalls) == 4


@pytest.mark.parametrize(("seats", "deck"), [(2, 77), (3, 72), (4, 70), (5, 65)])
def test_seven_cards_are_dealt_to_each_player(seats: int, deck: int) -> None:
    state = fresh(seats)
    assert [player.hand_size for player in state.players] == [7] * seats
    assert state.deck_size == deck


def test_the_tokens_are_placed_at_random() -> None:
    rightmost = Counter(fresh(2, seed).track[-1] for seed in range(600))
    assert set(rightmost) == set(TREASURES)
    assert min(rightmost.values()) > 60


def test_one_card_lies_in_each_stall_filled_3_2_1_0() -> None:
    class Noting(FastChance):
        drawn: list[str] = []

        def draw(self, bag: object, stream: str) -> str:
            self.drawn.append(super().draw(bag, stream))  # type: ignore[arg-type]
            return self.drawn[-1]

    chance = Noting(4)
    state = GAME.setup(GAME.Options(), Seating(2, 0), chance)
    last_four = chance.drawn[-4:]
    assert [state.stalls[cost] for cost in (3, 2, 1, 0)] == [[card] for card in last_four]


def test_any_card_may_be_a_stalls_first_wilds_too() -> None:
    seen = {fresh(5, seed).stalls[0][0] for seed in range(200)}
    assert seen == set(KINDS)


def test_the_first_player_is_drawn_at_random() -> None:
    positions = [fresh(5, seed, first=None) for seed in range(500)]
    firsts = Counter(GAME.observation(state, SPECTATOR).first for state in positions)
    assert all(state.to_move == state.first for state in positions)
    assert set(firsts) == {0, 1, 2, 3, 4}
    assert min(firsts.values()) > 60


def test_a_rematch_names_its_first_player() -> None:
    assert [fresh(3, seed, first=2).to_move for seed in range(9)] == [2] * 9


def test_turns_go_round_in_seat_order() -> None:
    state = table([], [], [], first=1, deck=["axe"] * 9)
    movers = []
    for _ in range(5):
        (mover,) = GAME.active_seats(state)
        movers.append(mover)
        GAME.apply_action(state, mover, legal(state)[-1], FastChance(1))
    assert movers == [1, 2, 0, 1, 2]


@pytest.mark.parametrize("hand", [[], ["wild"], ["axe", "wild"]])
def test_there_is_no_passing(hand: list[str]) -> None:
    state = table(hand, [], stalls={0: ["axe"], 1: ["axe"]})
    assert {type(action).__name__ for action in legal(state)} <= {"Bribe", "Visit", "Draw"}
    for action in legal(state):
        played = table(hand, [], stalls={0: ["axe"], 1: ["axe"]}, deck=["wild", "wild"])
        before = GAME.observation(played, 0)
        GAME.apply_action(played, 0, action, FastChance(1))
        after = GAME.observation(played, 0)
        assert (after.seats[0], after.stalls) != (before.seats[0], before.stalls)


def test_hand_sizes_and_deck_size_are_public() -> None:
    seen = GAME.observation(fresh(4), SPECTATOR)
    assert [seat.hand_size for seat in seen.seats] == [7, 7, 7, 7]
    assert seen.deck_size == 70


def test_hands_and_the_deck_are_hidden() -> None:
    state = fresh(3)
    seen = GAME.observation(state, 1)
    assert [seat.hand for seat in seen.seats] == [None, state.players[1].hand, None]
    assert seen.deck is None
    assert [seat.hand for seat in GAME.observation(state, SPECTATOR).seats] == [None] * 3
