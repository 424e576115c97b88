"""Whole random games: no card is lost.

The laws of the plug-in interface are held by `tests/games/test_conformance.py`.
"""

import random

import pytest

from games.burn_my_village.components import full_deck
from games.plugin import FastChance
from tests.games.burn_my_village.tables import GAME, fresh, legal


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_card_is_in_one_place_in_every_position(seats: int) -> None:
    expected = full_deck(seats) | {f"token:{kind}": 1 for kind in list(full_deck(seats))[:6]}
    for seed in range(6):
        state, dice = fresh(seats, seed), random.Random(seed)
        assert GAME.pieces(state) == expected
        while GAME.active_seats(state):
            GAME.apply_action(state, state.to_move, dice.choice(legal(state)), FastChance(seed))
            assert GAME.pieces(state) == expected
            assert all(n >= 0 for player in state.players for n in player.hand.values())
