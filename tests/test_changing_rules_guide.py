"""docs/changing-rules.md: the change written there fits the worked example and keeps all laws."""

import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.conformance import check, play_record
from games.plugin import FastChance
from games.protocol.verification import Verdict, verify_record
from tests.test_new_ruleset_guide import FILES, ROOT, as_package, is_tidy

GUIDE = (ROOT / "docs" / "changing-rules.md").read_text(encoding="utf-8")
BLOCK = re.compile(
    r"^```(python|diff)\n# games/leapfrog/(\w+)\.py\n(.*?)^```$", re.DOTALL | re.MULTILINE
)


def changed(code: str, diff: str) -> str:
    """The file with every hunk of a diff applied, each in the one place where it fits."""
    for hunk in diff.split("@@\n"):
        lines = hunk.splitlines(keepends=True)
        before = "".join(line[1:] for line in lines if line[0] in " -")
        after = "".join(line[1:] for line in lines if line[0] in " +")
        assert code.count(before) == 1, f"doesn't fit, or not in one place:\n{before}"
        code = code.replace(before, after)
    return code


def changed_files() -> dict[str, str]:
    files = dict(FILES)
    for kind, name, text in BLOCK.findall(GUIDE):
        files[name] = text if kind == "python" else changed(files[name], text)
    return files


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The changed files as the package `games.leapfrog`."""
    with as_package(tmp_path_factory.mktemp("changed"), changed_files()) as folder:
        yield folder


@pytest.fixture
def game(package: Path) -> Any:
    return importlib.import_module("games.leapfrog.game").Leapfrog()


def test_every_block_of_the_guide_is_a_change_of_the_example():
    assert len(BLOCK.findall(GUIDE)) == len(re.findall(r"^```\w", GUIDE, re.MULTILINE))
    assert set(changed_files()) == {*FILES, "versions"}


def test_both_versions_keep_all_laws_and_states_of_before_are_of_version_1(game):
    assert [one.meta.rules_version for one in game.every_version()] == [2, 1]
    for version in game.every_version():
        check(version, games=1, limit=8)
    assert game.State(7, 0, [], [], {}, {}).rules_version == 1


def test_the_versions_part_where_the_guide_says_so(game):
    bounds = {}
    for version in game.every_version():
        record = play_record(version, seats=2, seed=1)
        assert verify_record(record, game) == Verdict(replayed=True)
        options, seating = game.Options(), record.seating
        state = version.setup(options, seating, FastChance(1))
        state.hands[state.turn].cards = ["bound"]
        (choice,) = version.choices(state, state.turn)
        bounds[version.meta.rules_version] = choice.preview["stone"]
    assert bounds == {1: 3, 2: 2}


def test_the_changed_example_is_tidy(package):
    is_tidy(package)
