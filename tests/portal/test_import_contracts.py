"""The contract of rulesets: seen to break, on small houses made for it."""

import pytest
from grimp import ImportGraph

from tests.support.import_contracts import faults, rulesets

MODULES = (
    *("games", "games.matches", "games.matches.apps", "games.matches.models", "games.plugin"),
    *("games.plugin.game", "games.chess", "games.chess.game", "games.chess.rules", "games.go"),
    *("games.go.game", "lobby", "accounts"),
)


@pytest.fixture
def house() -> ImportGraph:
    """A house in which two rulesets keep to the contract."""
    graph = ImportGraph()
    for module in MODULES:
        graph.add_module(module)
    for outside in ("django", "msgspec"):
        graph.add_module(outside, is_squashed=True)
    for importer, imported in [
        ("games.chess.game", "games.chess.rules"),
        ("games.chess.rules", "games.plugin.game"),
        ("games.chess.rules", "msgspec"),
        ("games.go.game", "games.plugin"),
        ("games.matches.models", "django"),
    ]:
        graph.add_import(importer=importer, imported=imported)
    return graph


def test_rulesets_are_found_by_their_game_and_one_that_imports_another_breaks_it(house):
    assert rulesets(house) == ["games.chess", "games.go"]
    assert faults(house) == []
    house.add_import(importer="games.go.game", imported="games.chess.rules")
    assert "games.go.game imports games.chess.rules" in faults(house)


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("games.chess.rules", "games.matches.models"),
        ("games.chess.rules", "lobby"),
        ("games.chess.rules", "accounts"),
        ("games.chess.rules", "django"),
        ("games.matches.models", "games.chess.rules"),
        ("lobby", "games.chess"),
        ("games.plugin.game", "games.go.game"),
    ],
)
def test_who_breaks_it_is_named(house, importer, imported):
    house.add_import(importer=importer, imported=imported)
    assert faults(house) == [f"{importer} imports {imported}"]
