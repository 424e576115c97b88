"""Whole games and bounds: pieces, lists, lengths.

The laws of the plug-in interface are held by `tests/games/test_conformance.py`.
"""

import random
from statistics import mean
from typing import Any

import pytest

from games.castle_panic.actions import (
    Counter,
    Decline,
    DrawTwo,
    DriveBack,
    EndPlay,
    EndTrade,
    Exchange,
    OfferTrade,
    OpenAtRandom,
)
from games.castle_panic.components import (
    BOSSES,
    CARDS,
    DECK,
    HAND_SIZES,
    MAX_CHOICES,
    MONSTERS,
    PILE,
)
from games.castle_panic.state import Offer, State
from games.plugin import FastChance
from games.plugin.codec import pack, unpack
from tests.games.castle_panic.positions import GAME, act, at, fresh, legal, of, position, to

EVERYTHING = {
    **{f"card:{card}": n for card, n in DECK.items()},
    **{f"token:{token}": n for token, n in PILE.items()},
}
USUAL = 200  # the sheet's figure for lists of hands of usual size

TABLES: list[dict[str, Any]] = [
    {"seats": 1, "heroic_powers": True},
    {"seats": 2, "mode": "co-op", "dwindling_resources": True},
    {"seats": 4, "mans_home": True, "all_for_one": True},
    {"seats": 6, "under_construction": True, "easier_battles": True},
    {"seats": 2, "lord": 1, "easier_battles": True},
    {"seats": 5, "lord": 0, "mans_home": True, "dwindling_resources": True},
]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: "-".join(map(str, table.values())))
def test_all_49_cards_and_49_tokens_are_in_one_place_in_every_state(table: dict[str, Any]) -> None:
    for seed in range(4):
        state, dice = fresh(**table, seed=seed), random.Random(seed)
        chance = FastChance(seed)
        while GAME.active_seats(state):
            assert GAME.pieces(state) == EVERYTHING
            assert sum(state.fortified) <= 2
            assert all(m.points > 0 for m in state.monsters)
            seat = dice.choice(sorted(GAME.active_seats(state)))
            actions = GAME.legal_actions(state, seat)
            assert len(actions) <= USUAL
            GAME.apply_action(state, seat, dice.choice(actions), chance)
        assert GAME.pieces(state) == EVERYTHING
        assert state.ending


def test_a_stored_position_plays_on_as_before() -> None:
    state = fresh(3, seed=5)
    again = unpack(pack(state), type(state))
    for copy in (state, again):
        dice, chance = random.Random(1), FastChance(7)
        while GAME.active_seats(copy):
            seat = min(GAME.active_seats(copy))
            GAME.apply_action(copy, seat, dice.choice(GAME.legal_actions(copy, seat)), chance)
    assert state == again


def test_who_does_nothing_loses_after_six_turns() -> None:
    def turns(seed: int) -> int:
        state, chance = fresh(4, seed=seed), FastChance(seed)
        while GAME.active_seats(state):
            seat = min(GAME.active_seats(state))
            actions = GAME.legal_actions(state, seat)
            idle = [a for a in actions if a in (OpenAtRandom(), Exchange(), EndTrade(), EndPlay())]
            GAME.apply_action(state, seat, (idle or actions)[0], chance)
        assert state.ending == "lost"
        return state.turn

    assert mean(map(turns, range(60))) == pytest.approx(6.2, abs=0.3)


# -- lists ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_hands_of_usual_size_make_at_most_101_offers(seats: int) -> None:
    size = HAND_SIZES[seats]
    most = size * size * (seats - 1) + 1
    assert most <= 101
    hands = [list(CARDS)[seat * size : (seat + 1) * size] for seat in range(seats)]
    distinct = seats * size <= len(CARDS)
    state = position(*hands, phase="trade")
    assert not distinct or len(legal(state)) == most


def offers(singles: int, triples: int, fours: int) -> int:
    """Offers of a player with one card each of so many kinds, every other card at a partner's.

    Fourteen kinds have one card, nine have three, two have four. No other spread of the cards makes
    more: a second card of a kind in one hand adds nothing there.
    """
    own = singles + triples + fours
    like = 2 * triples + 3 * fours
    return own * (49 - own) - like


def test_no_position_offers_more_choices_than_declared() -> None:
    longest = max(offers(s, t, f) for s in range(15) for t in range(10) for f in range(3)) + 1
    assert longest == MAX_CHOICES == GAME.meta.max_choices
    assert len(legal(everybody_hoards())) == longest


def everybody_hoards() -> State:
    """All 49 cards in hand; the active player has one of each kind but brick and mortar."""
    mine = [card for card in CARDS if card not in ("brick", "mortar")]
    partners: list[list[str]] = [[], [], [], [], []]
    for card in CARDS:
        left = DECK[card] - (card in mine)
        for partner in partners[:left]:
            partner.append(card)
    return position(mine, *partners, phase="trade")


def test_exchanges_counters_and_plays_stay_below_it() -> None:
    kinds, repeated = len(DECK), sum(n > 1 for n in DECK.values())
    alone = position([card for card, n in DECK.items() for _ in range(n)], phase="discard")
    exchanges = 1 + kinds + kinds * (kinds - 1) // 2 + repeated
    assert len(legal(alone)) == exchanges < MAX_CHOICES
    monsters = sum(PILE[kind] for kind in MONSTERS)
    assert monsters == 27 + len(BOSSES)
    # Three cards hit a monster, each with Nice Shot or without; All for One comes in four ways;
    # Barbarian, Drive Him Back! and Tar. Then walls, Missing, Draw 2 Cards, Scavenge, the end.
    plays = monsters * (3 * 2 + 4 + 3) + 6 + 1 + 1 + kinds + 1
    assert plays < MAX_CHOICES
    # Two hands hold no more than 36 different cards, so there are no more than 18 * 18 counters.
    shared = [card for card, n in DECK.items() if n > 1]
    singles = [card for card, n in DECK.items() if n == 1]
    assert 2 * len(shared) + len(singles) == 36
    hands = (shared + singles[:7], shared + singles[7:])
    countered = position(*hands, phase="trade", pending=[Offer(1, shared[0], shared[1])])
    assert len(of(Counter, legal(countered))) == 18 * 18 - len(shared) - 1 < MAX_CHOICES


def test_a_full_hand_and_many_monsters_make_no_more_plays_than_the_sheet_expects() -> None:
    hand = ["archer-any", "knight-any", "swordsman-any", "nice-shot", "barbarian", "drive-back"]
    monsters = [
        at(ring, arc, "orc") for ring in ("archer", "knight", "sword") for arc in range(1, 4)
    ]
    assert len(legal(position(hand, ["brick"], monsters=monsters))) == 9 * 2 + 9 * 2 + 1 <= 56


# -- length ---------------------------------------------------------------------------------------


def test_a_game_has_no_longest_length() -> None:
    """With every card in a hand, Draw 2 Cards fetches Drive Him Back! and itself, turn by turn.

    So a position comes back, and no number of steps is enough for every game: `max_steps` is None.
    """
    hand = ["drive-back", "draw-two"]
    state = position(
        hand, ["brick"] * 2, monsters=[at("knight", 1, "troll")], pile=[], phase="play"
    )
    before = pack(state)
    for _ in range(3):
        act(state, DriveBack(to("knight", 1, "troll")))
        act(state, DrawTwo(), "drive-back", "draw-two")
        for seat in (1, 0):
            assert GAME.active_seats(state) == {seat}
            act(state, Exchange())
            act(state, EndTrade())
        assert pack(_same_clock(state)) == before
    assert GAME.meta.max_steps is None


def _same_clock(state: State) -> State:
    """The position as if no turn had been counted, nor what it brought."""
    copy = unpack(pack(state), State)
    copy.turn, copy.brought = 1, {}
    for player in copy.players:
        player.turns = 1
    return copy


def test_offers_in_a_turn_come_to_an_end() -> None:
    state = position(["tar", "missing"], ["mortar", "brick"], ["scavenge"], phase="trade")
    made = 0
    while state.phase == "trade":
        act(state, of(OfferTrade, legal(state))[0])
        act(state, Decline())
        made += 1
    assert made == 3
