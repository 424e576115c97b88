"""The ruleset that `manage.py startruleset` writes, and what docs/new-ruleset.md says of it.

tests/browser/test_starter.py writes it into a copy of the project and plays it.
"""

import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

import games
from games.conformance import check, play_record
from games.matches.management.starter_files import KINDS, STARTER
from games.plugin import Chance, Game, Guide, GuideMove, GuideStep, Meta, registry
from tests.support.boards_guide import GUIDE as BOARDS
from tests.support.doc_tables import cells, code
from tests.support.starter import files_of

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "docs" / "new-ruleset.md").read_text(encoding="utf-8")
FILES = files_of("leapfrog")
PLUGIN = ROOT / "games" / "plugin"
MADE_OF = ("model", "events", "errors", "chance", "explanations", "guide", "text")  # of the package
IMPORT = re.compile(r"^from games\.plugin[\w.]* import (\(.*?\)|.*?$)", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("struct", [Meta, Guide, GuideStep, GuideMove])
def test_every_field_is_told_of_and_no_other(struct):
    table = GUIDE[GUIDE.index(f"| `{struct.__name__}` | |") :].partition("\n\n")[0]
    told = " ".join(re.findall(r"^\| (`.*?`) \| ", table.partition("|---|---|")[2], re.MULTILINE))
    assert sorted(re.findall(r"`(\w+)`", told)) == sorted(struct.__struct_fields__)


def test_every_helper_and_use_of_chance_is_told_of_and_what_it_names_exists():
    """What rulesets import beyond the interface, and `Chance.take`."""
    helpers: set[str] = set()
    for row in cells(GUIDE, "| | in"):
        paths = [re.findall(r"^[\w.]+", each)[0].split(".") for each in code(row[0])]
        module = (ROOT / "games" / "plugin" / code(row[2])[0]).read_text(encoding="utf-8")
        for path in paths:
            defined = rf"^(?: *(?:def|class) {path[-1]}\b|{path[-1]} = )"
            assert re.search(defined, module, re.MULTILINE), path
            helpers.update(path)
    imported = {name for names in IMPORT.findall(rulesets()) for name in re.findall(r"\w+", names)}
    assert imported - interface() - helpers == set()
    asked = set(re.findall(r"\bchance\.(\w+)\(", rulesets()))
    assert "take" in asked
    assert asked - set(re.findall(r"`chance\.(\w+)", GUIDE)) == set()
    for name in re.findall(r"`games\.plugin\.testing`|`(games/[\w/]+(?:\.py)?)`", GUIDE):
        assert not name or "river_race" in name or (ROOT / name).exists(), name
    assert (ROOT / "tests/games/test_conformance.py").exists()


def rulesets() -> str:
    """The Python of the house's rulesets and of the starter."""
    packages = [path.parent for path in ROOT.glob("games/*/game.py") if path.parent != PLUGIN]
    files = [file for folder in [*packages, STARTER] for file in folder.rglob("*.py*")]
    sources = [file for file in files if file.suffix in (".py", ".py-tpl")]
    whole = "\n".join(file.read_text(encoding="utf-8") for file in sources)
    return re.sub("{%.*?%}|{{.*?}}", "", whole)  # gaps of the starter


def interface() -> set[str]:
    """What `Game` speaks of, and what that is made of."""
    game = (ROOT / "games/plugin/game.py").read_text(encoding="utf-8")
    parts = [(ROOT / f"games/plugin/{name}.py").read_text("utf-8") for name in MADE_OF]
    kinds = re.findall(r"^(?:class |)([A-Z]\w*)\b", "\n".join(parts), re.MULTILINE)
    return set(re.findall(r"\b[A-Z]\w*", game)) | set(kinds)


@pytest.mark.parametrize("page", [GUIDE, BOARDS], ids=["new-ruleset.md", "boards.md"])
def test_what_it_says_of_game_is_there(page):
    """Methods and attributes of `Game`, `Meta` and the chance, wherever a page names them."""
    for name in re.findall(r"`Game\.(\w+)", page):
        assert hasattr(Game, name), name
    for name in re.findall(r"\bMeta(?:\.|\()(\w+)", page):
        assert name in Meta.__struct_fields__, name
    for name in re.findall(r"`chance\.(?!py`)(\w+)", page):
        assert hasattr(Chance, name), name


@contextmanager
def as_package(folder: Path, files: dict[str, str], name: str = "leapfrog") -> Iterator[Path]:
    """These files as the package `games.leapfrog`, or of another name."""
    folder = folder / "games" / name
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    (folder / "__init__.py").touch()
    games.__path__.append(str(folder.parent))
    importlib.invalidate_caches()
    yield folder
    games.__path__.remove(str(folder.parent))
    for name in [name for name in sys.modules if name.startswith(f"games.{folder.name}")]:
        del sys.modules[name]


def is_tidy(package: Path) -> None:
    """It is what people copy, so it follows the house's own rules."""
    roots = f'src = ["{ROOT}", "{package.parent.parent}"]'
    settings = ["--config", str(ROOT / "pyproject.toml"), "--config", roots]
    for command in (["check"], ["format", "--check"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--no-cache", *settings, str(package)],
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The files of the guide as the package `games.leapfrog`."""
    with as_package(tmp_path_factory.mktemp("guide"), FILES) as folder:
        yield folder


@pytest.fixture
def game(package: Path) -> ModuleType:
    return importlib.import_module("games.leapfrog.game")


def test_the_example_has_the_files_of_the_table():
    rows = "\n".join(" ".join(row) for row in cells(GUIDE, "file"))
    files = set(re.findall(r"^`(\w+)\.py`", rows, re.MULTILINE))
    assert set(FILES) == files
    folders = [STARTER / "package" / name / "app_name" for name in ("templates", "static")]
    drawn = {path.name for folder in folders for path in folder.glob("*.*")}
    measured = {path.name for path in ROOT.glob("games/*/*.json")}
    assert len(drawn) > 6
    assert drawn | measured <= set(code(rows))


def test_the_example_keeps_all_laws(game):
    report = check(game.Leapfrog(), games=1)
    assert report.games == 3 * 3  # seat counts, widths of the pond


def test_the_example_can_end_in_both_ways(game):
    wide = game.Leapfrog.Options(stones=9)
    results = [
        play_record(game.Leapfrog(), seats=seats, options=wide, seed=seed).result
        for seats in (2, 4)
        for seed in range(20)
    ]
    assert {result["ending"] for result in results} == {"across", "cards-out"}


def test_the_example_can_be_installed(package, monkeypatch):
    monkeypatch.setattr(registry, "_games", {})
    registry.install("games.leapfrog")
    assert [game.meta.slug for game in registry.installed()] == ["leapfrog"]


def test_the_example_is_tidy(package):
    is_tidy(package)


@pytest.mark.parametrize("kind", KINDS[1:])
def test_every_other_kind_of_example_is_tidy_and_keeps_all_laws(kind, tmp_path):
    name = f"a_{kind}"
    with as_package(tmp_path, files_of(name, kind), name) as folder:
        is_tidy(folder)
        game = getattr(importlib.import_module(f"games.{name}.game"), f"A{kind.title()}")()
        report = check(game, games=1, limit=15)
        formats = {"solo", "competitive" if kind == "simultaneous" else "cooperative"}
        assert game.format(game.Options(), game.meta.min_seats).kind in formats
        assert report.games == 3 * (game.meta.max_seats - game.meta.min_seats + 1)


def test_the_example_uses_classes_that_authors_are_told_of_and_its_own():
    package = STARTER / "package"
    templates = [path.read_text() for path in package.rglob("*.html")]
    used = {
        name
        for template in templates
        for names in re.findall(r'\bclass="([^"]+)"', template)
        for name in names.split()
    }
    own = set(re.findall(r"\.([a-z][\w-]*)", (package / "static/app_name/board.css").read_text()))
    rows = " ".join(re.findall(r"^\|.*", BOARDS, re.MULTILINE))
    told = set(re.findall(r"[\w-]+", " ".join(re.findall(r"`([^`]+)`", rows))))
    assert used - own <= told
    assert {"card", "pile", "token"} <= used
