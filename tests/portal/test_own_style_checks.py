"""`make lint` tells the author of a board's sheet what in it would reach out of the board."""

import shutil
from pathlib import Path

import pytest

from tests.support import checks
from tests.support.own_style_checks import STARTER, reaching_out

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


@pytest.mark.parametrize(
    "selector",
    [
        *("html", "HTML:hover", "body", ":root:hover", ".a :root", ".match", ".a, .match"),
        *("#page > #live", "#page", ".status", ".match:not(.a)::before", "[data-game]"),
        *("[data-game^='river']", ".x[data-game='a b']", "& .match", ":scope"),
    ],
)
@pytest.mark.parametrize("around", ["", "@media print", "@STARTING-STYLE", ".board"])
def test_a_selector_ends_with_something_in_a_board(root: Path, selector: str, around: str) -> None:
    rule = f"{selector} {{ --a: red; color: red; }}"
    (said,) = complaints(root, f".a {{}}\n{around}{{\n{rule} }}" if around else f"\n\n{rule}")
    assert said.startswith("3: ")
    assert said.endswith(" means the page around the board; end with something in it")


def test_a_selector_may_begin_with_the_page(root: Path) -> None:
    for ancestor in (
        ":root",
        "html:not([data-a])",
        ".match[data-over]",
        "#page > #live",
        ":is(html)",
    ):
        assert complaints(root, f"{ancestor} .match-card:has(.match) {{ color: red; }}") == []


def test_custom_properties_may_be_the_games(root: Path) -> None:
    assert complaints(root, '[data-game="river-race"] { --ink: red; }') == []
    assert complaints(root, ":root { --river-race-water: red; }") == []
    assert complaints(root, "\n:root {\n--ink: red; }") == [
        "3: --ink means the whole page: begin its name with --river-race"
    ]
    assert complaints(root, '[data-game="other"] { --ink: red; }') == ["1: other isn't this game"]
    for palette in (":root", '[data-game="river-race"]'):
        for more in ("color: red;", ".btn {}", "@media print { color: red; }"):
            (said,) = complaints(root, f"{palette} {{ --river-race-a: red; {more} }}")
            assert said == f"1: {palette} may hold nothing but custom properties"


@pytest.mark.parametrize(
    ("rule", "kind"),
    [
        *(("@page { margin: 0; }", "page"), ("@scope (body) { .btn {} }", "scope")),
        *(("@VIEW-transition { navigation: auto; }", "view-transition"), ("@layer a, b;", "layer")),
        *(("@namespace 'a';", "namespace"), ("@position-try --a { inset: 0; }", "position-try")),
    ],
)
def test_rules_for_the_whole_page_are_named(root: Path, rule: str, kind: str) -> None:
    for sheet in (rule, f"@media print {{ {rule} }}", f".a {{ {rule} }}"):
        assert complaints(root, sheet) == [f"1: @{kind} means the whole page, so it isn't served"]


@pytest.mark.parametrize(
    ("rule", "good"),
    [
        ("@keyframes {} {{ to {{ opacity: 0; }} }}", "river-race-roll"),
        ("@KEYFRAMES '{}' {{ to {{ opacity: 0; }} }}", "river-race"),
        ("@property {} {{ inherits: false; }}", "--river-race-a"),
        ("@counter-style {} {{ system: cyclic; }}", "river-race-a"),
        ("@font-face {{ src: url(a.woff2); font-family: '{}'; }}", "river-race-hand"),
    ],
)
def test_names_for_the_whole_page_begin_with_the_package(root: Path, rule: str, good: str) -> None:
    assert complaints(root, rule.format(good)) == []
    for bad in (good.replace("river", "lake"), good.replace("race", "racer"), ""):
        for sheet in (rule.format(bad), f"@media print {{ {rule.format(bad)} }}"):
            (said,) = complaints(root, sheet)
            assert said.startswith(f"1: @{rule[1:].split()[0].lower()} {bad}")
            assert "begin its name with " in said


@pytest.mark.parametrize(
    "rule", ["@import url(a.css);", '.a {}\n@import "a.css";', "@import 'a.css';"]
)
def test_other_sheets_are_named_first_and_in_one_way(root: Path, rule: str) -> None:
    assert complaints(root, '/* a */\n@import "board/a.css";\n@import "b.css";\n\n.a {}\n') == []
    (said,) = complaints(root, f"{rule}\n")
    assert "a part is named before all else" in said


@pytest.mark.parametrize(
    "text", [".a", ".a, {}", ".a { color }", "} .a {}", ".a { {} }", "@media print { a; }"]
)
def test_what_cannot_be_read_is_named(root: Path, text: str) -> None:
    (said,) = complaints(root, text)
    assert said.startswith("1: th")
    assert "can't be read" in said


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
    assert capsys.readouterr().out == f"{SHEET}:1: @page means the whole page, so it isn't served\n"
    shutil.rmtree(root / "games")
    monkeypatch.setattr(checks, "COMMANDS", ())
    assert checks.main() == 0
