"""A ruleset's style sheet is served so that it reaches nothing but where the ruleset draws."""

import re
from pathlib import Path

import pytest

from portal.own_styles import INSIDE, limited
from portal.style_sheets import put_together

STYLES = Path("static/css")
GAMES = Path("games")


@pytest.mark.parametrize(
    ("selectors", "served"),
    [
        (".token", f".token{INSIDE}"),
        (".a .b > .c", f".a .b > .c{INSIDE}"),
        (".a,\n.b", f".a{INSIDE}, .b{INSIDE}"),
        (":is(.a, .b) .c", f":is(.a, .b) .c{INSIDE}"),
        (".a::after", f".a{INSIDE}::after"),
        ('[title="a, b::c"]::before', f'[title="a, b::c"]{INSIDE}::before'),
        ("html:not([data-asking]) .a", f"html:not([data-asking]) .a{INSIDE}"),
        ('[data-game="x"] .token', f'[data-game="x"] .token{INSIDE}'),
        *((alone, alone) for alone in (":root", '[data-game="a b"]', ":root:has(.a .b)")),
        *((meant, meant) for meant in ("#page .acting .say", ".match > .table", ".status")),
    ],
)
def test_each_selector_is_limited_unless_it_names_the_page(selectors: str, served: str) -> None:
    rule = "{\ncolor: red;\n}\n"
    assert limited(f"{selectors} {rule}") == f"{served} {rule}"


def test_what_is_no_style_rule_stays_as_it_is() -> None:
    for block in (
        "@keyframes a {\nfrom {\ncolor: red;\n}\n}\n",
        '@font-face {\nfont-family: "a{b";\n}\n',
        "@property --a {\ninherits: false;\n}\n",
        '@charset "utf-8";\n',
    ):
        assert limited(block) == block


def test_rules_in_a_media_query_are_limited_and_nested_ones_by_those_around_them() -> None:
    sheet = "@media print {\n.a {\ncolor: red;\n& .b, .c {\ncolor: blue;\n}\n}\n}\n"
    assert limited(sheet) == sheet.replace(".a {", f".a{INSIDE} {{")


def test_only_sheets_of_rulesets_are_limited(tmp_path: Path) -> None:
    own, ours = tmp_path / "games/leapfrog/static/leapfrog", tmp_path / "static/css"
    for folder in (own, ours):
        folder.mkdir(parents=True)
        (folder / "board.css").write_text("/* .b {} */\n.a {\n  color: red;\n}\n")
    assert put_together(own / "board.css") == f".a{INSIDE} {{\ncolor: red;\n}}\n"
    assert put_together(ours / "board.css") == (ours / "board.css").read_text()


CLASS = re.compile(r"\.([a-z][\w-]*)", re.IGNORECASE)


def test_what_the_studio_calls_its_own_no_ruleset_calls_so() -> None:
    """Its sheet is not limited: a name of its own must mean nothing in a board."""
    boards = (*GAMES.glob("*/static/*/board.css"), *GAMES.glob("*/static/*/board/*.css"))
    named = {name for sheet in boards for name in CLASS.findall(_selectors(sheet))}
    parts = re.split(r"[,{}]", _selectors(STYLES / "studio.css"))
    begun = {found[0] for one in parts if (found := CLASS.findall(one)) and one.strip()[0] == "."}
    assert {"story", "curve"} < begun
    assert "tray" in named
    assert not begun & named


def _selectors(sheet: Path) -> str:
    """What stands before the braces of the sheet, and the braces."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)
    return re.sub(r"(?<=[;{}])[^;{}]*;", "", text)
