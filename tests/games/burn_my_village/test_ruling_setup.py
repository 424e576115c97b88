"""Ruling sheet: Components and Setup."""

from collections import Counter

import pytest

from games.burn_my_village.components import KINDS, SPACE_VALUES, STALL_COSTS, TREASURES
from games.plugin import SPECTATOR, FastChance, InvalidOptions, Seating
from tests.games.burn_my_village.tables import GAME, fresh, legal, table


@pytest.mark.parametrize(
    ("seats", "wilds", "deck"), [(2, 11, 77), (3, 13, 72), (4, 18, 70), (5, 20, 65)]
)
def test_seven_cards_are_dealt_to_each_of_two_to_five_players(seats, wilds, deck):
    formed = GAME.format(GAME.Options(), seats)
    assert formed.kind == "competitive"
    assert (formed.teams, formed.roles) == (tuple(range(seats)), (None,) * seats)
    state = fresh(seats)
    pieces = GAME.pieces(state)
    assert TREASURES == ("sword", "scroll", "feather", "potion", "axe", "crown")
    assert [pieces[treasure] for treasure in TREASURES] == [14] * 6
    assert pieces["wild"] == wilds, "some of 20 are taken out before play"
    assert sum(pieces.values()) == 6 * 14 + wilds + 6, "the tokens, too"
    assert [player.hand_size for player in state.players] == [7] * seats
    seen = GAME.observation(state, SPECTATOR)
    assert [seat.hand_size for seat in seen.seats] == [7] * seats, "these sizes are public"
    assert seen.deck_size == state.deck_size == deck


@pytest.mark.parametrize("seats", [1, 6])
def test_fewer_than_two_or_more_than_five_players_are_refused(seats: int) -> None:
    with pytest.raises(InvalidOptions) as refused:
        GAME.format(GAME.Options(), seats)
    assert refused.value.field == "seats"
    assert refused.value.reason.params == {"least": 2, "most": 5}


def test_the_spaces_are_worth_1_2_2_3_3_4_from_left_to_right() -> None:
    assert SPACE_VALUES == (1, 2, 2, 3, 3, 4)
    board = GAME.board(GAME.observation(fresh(2), SPECTATOR))
    assert [space["value"] for space in board["spaces"]] == [1, 2, 2, 3, 3, 4]


def test_one_token_of_each_treasure_is_placed_on_the_track_at_random() -> None:
    assert sorted(fresh(3).track) == sorted(TREASURES)
    rightmost = Counter(fresh(2, seed).track[-1] for seed in range(300))
    assert set(rightmost) == set(TREASURES)
    assert min(rightmost.values()) > 25


def test_one_card_of_any_kind_lies_in_each_stall_filled_3_2_1_0() -> None:
    class Noting(FastChance):
        drawn: list[str] = []

        def draw(self, bag: object, stream: str) -> str:
            self.drawn.append(super().draw(bag, stream))  # type: ignore[arg-type]
            return self.drawn[-1]

    assert STALL_COSTS == (3, 2, 1, 0)
    chance = Noting(4)
    state = GAME.setup(GAME.Options(), Seating(2, 0), chance)
    last_four = [[card] for card in chance.drawn[-4:]]
    assert [state.stalls[cost] for cost in (3, 2, 1, 0)] == last_four
    assert {fresh(5, seed).stalls[0][0] for seed in range(200)} == set(KINDS), "wilds too"


def test_the_first_player_is_drawn_at_random_or_named_by_a_rematch() -> None:
    positions = [fresh(5, seed, first=None) for seed in range(300)]
    firsts = Counter(GAME.observation(state, SPECTATOR).first for state in positions)
    assert all(state.to_move == state.first for state in positions)
    assert set(firsts) == {0, 1, 2, 3, 4}
    assert min(firsts.values()) > 30
    assert [fresh(3, seed, first=2).to_move for seed in range(9)] == [2] * 9


def test_turns_go_round_in_seat_order() -> None:
    state = table("", "", "", first=1, deck="axe " * 9)
    movers = []
    for _ in range(5):
        (mover,) = GAME.active_seats(state)
        movers.append(mover)
        GAME.apply_action(state, mover, legal(state)[-1], FastChance(1))
    assert movers == [1, 2, 0, 1, 2]


@pytest.mark.parametrize("hand", ["", "wild", "axe wild"])
def test_there_is_no_passing(hand: str) -> None:
    stalls = {0: "axe", 1: "axe"}
    state = table(hand, "", stalls=stalls)
    assert {type(action).__name__ for action in legal(state)} <= {"Bribe", "Visit", "Draw"}
    for action in legal(state):
        played = table(hand, "", stalls=stalls, deck="wild wild")
        before = GAME.observation(played, 0)
        GAME.apply_action(played, 0, action, FastChance(1))
        after = GAME.observation(played, 0)
        assert (after.seats[0], after.stalls) != (before.seats[0], before.stalls)


def test_hands_and_the_deck_are_hidden() -> None:
    state = fresh(3)
    seen = GAME.observation(state, 1)
    assert [seat.hand for seat in seen.seats] == [None, state.players[1].hand, None]
    assert seen.deck is None
    assert [seat.hand for seat in GAME.observation(state, SPECTATOR).seats] == [None] * 3
