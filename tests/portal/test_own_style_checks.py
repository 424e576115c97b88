"""`make lint` tells the author of a board's sheet what in it would reach out of the board."""

import shutil
from pathlib import Path

import pytest

from tests.support import checks
from tests.support.own_style_checks import SCOPE, STARTER, reaching_out

SHEET = "games/river_race/static/river_race/board/cards.css"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder with one ruleset in it."""
    (tmp_path / SHEET).parent.mkdir(parents=True)
    (tmp_path / "games/river_race/game.py").write_text('slug="river-race",')
    return tmp_path


def complaints(root: Path, text: str, sheet: str = SHEET) -> list[str]:
    (root / sheet).write_text(text, encoding="utf-8")
    return [found.removeprefix(f"{sheet}:") for found in reaching_out(root)]


def test_shipped_sheets_stay_in_their_boards() -> None:
    assert reaching_out(checks.ROOT) == []


@pytest.mark.parametrize("rule", [".a { --a: red; }", "@page { margin: 0; }", ":scope { gap: 0; }"])
def test_rules_are_in_the_scope_of_rulesets(root: Path, rule: str) -> None:
    for sheet in (rule, f"@media print {{ {rule} }}", f"@scope (body) {{ {rule} }}"):
        (said,) = complaints(root, f"\n{sheet}")
        assert said.startswith("2: ")
        assert said.endswith(f" means the whole page: put it in @scope {SCOPE}")
    assert complaints(root, f"@scope {SCOPE} {{ {rule} }}") == []


def test_custom_properties_may_be_the_games(root: Path) -> None:
    assert complaints(root, '[data-game="river-race"] { --ink: red; }') == []
    assert complaints(root, "@media print { :root { --river-race-water: red; } }") == []
    assert complaints(root, '[data-game="other"] { --ink: red; }') == ["1: other isn't this game"]
    for palette in (":root", '[data-game="river-race"]'):
        for more in ("color: red;", ".btn {}", "@media print { color: red; }"):
            (said,) = complaints(root, f"{palette} {{ --river-race-a: red; {more} }}")
            assert said.startswith("1: there may be nothing but ")
    assert len(complaints(root, ":root { --ink: red; }")) == 1


@pytest.mark.parametrize(
    ("rule", "good"),
    [
        ("@keyframes {} {{ to {{ opacity: 0; }} }}", "river-race-roll"),
        ("@property {} {{ inherits: false; }}", "--river-race-a"),
        ("@counter-style {} {{ system: cyclic; }}", "river-race-a"),
        ("@font-face {{ src: url(a.woff2); font-family: '{}'; }}", "river-race-hand"),
    ],
)
def test_names_for_the_whole_page_begin_with_the_package(root: Path, rule: str, good: str) -> None:
    assert complaints(root, rule.format(good)) == []
    for bad in (good.replace("river", "lake"), ""):
        (said,) = complaints(root, f"@media print {{ {rule.format(bad)} }}")
        assert said.endswith("begin its name with river-race")


@pytest.mark.parametrize("folder", ["tests/rulesets/cookies", STARTER])
def test_sheets_of_fixtures_and_of_the_starter_are_read(tmp_path: Path, folder: str) -> None:
    sheet = tmp_path / folder / "static/cookies/rules.css"
    sheet.parent.mkdir(parents=True)
    sheet.write_text("@page { margin: 0; }")
    (said,) = reaching_out(tmp_path)
    assert said.startswith(f"{folder}/static/cookies/rules.css:1: ")


def test_it_is_part_of_the_checks(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checks, "ROOT", root)
    (root / SHEET).write_text("@page {\n  margin: 0;\n}\n")
    assert checks.main() == 1
    assert capsys.readouterr().out.startswith(f"{SHEET}:1: page means the whole page")
    shutil.rmtree(root / "games")
    monkeypatch.setattr(checks, "COMMANDS", ())
    assert checks.main() == 0
