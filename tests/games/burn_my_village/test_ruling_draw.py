"""Ruling sheet: A turn, Draw, and what holds for all turns."""

import random

import pytest

from games.burn_my_village.actions import DRAW, Bribe
from games.burn_my_village.components import MAX_CHOICES, MAX_TURNS, full_deck
from games.plugin import OMNISCIENT, SPECTATOR, FastChance
from tests.games.burn_my_village.tables import (
    GAME,
    bribe,
    cards,
    ended,
    fresh,
    largest_hand,
    legal,
    play,
    table,
    visit,
)


def test_a_draw_takes_the_top_card() -> None:
    state = table(["axe"], [], deck=["crown", "wild"])
    play(state, DRAW, "crown")
    assert state.players[0].hand == cards("axe", "crown")
    assert state.deck == cards("wild")


def test_choosing_to_draw_from_the_empty_deck_ends_the_game() -> None:
    state = table(["axe"], [])
    play(state, DRAW)
    assert state.ending == "deck-empty-draw"
    assert state.players[0].hand == cards("axe")


def test_emptying_the_deck_doesnt_end_the_game() -> None:
    by_draw = table([], [], deck=["axe"])
    play(by_draw, DRAW, "axe")
    by_refill = table(["axe"], [], deck=["axe"])
    play(by_refill, bribe("axe"), "axe")
    for state in (by_draw, by_refill):
        assert state.deck_size == 0
        assert GAME.result(state) is None
        assert GAME.active_seats(state) == {1}


@pytest.mark.parametrize("deck", [[], ["axe"]])
def test_drawing_is_always_legal(deck: list[str]) -> None:
    assert legal(table([], [], deck=deck)) == [DRAW]


@pytest.mark.parametrize(("seats", "most"), [(2, 104), (3, 99), (4, 99), (5, 94)])
def test_a_game_is_over_after_so_many_turns_at_most(seats: int, most: int) -> None:
    in_play = sum(full_deck(seats).values())
    deck = in_play - 7 * seats - 4
    assert deck + 5 + (in_play - 6) // 4 == most <= MAX_TURNS == GAME.meta.max_steps
    for seed in range(20):
        state, dice = fresh(seats, seed), random.Random(seed)
        while GAME.active_seats(state):
            actions = legal(state)
            slow = [action for action in actions if not isinstance(action, Bribe)]
            action = dice.choice(slow if seed % 2 else actions)
            chance = FastChance(dice.random())  # type: ignore[arg-type]
            GAME.apply_action(state, state.to_move, action, chance)
        assert state.turn <= most


def test_there_is_no_hand_limit() -> None:
    state = table(["axe"] * 14 + ["crown"] * 14, [], stalls={0: ["wild"] * 20}, deck=["sword"])
    assert DRAW in legal(state)
    play(state, visit(0))
    assert state.players[0].hand_size == 48


def test_the_discards_are_never_reshuffled() -> None:
    state = table([], [], discards=cards("axe", "crown", "wild"))
    play(state, DRAW)
    assert state.ending == "deck-empty-draw"
    assert state.discards == cards("axe", "crown", "wild")


def test_discards_cursed_kind_columns_and_bribes_are_public() -> None:
    state = table(
        ["crown"],
        [],
        bribes=[{"axe": (2, 1)}],
        stalls={2: ["axe", "wild", "sword"]},
        discards=cards("potion", "wild"),
        cursed="potion",
    )
    seen = GAME.observation(state, SPECTATOR)
    assert seen.discards == cards("potion", "wild")
    assert seen.cursed == "potion"
    assert seen.stalls == [[], [], ["axe", "wild", "sword"], []]
    laid = seen.seats[0].bribes["axe"]
    assert (laid.treasures, laid.wilds) == (2, 1)


def test_hands_are_opened_at_the_end() -> None:
    state = ended(["axe"], ["crown", "wild"])
    for viewer in (0, SPECTATOR, OMNISCIENT):
        seen = GAME.observation(state, viewer)
        assert [seat.hand for seat in seen.seats] == [cards("axe"), cards("crown", "wild")]


def test_like_cards_make_one_action() -> None:
    state = table(["axe"] * 5 + ["wild"] * 3, [], stalls={2: ["crown"]})
    actions = legal(state)
    assert len(actions) == len(set(actions)) == 5 * 4 + 2 + 1


def test_no_position_offers_more_choices_than_declared() -> None:
    def longest(seats: int) -> int:
        """The most actions of a player who holds all cards but those dealt to the others.

        With t treasures of any kinds and w wilds there are t * (w + 1) bribes; a filled stall takes
        one card from the hand and offers at most 1, 6, 42 or 168 visits. A kind already bribed
        takes one card as well and gives but w more bribes, which is always less.
        """
        in_play = full_deck(seats)
        free = sum(in_play.values()) - 7 * (seats - 1)
        most = 0
        for wilds in range(in_play["wild"] + 1):
            bonus = sum(max(0, visits - (wilds + 1)) for visits in (1, 6, 42, 168))
            most = max(most, min(84, free - wilds) * (wilds + 1) + bonus + 1)
        return most

    assert max(longest(seats) for seats in (2, 3, 4, 5)) == MAX_CHOICES == GAME.meta.max_choices
    assert len(legal(largest_hand())) == MAX_CHOICES
