"""Before the first round."""

import pytest

from games.burnt_to_ashes.game import BurntToAshes
from games.plugin import FastChance, Seating

GAME = BurntToAshes()


@pytest.mark.parametrize("seats", range(1, 7))
def test_every_land_gets_a_pile_of_3_and_start_lands_4(seats: int) -> None:
    state = GAME.setup(GAME.Options(), Seating(seats), FastChance(1))
    sizes = [land.size for land in state.lands]
    assert sizes == [4, 3, 3, 3, 3, 3] * 4
    assert sum(sizes) == 76
