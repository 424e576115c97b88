"""Ruling sheet: A turn, Visit the market."""

from itertools import combinations_with_replacement

import pytest

from games.burn_my_village.actions import Visit
from games.burn_my_village.components import KINDS, TREASURES
from games.burn_my_village.state import State
from games.plugin import IllegalAction
from tests.games.burn_my_village.tables import GAME, cards, legal, play, table, visit


def visits(state: State) -> list[Visit]:
    return [action for action in legal(state) if isinstance(action, Visit)]


@pytest.mark.parametrize("stall", [0, 1, 2, 3])
def test_any_filled_stall_may_be_visited(stall: int) -> None:
    state = table(["axe", "axe", "axe"], [], stalls={stall: ["crown"]})
    assert [action.stall for action in visits(state)] == [stall]


@pytest.mark.parametrize("paid", [1, 3])
def test_the_payment_is_exactly_the_stalls_cost(paid: int) -> None:
    state = table(["axe"] * 4, [], stalls={2: ["crown"]})
    assert visits(state) == [visit(2, "axe", "axe", curse="axe")]
    with pytest.raises(IllegalAction):
        play(state, visit(2, *["axe"] * paid, curse="axe"))


def test_paid_cards_are_discarded_from_the_hand() -> None:
    state = table(["axe", "crown", "wild"], [], stalls={2: ["sword"]})
    play(state, visit(2, "axe", "wild", curse="axe"))
    assert state.players[0].hand == cards("crown", "sword")
    assert state.discards == cards("axe", "wild")


def test_any_kinds_may_pay_with_a_treasure_among_them() -> None:
    state = table([kind for kind in KINDS for _ in range(3)], [], stalls={3: ["crown"]})
    paid_and_cursed = {
        visit(3, *paid, curse=cursed)
        for paid in combinations_with_replacement(KINDS, 3)
        for cursed in TREASURES
        if cursed in paid
    }
    assert set(visits(state)) == paid_and_cursed
    assert len(visits(state)) == len(paid_and_cursed) == 168


def test_wilds_alone_dont_pay() -> None:
    state = table(["wild", "wild", "wild"], [], stalls={1: ["axe"], 2: ["axe"], 3: ["axe"]})
    assert visits(state) == []


def test_the_cards_being_bought_cant_pay() -> None:
    state = table([], [], stalls={1: ["axe", "crown"]})
    assert visits(state) == []


def test_one_of_the_discarded_treasures_is_cursed() -> None:
    state = table(["axe", "crown"], [], stalls={2: ["sword"]})
    assert visits(state) == [visit(2, "axe", "crown", curse=c) for c in ("axe", "crown")]
    play(state, visit(2, "axe", "crown", curse="crown"))
    assert state.cursed == "crown"


def test_the_cursed_token_alone_moves_left_by_the_cards_discarded() -> None:
    state = table(["axe", "crown", "crown"], [], stalls={3: ["sword"]})
    play(state, visit(3, "axe", "crown", "crown", curse="axe"))
    assert state.track == ["sword", "axe", "scroll", "feather", "potion", "crown"]


def test_wilds_count_for_the_distance_of_a_curse() -> None:
    state = table(["axe", "wild", "wild"], [], stalls={3: ["sword"]})
    play(state, visit(3, "axe", "wild", "wild", curse="axe"))
    assert state.track.index("axe") == 1


def test_the_cursed_token_goes_no_further_than_the_first_space() -> None:
    state = table(["scroll"] * 3, [], stalls={3: ["sword"]})
    play(state, visit(3, "scroll", "scroll", "scroll", curse="scroll"))
    assert state.track == ["scroll", "sword", "feather", "potion", "axe", "crown"]


def test_tokens_passed_by_a_curse_shift_one_space_right() -> None:
    state = table(["crown", "crown"], [], stalls={2: ["sword"]})
    play(state, visit(2, "crown", "crown", curse="crown"))
    assert state.track == ["sword", "scroll", "feather", "crown", "potion", "axe"]


def test_a_curse_on_the_first_space_moves_nothing_and_is_legal() -> None:
    state = table(["sword"], [], stalls={1: ["axe"]})
    before = list(state.track)
    play(state, visit(1, "sword", curse="sword"))
    assert state.track == before
    assert state.cursed == "sword"


@pytest.mark.parametrize("column", [["wild", "wild"], ["axe", "wild", "axe"]])
def test_the_whole_column_is_taken_even_if_it_holds_only_wilds(column: list[str]) -> None:
    state = table(["sword"], [], stalls={1: column, 2: ["crown"]})
    play(state, visit(1, "sword", curse="sword"))
    assert state.players[0].hand == cards(*column)
    assert state.stalls == [[], [], ["crown"], []]


def test_stall_0_takes_no_payment_and_curses_nothing() -> None:
    state = table(["axe"], [], stalls={0: ["crown", "wild"]})
    before = list(state.track)
    assert visits(state) == [visit(0)]
    play(state, visit(0))
    assert state.players[0].hand == cards("axe", "crown", "wild")
    assert (state.track, state.discards) == (before, cards())


def test_stall_0_leaves_the_last_cursed_kind_as_it_was() -> None:
    state = table([], [], stalls={0: ["crown"]}, cursed="potion")
    play(state, visit(0))
    assert state.cursed == "potion"


@pytest.mark.parametrize("stall", [0, 1, 2, 3])
def test_an_empty_stall_cant_be_visited(stall: int) -> None:
    state = table(["axe", "axe", "axe"], [])
    assert visits(state) == []
    with pytest.raises(IllegalAction):
        play(state, visit(stall, *["axe"] * stall, curse="axe" if stall else None))


def test_visits_stay_legal_with_an_empty_deck() -> None:
    state = table(["axe"], ["axe"], stalls={1: ["crown"]}, deck=[])
    play(state, visit(1, "axe", curse="axe"))
    assert state.ending is None
    assert GAME.active_seats(state) == {1}


def test_a_visit_turns_no_cards_over() -> None:
    state = table(["axe"], [], stalls={1: ["crown"]}, deck=["wild"])
    play(state, visit(1, "axe", curse="axe"))
    assert state.deck == cards("wild")
    assert state.stalls[1] == []
