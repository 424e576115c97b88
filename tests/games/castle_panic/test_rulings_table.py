"""The table of rulings in the documentation and the tests of the rules name each other."""

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
TABLE = HERE.parents[2] / "docs" / "rulings" / "castle-panic.md"
RULINGS = (
    *("setup", "turns", "trading", "plays", "monsters", "tokens", "boulder", "overlord"),
    *("endings", "options", "observation", "games"),
)


def written() -> list[str]:
    return [
        node.name
        for topic in RULINGS
        for node in ast.parse((HERE / f"test_{topic}.py").read_text()).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def named() -> list[str]:
    return re.findall(r"`(test_\w+)`", TABLE.read_text())


def test_every_test_in_the_table_exists() -> None:
    assert sorted(set(named()) - set(written())) == []


def test_every_test_of_a_ruling_is_in_the_table() -> None:
    assert sorted(set(written()) - set(named())) == []


def test_names_are_unique() -> None:
    assert len(written()) == len(set(written()))
    assert len(named()) == len(set(named()))
