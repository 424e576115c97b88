"""Ruling sheet: A turn: Bribe and Refill, Visit the market, Draw, and what holds for all turns."""

import random
from itertools import combinations_with_replacement
from typing import Any

import pytest

from games.burn_my_village.actions import DRAW, Bribe, Visit
from games.burn_my_village.components import KINDS, MAX_CHOICES, MAX_TURNS, TREASURES, full_deck
from games.burn_my_village.state import Laid, State
from games.plugin import OMNISCIENT, SPECTATOR, FastChance, IllegalAction
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

LETTERS = dict(zip(TREASURES, "ABCDEF", strict=True))  # worth 1, 2, 2, 3, 3, 4


def track(state: State) -> str:
    return "".join(LETTERS[kind] for kind in state.track)


def hand(state: State) -> str:
    return held(state.players[0].hand)


def held(pile: dict[str, int]) -> str:
    return " ".join(kind for kind in KINDS for _ in range(pile[kind]))


def stalls(state: State) -> list[str]:
    """What lies in stalls 3, 2, 1 and 0."""
    return [" ".join(state.stalls[cost]) for cost in (3, 2, 1, 0)]


# -- bribe ----------------------------------------------------------------------------------------


def bribed(hand: str, action: Bribe, dealt: str = "wild", **here: Any) -> State:
    """After this bribe, for which the deck deals those cards, and those of `left` stay in it."""
    left = here.pop("left", "")
    state = table(hand, "", deck=f"{dealt} {left}", **here)
    play(state, action, dealt)
    return state


def offered(state: State) -> set[tuple[str, int, int]]:
    return {(a.treasure, a.count, a.wilds) for a in legal(state) if isinstance(a, Bribe)}


def test_a_turn_is_exactly_one_action() -> None:
    state = bribed("axe axe", bribe("axe"))
    assert (state.turn, GAME.active_seats(state)) == (2, {1})
    assert GAME.legal_actions(state, 0) == []


@pytest.mark.parametrize(
    ("hand", "bribes", "ways"),
    [
        (
            "axe axe crown wild",
            [],
            {("axe", n, w) for n in (1, 2) for w in (0, 1)} | {("crown", 1, 0), ("crown", 1, 1)},
        ),
        ("wild wild axe", [], {("axe", 1, 0), ("axe", 1, 1), ("axe", 1, 2)}),
        ("wild wild", [{"axe": (1, 0)}], {("axe", 0, 1), ("axe", 0, 2)}),
        ("wild", [{}, {"axe": (3, 0)}], set()),
    ],
    ids=[
        "treasures of one kind and any wilds",
        "a first bribe of a kind needs a treasure",
        "a kind already bribed takes wilds alone",
        "not what another player bribed",
    ],
)
def test_a_bribe_is_treasures_of_one_kind_and_any_wilds(hand, bribes, ways):
    state = table(hand, "", bribes=bribes)
    assert offered(state) == ways
    if not any(bribes):
        with pytest.raises(IllegalAction):
            play(state, bribe("axe", 0, 1))


def test_a_bribe_leaves_the_hand_lies_there_for_good_and_may_be_added_to() -> None:
    state = bribed("axe axe axe wild wild", bribe("axe", 2, 1))
    assert (hand(state), state.players[0].bribes["axe"]) == ("axe wild", Laid(2, 1))
    assert GAME.observation(state, 1).seats[0].points == 3 * 4
    laid = [{"axe": (3, 2)}]
    assert bribed("axe axe", bribe("axe", 2), bribes=laid).players[0].bribes["axe"] == Laid(5, 2)
    assert bribed("wild", bribe("axe", 0, 1), bribes=laid).players[0].bribes["axe"] == Laid(3, 3)


@pytest.mark.parametrize(
    ("hand", "action", "after"),
    [
        ("scroll scroll wild", bribe("scroll", 2, 1), "ACDEBF"),
        ("potion potion potion potion potion", bribe("potion", 5), "ABCEFD"),
        ("crown", bribe("crown"), "ABCDEF"),
    ],
    ids=["by treasures and wilds", "no further than the last space", "legal there"],
)
def test_the_token_moves_right_and_each_token_passed_shifts_one_space_left(hand, action, after):
    assert track(bribed(hand, action)) == after


@pytest.mark.parametrize(
    ("dealt", "before", "after"),
    [
        (
            "sword scroll feather potion crown axe",
            {},
            ["sword crown", "scroll axe", "feather", "potion"],
        ),
        ("axe", {3: "wild potion"}, ["wild potion axe", "", "", ""]),
        ("sword axe", {}, ["sword", "axe", "", ""]),
        ("sword wild", {}, ["sword", "wild", "", ""]),
    ],
    ids=["round again", "onto the columns", "the kind stops it", "a wild stops it and stays"],
)
def test_a_refill_goes_3_2_1_0_until_a_card_of_the_bribed_kind_or_a_wild(dealt, before, after):
    state = bribed("axe", bribe("axe"), dealt, stalls=before, left="crown")
    assert (stalls(state), held(state.deck)) == (after, "crown")


def test_every_refill_begins_at_stall_3_anew() -> None:
    state = table("axe", "axe", deck="sword axe crown wild")
    play(state, bribe("axe"), "sword axe")
    play(state, bribe("axe"), "crown wild")
    assert stalls(state) == ["sword crown", "axe wild", "", ""]


def test_a_card_due_from_an_empty_deck_ends_the_game_once_the_bribe_is_laid() -> None:
    state = bribed("axe", bribe("axe"), "sword crown")
    assert (state.ending, GAME.active_seats(state)) == ("deck-empty-refill", frozenset())
    assert stalls(state)[:2] == ["sword", "crown"]
    state = bribed("scroll wild", bribe("scroll", 1, 1), "")
    assert state.players[0].bribes["scroll"] == Laid(1, 1)
    assert (track(state), state.ending) == ("ACDBEF", "deck-empty-refill")


@pytest.mark.parametrize("last", ["axe", "wild"])
def test_the_game_goes_on_if_the_very_last_card_stops_the_refill(last: str) -> None:
    state = bribed("axe", bribe("axe"), f"sword {last}")
    assert (state.deck_size, state.ending, GAME.active_seats(state)) == (0, None, {1})


# -- visit the market -----------------------------------------------------------------------------


def visited(hand: str, action: Visit, **here: Any) -> State:
    state = table(hand, "", **here)
    play(state, action)
    return state


def visits(hand: str, **here: Any) -> list[Visit]:
    return [action for action in legal(table(hand, "", **here)) if isinstance(action, Visit)]


@pytest.mark.parametrize("stall", [0, 1, 2, 3])
def test_any_filled_stall_may_be_visited_and_no_empty_one(stall: int) -> None:
    found = visits("axe axe axe", stalls={stall: "crown"})
    assert [action.stall for action in found] == [stall]
    state = table("axe axe axe", "")
    with pytest.raises(IllegalAction):
        play(state, visit(stall, *["axe"] * stall, curse="axe" if stall else None))


@pytest.mark.parametrize(
    ("hand", "here", "found"),
    [
        ("axe axe axe axe", {2: "crown"}, [visit(2, "axe axe", curse="axe")]),
        ("wild wild wild", {1: "axe", 2: "axe", 3: "axe"}, []),
        ("", {1: "axe crown"}, []),
        ("axe crown", {2: "sword"}, [visit(2, "axe crown", curse=c) for c in ("axe", "crown")]),
        ("axe", {0: "crown wild"}, [visit(0)]),
    ],
    ids=[
        "exactly the stall's cost",
        "wilds alone don't pay",
        "nor the cards being bought",
        "one of the discarded treasures is cursed",
        "stall 0 takes no payment and curses nothing",
    ],
)
def test_what_a_visit_costs(hand: str, here: dict[int, str], found: list[Visit]) -> None:
    assert visits(hand, stalls=here) == found
    for paid in (1, 3):
        with pytest.raises(IllegalAction):
            play(table(hand, "", stalls=here), visit(2, *["axe"] * paid, curse="axe"))


def test_any_kinds_may_pay_with_a_treasure_among_them() -> None:
    found = visits(" ".join(f"{kind} {kind} {kind}" for kind in KINDS), stalls={3: "crown"})
    paid_and_cursed = {
        visit(3, *paid, curse=cursed)
        for paid in combinations_with_replacement(KINDS, 3)
        for cursed in TREASURES
        if cursed in paid
    }
    assert set(found) == paid_and_cursed
    assert len(found) == len(paid_and_cursed) == 168


def test_paid_cards_are_discarded_from_the_hand() -> None:
    action = visit(2, "axe wild", curse="axe")
    state = visited("axe crown wild", action, stalls={2: "sword"}, deck="wild")
    assert (hand(state), state.cursed) == ("sword crown", "axe")
    assert held(state.discards) == "axe wild"
    assert (held(state.deck), stalls(state)) == ("wild", [""] * 4), "a visit turns no cards over"


@pytest.mark.parametrize(
    ("paid", "curse", "after"),
    [
        ("axe crown crown", "axe", "AEBCDF"),
        ("axe wild wild", "axe", "AEBCDF"),
        ("scroll scroll scroll", "scroll", "BACDEF"),
        ("crown crown", "crown", "ABCFDE"),
        ("sword", "sword", "ABCDEF"),
    ],
    ids=["alone", "wilds count", "no further than the first space", "others shift", "legal there"],
)
def test_the_cursed_token_alone_moves_left_by_the_cards_discarded(paid, curse, after):
    stall = len(paid.split())
    state = visited(paid, visit(stall, paid, curse=curse), stalls={stall: "sword"})
    assert (track(state), state.cursed) == (after, curse)


@pytest.mark.parametrize("column", ["wild wild", "axe wild axe"])
def test_the_whole_column_is_taken_even_if_it_holds_only_wilds(column: str) -> None:
    here = {1: column, 2: "crown"}
    state = visited("sword", visit(1, "sword", curse="sword"), stalls=here)
    assert state.players[0].hand == cards(column)
    assert stalls(state) == ["", "crown", "", ""]


def test_stall_0_changes_no_track_and_visits_stay_legal_with_an_empty_deck() -> None:
    state = visited("axe", visit(0), stalls={0: "crown wild"}, cursed="potion")
    assert (hand(state), track(state)) == ("axe crown wild", "ABCDEF")
    assert (held(state.discards), state.cursed) == ("", "potion")
    state = visited("axe", visit(1, "axe", curse="axe"), stalls={1: "crown"})
    assert (state.ending, GAME.active_seats(state)) == (None, {1})


# -- draw, and all turns --------------------------------------------------------------------------


def test_a_draw_takes_the_top_card_or_ends_the_game_without_a_reshuffle() -> None:
    state = table("axe", "", deck="crown wild")
    play(state, DRAW, "crown")
    assert (hand(state), held(state.deck)) == ("axe crown", "wild")
    state = table("axe", "", discards=cards("axe crown wild"))
    play(state, DRAW)
    assert (state.ending, hand(state)) == ("deck-empty-draw", "axe")
    assert held(state.discards) == "axe crown wild"


def test_emptying_the_deck_doesnt_end_the_game() -> None:
    by_draw = table("", "", deck="axe")
    play(by_draw, DRAW, "axe")
    for state in (by_draw, bribed("axe", bribe("axe"), "axe")):
        assert (state.deck_size, GAME.result(state)) == (0, None)
        assert GAME.active_seats(state) == {1}


@pytest.mark.parametrize("deck", ["", "axe"])
def test_drawing_is_always_legal(deck: str) -> None:
    assert legal(table("", "", deck=deck)) == [DRAW]


@pytest.mark.parametrize(("seats", "most"), [(2, 104), (3, 99), (4, 99), (5, 94)])
def test_a_game_is_over_after_so_many_turns_at_most(seats: int, most: int) -> None:
    in_play = sum(full_deck(seats).values())
    deck = in_play - 7 * seats - 4
    assert deck + 5 + (in_play - 6) // 4 == most <= MAX_TURNS == GAME.meta.max_steps
    for seed in range(4):
        state, dice = fresh(seats, seed), random.Random(seed)
        while GAME.active_seats(state):
            actions = legal(state)
            slow = [action for action in actions if not isinstance(action, Bribe)]
            action = dice.choice(slow if seed % 2 else actions)
            GAME.apply_action(state, state.to_move, action, FastChance(dice.randrange(10**6)))
        assert state.turn <= most


def test_there_is_no_hand_limit_and_like_cards_make_one_action() -> None:
    state = table("axe " * 14 + "crown " * 14, "", stalls={0: "wild " * 20}, deck="sword")
    assert DRAW in legal(state)
    play(state, visit(0))
    assert state.players[0].hand_size == 48
    actions = legal(table("axe " * 5 + "wild " * 3, "", stalls={2: "crown"}))
    assert len(actions) == len(set(actions)) == 5 * 4 + 2 + 1


def test_discards_cursed_kind_columns_and_bribes_are_public() -> None:
    fixed = {"discards": cards("potion wild"), "cursed": "potion", "bribes": [{"axe": (2, 1)}]}
    seen = GAME.observation(table("crown", "", stalls={2: "axe wild"}, **fixed), SPECTATOR)
    assert (seen.discards, seen.cursed) == (cards("potion wild"), "potion")
    assert seen.stalls == [[], [], ["axe", "wild"], []]
    laid = seen.seats[0].bribes["axe"]
    assert (laid.treasures, laid.wilds) == (2, 1)


def test_hands_are_opened_at_the_end() -> None:
    state = ended("axe", "crown wild")
    for viewer in (0, SPECTATOR, OMNISCIENT):
        seen = GAME.observation(state, viewer)
        assert [seat.hand for seat in seen.seats] == [cards("axe"), cards("crown wild")]


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
