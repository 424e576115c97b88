"""A ruleset's table of rulings, docs/rulings/<slug>.md, and its tests of them name each other."""

import pytest

from games.plugin import AnyGame, registry
from tests.support import ruling_tables


@pytest.mark.parametrize("game", registry.installed(), ids=lambda game: str(game.meta.slug))
def test_the_table_and_the_tests_name_each_other_once(game: AnyGame) -> None:
    assert ruling_tables.faults(game) == []
