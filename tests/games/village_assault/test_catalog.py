"""The rows of the catalog, and the keys that the types name."""

from typing import get_args

from games.village_assault.catalog import VILLAGES
from games.village_assault.components import VillageKey


def test_every_village_has_a_name() -> None:
    assert tuple(VILLAGES) == get_args(VillageKey)
