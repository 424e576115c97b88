"""Checks that a ruleset's table of rulings, docs/rulings/<slug>.md, and their tests match."""

import ast
import re
from collections import Counter
from pathlib import Path

from games.plugin import AnyGame

ROOT = Path(__file__).parents[2]


def faults(game: AnyGame) -> list[str]:
    """Entries that are only in the table, only in the tests, or twice."""
    table = ROOT / "docs" / "rulings" / f"{game.meta.slug}.md"
    if not table.exists():
        return ["there is no table of the rulings and their tests"]
    named = Counter(re.findall(r"`(test_\w+)`", table.read_text(encoding="utf-8")))
    written = _written(game, set(named))
    return [
        *(
            f"the table names `{test}`, which isn't written"
            for test in sorted(set(named) - set(written))
        ),
        *(
            f"`{test}` tests a ruling that isn't in the table"
            for test in sorted(set(written) - set(named))
        ),
        *(f"`{test}` is there twice" for test, many in (named | written).items() if many > 1),
        *(["the table names no test"] if not named else []),
    ]


def _written(game: AnyGame, named: set[str]) -> Counter[str]:
    """The tests in the files about rulings: files with a test that the table names."""
    folder = ROOT / "tests" / "games" / type(game).__module__.split(".")[-2]
    files = [_tests(path) for path in sorted(folder.glob("test_*.py"))]
    return Counter(test for tests in files if named.intersection(tests) for test in tests)


def _tests(path: Path) -> list[str]:
    return [
        node.name
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
