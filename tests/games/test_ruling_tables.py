"""A ruleset's table of rulings, docs/rulings/<slug>.md, and its tests of them name each other."""

import ast
import re
from pathlib import Path

import pytest

from games.plugin import AnyGame, registry

HERE = Path(__file__).parent
TABLES = HERE.parents[1] / "docs" / "rulings"
GAMES = pytest.mark.parametrize("game", registry.installed(), ids=lambda game: str(game.meta.slug))


def named(game: AnyGame) -> list[str]:
    """The tests that the table names."""
    file = TABLES / f"{game.meta.slug}.md"
    assert file.exists(), f"write docs/rulings/{file.name}: each ruling and the test of it"
    return re.findall(r"`(test_\w+)`", file.read_text(encoding="utf-8"))


def written(game: AnyGame) -> list[str]:
    """The tests in the files about rulings: those of which the table names any."""
    folder = HERE / type(game).__module__.split(".")[-2]
    files = [_tests(path) for path in sorted(folder.glob("test_*.py"))]
    wanted = set(named(game))
    return [test for tests in files if wanted.intersection(tests) for test in tests]


def _tests(path: Path) -> list[str]:
    return [
        node.name
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


@GAMES
def test_every_test_in_the_table_exists(game: AnyGame) -> None:
    assert named(game)
    assert sorted(set(named(game)) - set(written(game))) == []


@GAMES
def test_every_test_of_a_ruling_is_in_the_table(game: AnyGame) -> None:
    assert sorted(set(written(game)) - set(named(game))) == []


@GAMES
def test_names_are_unique(game: AnyGame) -> None:
    for names in (named(game), written(game)):
        assert len(names) == len(set(names))
