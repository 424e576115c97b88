"""A ruleset's style sheet is served so that it reaches nothing but where the ruleset draws."""

import re
from pathlib import Path

import pytest

from portal.own_styles import INSIDE, is_of_ruleset, limited
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
        (".a > ::after", f".a > {INSIDE}::after"),
        (".a::part(b) .c", f".a::part(b) .c{INSIDE}"),
        *((f".a:{old}", f".a{INSIDE}:{old}") for old in ("before", "after", "First-Line")),
        (".a:hover:first-letter", f".a:hover{INSIDE}:first-letter"),
        ('[title="a, b::c"]::before', f'[title="a, b::c"]{INSIDE}::before'),
        ("[title='a {, b::c']::before", f'[title="a {{, b::c"]{INSIDE}::before'),
        (r".a\,b", rf".a\,b{INSIDE}"),
        ("html:not([data-asking]) .a", f"html:not([data-asking]) .a{INSIDE}"),
        ('[data-game="x"] .token', f'[data-game="x"] .token{INSIDE}'),
        (".match:not([data-acts]) > .a", f".match:not([data-acts]) > .a{INSIDE}"),
        (":where(#page > #live) .a", f":where(#page > #live) .a{INSIDE}"),
    ],
)
def test_each_selector_is_limited(selectors: str, served: str) -> None:
    rule = "{\ncolor: red;\n}\n"
    assert limited(f"{selectors} {rule}") == f"{served} {rule}"


@pytest.mark.parametrize(
    "selector",
    [
        *("html", "html:hover", "body", "*", ":root", ":root:has(.a .b)", "[data-game]"),
        *('[data-game="x"]', ":root>.btn", ":root\n.btn", "#page .acting .say", "#page"),
        *(".match", ".match > .side", ".match-card .btn", ".status", ".board + .acts", "& .btn"),
    ],
)
def test_naming_the_page_is_no_way_out_of_the_board(selector: str) -> None:
    assert limited(f"{selector} {{color: red;}}") == f"{selector}{INSIDE} {{color: red;}}"


@pytest.mark.parametrize("palette", [":root", '[data-game="a-b"]'])
def test_custom_properties_may_be_the_games(palette: str) -> None:
    own = f"{palette} {{\n--a: red;\n--b: {{}};\n}}\n"
    assert limited(own) == own
    for more in ("color: red;", ".btn {color: red;}", "& .btn {color: red;}", "@media print {}"):
        assert limited(f"{palette} {{--a: red;{more}}}").startswith(f"{palette}{INSIDE} {{")


@pytest.mark.parametrize(
    "block", ["@keyframes a", "@font-face", "@property --a", "@counter-style a"]
)
def test_what_has_a_name_stays_as_it_is(block: str) -> None:
    sheet = f'{block} {{\nfrom {{\ncolor: "a{{b";\n}}\n}}\n'
    assert limited(sheet) == sheet


@pytest.mark.parametrize("kind", ["media", "MEDIA", "supports", "container", "Starting-Style"])
def test_rules_in_a_condition_are_limited(kind: str) -> None:
    sheet = f"@{kind} (a: b) {{\n.a {{\ncolor: red;\n}}\n}}\n"
    assert limited(sheet) == sheet.replace(".a {", f".a{INSIDE} {{")


@pytest.mark.parametrize(
    "rule",
    [
        *(
            "@scope (body) {color: red;}",
            "@page {margin: 0;}",
            "@VIEW-transition {navigation: auto;}",
        ),
        *('@import url("a.css");', "@layer site, own;", '@namespace "a";', "@unheard-of {.b {}}"),
        *("{color: red;}", ".a, {color: red;}", "} .a {color: red;}", ".a:is(.b {color: red;}"),
    ],
)
def test_what_cannot_be_limited_is_left_out(rule: str) -> None:
    assert limited(f"{rule}\n").strip() == ""


def test_what_is_left_open_is_closed() -> None:
    """Else it would take in what follows where several sheets are one."""
    assert limited("@media print {.a {color: red") == f"@media print {{.a{INSIDE} {{color: red;}}}}"


@pytest.mark.parametrize(
    "nested",
    ["& .b", ".b, .c", "> .b", "&.b", "&::before", ".a + .b", "> .a ~ .b", "& .a + .b", "svg|a .b"],
)
def test_nested_rules_in_what_theirs_means_are_limited_by_it(nested: str) -> None:
    sheet = f".a {{\ncolor: red;\n{nested} {{\ncolor: blue;\n}}\n}}\n"
    assert limited(sheet) == sheet.replace(".a {", f".a{INSIDE} {{", 1)
    deeper = f"@media print {{\n{sheet}}}\n"
    assert limited(deeper) == deeper.replace(".a {", f".a{INSIDE} {{", 1)


@pytest.mark.parametrize(
    "nested",
    [
        "+ .acts",
        "~ .side",
        "& + .acts",
        "&.b ~ .c",
        "&+.acts",
        ":has(&) .btn",
        ".btn:not(&)",
        ".b &",
    ],
)
@pytest.mark.parametrize("around", ["", "@media print ", "@STARTING-STYLE ", "& .b "])
def test_nested_rules_that_reach_beside_theirs_are_limited(nested: str, around: str) -> None:
    inner = f"{nested} {{color: blue;}}"
    inner = f"{around}{{{inner}}}" if around else inner
    assert limited(f".board {{/**/{inner}}}") == (
        f".board{INSIDE} {{{inner.replace(nested, nested + INSIDE)}}}"
    )


def test_only_sheets_of_rulesets_are_limited(tmp_path: Path) -> None:
    text = "/* .b {} */\n.a {\n  color: red;\n}\n"
    own, fixture = tmp_path / "games/leapfrog", tmp_path / "tests/rulesets/cookies"
    app, ours = tmp_path / "games/matches", tmp_path / "static/css"
    sheets = [folder / "static" / folder.name for folder in (own, fixture, app)] + [ours]
    for folder in sheets:
        folder.mkdir(parents=True)
        (folder / "board.css").write_text(text)
    for folder in (own, fixture):
        (folder / "game.py").touch()
    served = [put_together(folder / "board.css") for folder in sheets]
    assert served == [f".a{INSIDE} {{\ncolor: red;\n}}\n"] * 2 + [text] * 2


def test_sheets_of_all_rulesets_are_limited() -> None:
    sheets = [*GAMES.glob("*/static/*/*.css"), *Path("tests/rulesets").glob("*/static/*/*.css")]
    assert len(sheets) > 8
    assert all(is_of_ruleset(sheet.resolve()) for sheet in sheets)


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
