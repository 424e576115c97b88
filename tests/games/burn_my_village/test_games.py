"""Whole random games: no card is lost.

The laws of the plug-in interface are held by `tests/games/test_conformance.py`.
"""

import pytest

from games.burn_my_village.components import full_deck
from tests.games.burn_my_village.tables import GAME, fresh
from tests.support.random_games import played


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_card_is_in_one_place_in_every_position(seats: int) -> None:
    expected = full_deck(seats) | {f"token:{kind}": 1 for kind in list(full_deck(seats))[:6]}
    for seed in range(6):
        for state, _ in played(GAME, fresh(seats, seed), seed):
            assert GAME.pieces(state) == expected
            assert all(n >= 0 for player in state.players for n in player.hand.values())
