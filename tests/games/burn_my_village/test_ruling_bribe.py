"""Ruling sheet: A turn, Bribe and Refill."""

import pytest

from games.burn_my_village.actions import Bribe
from games.burn_my_village.state import Laid
from games.plugin import IllegalAction
from tests.games.burn_my_village.tables import GAME, bribe, cards, legal, play, table

LETTERS = dict(zip("ABCDEF", ("sword", "scroll", "feather", "potion", "axe", "crown"), strict=True))


def letters(track: list[str]) -> str:
    return "".join(letter for kind in track for letter in LETTERS if LETTERS[letter] == kind)


def offered(state: object) -> set[tuple[str, int, int]]:
    actions = legal(state)  # type: ignore[arg-type]
    return {(a.treasure, a.count, a.wilds) for a in actions if isinstance(a, Bribe)}


def test_a_turn_is_exactly_one_action() -> None:
    state = table(["axe", "axe"], [], deck=["wild"])
    play(state, bribe("axe"), "wild")
    assert state.turn == 2
    assert GAME.active_seats(state) == {1}
    assert GAME.legal_actions(state, 0) == []


def test_a_bribe_is_treasures_of_one_kind_and_any_wilds() -> None:
    state = table(["axe", "axe", "crown", "wild"], [])
    assert offered(state) == {
        ("axe", 1, 0),
        ("axe", 1, 1),
        ("axe", 2, 0),
        ("axe", 2, 1),
        ("crown", 1, 0),
        ("crown", 1, 1),
    }


def test_a_bribes_cards_leave_the_hand_and_lie_before_the_player() -> None:
    state = table(["axe", "axe", "axe", "wild", "wild"], [], deck=["wild"])
    play(state, bribe("axe", 2, 1), "wild")
    assert state.players[0].hand == cards("axe", "wild")
    assert state.players[0].bribes["axe"] == Laid(2, 1)


def test_a_first_bribe_of_a_kind_needs_a_treasure() -> None:
    state = table(["wild", "wild", "axe"], [])
    assert {count for _, count, _ in offered(state)} == {1}
    with pytest.raises(IllegalAction):
        play(state, bribe("axe", 0, 1))


def test_a_kind_already_bribed_takes_wilds_alone() -> None:
    state = table(["wild", "wild"], [], bribes=[{"axe": (1, 0)}], deck=["wild"])
    assert offered(state) == {("axe", 0, 1), ("axe", 0, 2)}
    play(state, bribe("axe", 0, 2), "wild")
    assert state.players[0].bribes["axe"] == Laid(1, 2)


def test_what_another_player_bribed_lets_no_wilds_in_alone() -> None:
    state = table(["wild"], [], bribes=[{}, {"axe": (3, 0)}])
    assert offered(state) == set()


def test_a_bribe_may_be_added_to() -> None:
    state = table(["axe", "axe"], [], bribes=[{"axe": (3, 2)}], deck=["wild"])
    play(state, bribe("axe", 2), "wild")
    assert state.players[0].bribes["axe"] == Laid(5, 2)


def test_wilds_count_as_their_bribes_kind_for_good() -> None:
    state = table(["axe", "wild"], [], deck=["wild"])
    play(state, bribe("axe", 1, 1), "wild")
    assert state.players[0].hand == cards()
    assert GAME.observation(state, 1).seats[0].points == 2 * 4


def test_the_token_moves_right_by_treasures_and_wilds_together() -> None:
    state = table(["scroll", "scroll", "wild"], [], deck=["wild"])
    play(state, bribe("scroll", 2, 1), "wild")
    assert letters(state.track) == "ACDEBF"


def test_the_token_goes_no_further_than_the_last_space() -> None:
    state = table(["potion"] * 5, [], deck=["wild"])
    play(state, bribe("potion", 5), "wild")
    assert letters(state.track) == "ABCEFD"


def test_each_token_passed_shifts_one_space_left() -> None:
    state = table(["scroll"] * 3, [], deck=["wild"])
    assert letters(state.track) == "ABCDEF"
    play(state, bribe("scroll", 3), "wild")
    assert letters(state.track) == "ACDEBF"


def test_a_bribe_on_the_last_space_moves_nothing_and_is_legal() -> None:
    state = table(["crown"], [], deck=["wild"])
    play(state, bribe("crown"), "wild")
    assert letters(state.track) == "ABCDEF"
    assert state.players[0].bribes["crown"] == Laid(1, 0)


def test_a_refill_goes_3_2_1_0_and_round_again() -> None:
    dealt = ["sword", "scroll", "feather", "potion", "crown", "axe"]
    state = table(["axe"], [], deck=dealt)
    play(state, bribe("axe"), *dealt)
    assert [state.stalls[cost] for cost in (3, 2, 1, 0)] == [
        ["sword", "crown"],
        ["scroll", "axe"],
        ["feather"],
        ["potion"],
    ]


def test_every_refill_begins_at_stall_3_anew() -> None:
    state = table(["axe"], ["axe"], deck=["sword", "axe", "crown", "wild"])
    play(state, bribe("axe"), "sword", "axe")
    play(state, bribe("axe"), "crown", "wild")
    assert [state.stalls[cost] for cost in (3, 2, 1, 0)] == [
        ["sword", "crown"],
        ["axe", "wild"],
        [],
        [],
    ]


def test_cards_go_onto_the_columns_already_there() -> None:
    state = table(["axe"], [], stalls={3: ["wild", "potion"]}, deck=["axe"])
    play(state, bribe("axe"), "axe")
    assert state.stalls[3] == ["wild", "potion", "axe"]


def test_a_card_of_the_bribed_kind_stops_the_refill() -> None:
    state = table(["axe"], [], deck=["sword", "axe", "crown"])
    play(state, bribe("axe"), "sword", "axe")
    assert state.deck == cards("crown")


def test_a_wild_stops_the_refill_and_stays_in_its_stall() -> None:
    state = table(["axe"], [], deck=["sword", "wild", "axe"])
    play(state, bribe("axe"), "sword", "wild")
    assert state.stalls[2] == ["wild"]
    assert state.deck == cards("axe")


def test_a_card_due_from_an_empty_deck_ends_the_game() -> None:
    state = table(["axe"], ["axe"], deck=["sword", "crown"])
    play(state, bribe("axe"), "sword", "crown")
    assert state.ending == "deck-empty-refill"
    assert GAME.active_seats(state) == frozenset()


def test_a_bribe_with_an_empty_deck_is_laid_moves_its_token_and_ends_the_game() -> None:
    state = table(["scroll", "wild"], [])
    play(state, bribe("scroll", 1, 1))
    assert state.players[0].bribes["scroll"] == Laid(1, 1)
    assert letters(state.track) == "ACDBEF"
    assert state.ending == "deck-empty-refill"


def test_cards_placed_before_the_deck_ran_out_stay_in_the_market() -> None:
    state = table(["axe"], [], deck=["sword", "crown"])
    play(state, bribe("axe"), "sword", "crown")
    assert (state.stalls[3], state.stalls[2]) == (["sword"], ["crown"])


@pytest.mark.parametrize("last", ["axe", "wild"])
def test_the_game_goes_on_if_the_very_last_card_stops_the_refill(last: str) -> None:
    state = table(["axe"], [], deck=["sword", last])
    play(state, bribe("axe"), "sword", last)
    assert state.deck_size == 0
    assert state.ending is None
    assert GAME.active_seats(state) == {1}
