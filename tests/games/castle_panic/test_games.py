"""Whole games and bounds: pieces, lists, lengths.

The laws of the plug-in interface are held by `tests/games/test_conformance.py`.
"""

from statistics import mean
from typing import Any

import pytest

from games.castle_panic import actions as do
from games.castle_panic.components import CARDS, DECK, HAND_SIZES, MAX_CHOICES, PILE
from games.castle_panic.state import State
from games.plugin import FastChance
from games.plugin.codec import pack, unpack
from tests.games.castle_panic.positions import GAME, act, fresh, legal, position, to
from tests.support.random_games import played

EVERYTHING = {
    **{f"card:{card}": n for card, n in DECK.items()},
    **{f"token:{token}": n for token, n in PILE.items()},
}
USUAL = 200  # the sheet's figure for lists of hands of usual size


@pytest.mark.parametrize(
    "table",
    [
        {"seats": 1, "heroic_powers": True, "dwindling_resources": True},
        {"seats": 6, "under_construction": True, "easier_battles": True, "all_for_one": True},
        {"seats": 5, "lord": 0, "mans_home": True, "dwindling_resources": True},
    ],
    ids=["alone", "six", "Overlord"],
)
def test_all_49_cards_and_49_tokens_are_in_one_place_in_every_state(table: dict[str, Any]) -> None:
    for seed in range(4):
        for state, _ in played(GAME, fresh(**table, seed=seed), seed):
            assert GAME.pieces(state) == EVERYTHING
            assert sum(state.fortified) <= 2
            assert all(monster.points > 0 for monster in state.monsters)
            for seat in range(len(state.players)):
                assert len(legal(state, seat)) <= USUAL


def test_who_does_nothing_loses_after_six_turns() -> None:
    idle = (do.OpenAtRandom(), do.Exchange(), do.EndTrade(), do.EndPlay())

    def turns(seed: int) -> int:
        state, chance = fresh(4, seed=seed), FastChance(seed)
        while GAME.active_seats(state):
            seat = min(GAME.active_seats(state))
            actions = legal(state, seat)
            lazy = [action for action in actions if action in idle]
            GAME.apply_action(state, seat, (lazy or actions)[0], chance)
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
    assert not distinct or len(legal(position(*hands, phase="trade"))) == most


def offers(singles: int, triples: int, fours: int) -> int:
    """Offers of a player with one card each of so many kinds, every other card at a partner's.

    Fourteen kinds have one card, nine have three, two have four. No other spread of the cards makes
    more: a second card of a kind in one hand adds nothing there.
    """
    own = singles + triples + fours
    return own * (49 - own) - 2 * triples - 3 * fours


def test_no_position_offers_more_choices_than_declared() -> None:
    longest = max(offers(s, t, f) for s in range(15) for t in range(10) for f in range(3)) + 1
    mine = [card for card in CARDS if card not in ("brick", "mortar")]
    partners: list[list[str]] = [[], [], [], [], []]
    for card in CARDS:
        for partner in partners[: DECK[card] - (card in mine)]:
            partner.append(card)
    hoarding = position(mine, *partners, phase="trade")
    assert len(legal(hoarding)) == longest == MAX_CHOICES == GAME.meta.max_choices


def test_a_full_hand_and_many_monsters_make_no_more_plays_than_the_sheet_expects() -> None:
    hand = "archer-any knight-any swordsman-any nice-shot barbarian drive-back"
    spaces = [f"{ring} {arc}" for ring in ("archer", "knight", "sword") for arc in (1, 2, 3)]
    monsters = ", ".join(f"orc {space}" for space in spaces)
    assert len(legal(position(hand, "brick", monsters=monsters))) == 9 * 2 + 9 * 2 + 1 <= 56


# -- length ---------------------------------------------------------------------------------------


def test_a_game_has_no_longest_length() -> None:
    """With every card in a hand, Draw 2 Cards fetches Drive Him Back! and itself, turn by turn.

    So a position comes back, and no number of steps is enough for every game: `max_steps` is None.
    """
    state = position("drive-back draw-two", "brick brick", monsters="troll knight 1", pile=[])
    before = pack(state)
    for _ in range(3):
        act(state, do.DriveBack(to("troll knight 1")))
        act(state, do.DrawTwo(), "drive-back draw-two")
        for seat in (1, 0):
            assert GAME.active_seats(state) == {seat}
            act(state, do.Exchange())
            act(state, do.EndTrade())
        assert pack(_same_clock(state)) == before
    assert GAME.meta.max_steps is None


def _same_clock(state: State) -> State:
    """The position as if no turn had been counted, nor what it brought."""
    copy = unpack(pack(state), State)
    copy.turn, copy.brought = 1, {}
    for player in copy.players:
        player.turns = 1
    return copy
