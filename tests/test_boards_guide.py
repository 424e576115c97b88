"""docs/boards.md: what it names exists, and the board written there can be shown."""

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from games.matches.page import shared_html
from games.matches.record.ranking import Among
from games.matches.templatetags import boards, kit
from games.matches.templatetags.boards import register
from games.plugin import SPECTATOR
from tests.games.matches.conftest import begin, endless, look, person, play
from tests.support.boards_guide import GUIDE, example_board
from tests.support.doc_tables import cells, code, firsts, prose

__all__ = ["begin", "endless", "example_board", "person"]
ROOT = Path(__file__).parent.parent
MODULES = {path.name: path.read_text() for path in (ROOT / "static/js/match").glob("*.js")}


def source(*patterns: str) -> str:
    found = (path for pattern in patterns for path in ROOT.glob(pattern) if path.is_file())
    return "\n".join(path.read_text(encoding="utf-8") for path in found)


def classes(sheet: str) -> set[str]:
    return set(re.findall(r"\.([a-z][\w-]*)", sheet))


def begun(sheet: str) -> set[str]:
    """The classes that rules begin with."""
    return set(re.findall(r"^(?:\.rules )?\.([a-z][\w-]*)", sheet, re.MULTILINE))


SHARED = source("static/css/site/*.css", "static/css/match/*.css", "static/css/learning.css")
KIT = source("static/css/kit/*.css")
BOARDS = [
    *(path.parent for path in ROOT.glob("games/*/templates/*/tile.html")),
    *(ROOT / "tests/rulesets").glob("*/templates/*"),
    ROOT / "games/matches/management/starter/package/templates/app_name",
]
ENDS = {"for", "endfor", "endtarget", "endleaf"}  # tags of Django, and those that end ours
AROUND = {"board", "match", "seat", "table"}  # classes of the page around a board
OF_FORMS = {"--edge-field"}  # variables that boards have no use for
# What `board.html` could read besides, but which is the page's own and may change.
OF_THE_PAGE = {
    *("language", "match", "title", "game_title", "prompt", "phase", "verdict", "plain", "parts"),
    *("board_template", "seat_template", "finale_template", "ending", "best", "own_best"),
    *("seats", "clocks", "mine_now", "acts", "choices", "controls", "requests", "table_state"),
    *("motions", "log", "log_address", "challenge", "leaderboard", "tag", "figures"),
    *("has_points", "final_points"),
}
# Told by the page itself.
OF_THE_ROW = {"resigned", "forfeited", "abandoned", "guest", "away", "person", "alone"}


def test_the_attributes_that_templates_set_are_read_by_the_script():
    scripts = "\n".join(MODULES.values())
    named = set(
        re.findall(r"`[^`]*?data-(target|place|kind|piece|glide|preference|account)\b", GUIDE)
    )
    assert named == {"target", "place", "kind", "piece", "glide", "preference", "account"}
    for name in named:
        assert f"data-{name}" in scripts or f"dataset.{name}" in scripts, name


@pytest.mark.parametrize(
    ("words", "module", "code"),
    [
        *((f"class `{name}`", "choices.js", f'"{name}"') for name in ("can", "chosen", "no")),
        ("`aria-disabled", "choices.js", '"aria-disabled"'),
        ("`aria-pressed", "choices.js", '"aria-pressed"'),
        ("`data-picking", "choices.js", "dataset.picking"),
        ("at least 1.2 s", "telling.js", "least: 1_200"),
        ("at most 10 s", "telling.js", "LIMIT = 10_000;"),
        ("or 4 s", "telling.js", "LIMIT_ON_CLOCK = 4_000;"),
        ("240 ms", "motion.js", "DURATION = 240;"),
    ],
)
def test_what_the_page_sets_and_its_figures_are_those_of_the_script(words, module, code):
    assert words in GUIDE
    assert code in MODULES[module]


def test_no_style_asks_with_has_for_what_each_pick_changes():
    sheets = source("static/css/**/*.css", "games/*/static/**/*.css")
    assert re.findall(r":has\([^{]*\.(?:can|chosen)\b[^{]*\{", sheets) == []


def test_the_preferences_it_names_are_on_the_page():
    told = GUIDE[GUIDE.index("## Preferences") :]
    told = " ".join(told.split())
    told = told[told.index("The page's own preferences are") : told.index("## Help")]
    page = source("games/matches/templates/matches/preferences.html")
    assert set(re.findall(r"`(\w+)`", told)) == set(re.findall(r'data-preference="(\w+)"', page))


def test_every_tag_part_class_function_and_variable_is_told_of_and_no_other():
    named = firsts(GUIDE, "tag or filter")
    tags = set(re.findall(r"{% (\w+)", named)) - {"if", "for", "endchapter"}
    assert tags == register.tags.keys()
    assert set(re.findall(r"\w\\\|(\w+)", named)) == register.filters.keys()
    named = firsts(GUIDE, "tag")
    assert set(re.findall(r"{% (\w+)", named)) - ENDS == kit.register.tags.keys()
    parts = {path.stem for path in (ROOT / "games/matches/templates/kit").glob("*.html")}
    assert set(re.findall(r'{% kit "(\w+)"', named)) == parts - {"leaf"}  # which is a tag
    rows = "\n".join(" ".join(row) for row in cells(GUIDE, "class"))
    told = {name for each in code(rows) for name in re.findall(r"[\w-]+", each)}
    assert begun(KIT) - AROUND - told == set()
    kinds = code(firsts(GUIDE, "class"))
    styled = re.findall(r"^\.(card\.[a-z]+)", KIT, re.MULTILINE)
    assert {kind.replace(".", " ") for kind in styled} == {
        kind for kind in kinds if kind.startswith("card ")
    }
    named = {name for each in kinds for name in each.split()}
    known = set(re.findall(r"\.([a-z][\w-]*)", KIT)) | set(re.findall(r"\[(data-\w+)", KIT))
    assert named - known == set()
    module = source("static/js/kit.js")
    exported = set(re.findall(r"^export (?:function|const) (\w+)", module, re.MULTILINE))
    assert {re.split(r"\W", call)[0] for call in code(firsts(GUIDE, "function"))} == exported
    told = firsts(GUIDE, "class or variable")
    named = set(re.findall(r"`(--[\w-]+)`", told))
    for stem, first, last in re.findall(r"`(--[a-z]+-)(\d)` … `\1(\d)`", told):
        named |= {f"{stem}{number}" for number in range(int(first), int(last))}
    tokens = source("static/css/site/tokens.css").partition("/* the colors of painted scenes")[0]
    assert named == set(re.findall(r"^  (--[\w-]+):", tokens, re.MULTILINE)) - OF_FORMS


def test_classes_variables_and_marks_exist_wherever_they_are_named():
    named = re.findall(r"`\.([\w-]+)`", firsts(GUIDE, "class or variable"))
    assert set(named) >= {"can", "chosen", "no", "flying", "breaking"}  # which the page sets
    assert set(named) - classes(SHARED + source("games/*/static/**/*.css")) == set()
    sheets = SHARED + KIT + source("static/css/*.css", "games/*/static/**/*.css")
    scripts = source("static/js/**/*.js", "templates/**/*.html", "games/**/*.html")
    named = code(prose(GUIDE))
    for name in {name.strip(".") for name in named if re.fullmatch(r"\.[a-z][\w-]*", name)}:
        assert name in classes(sheets) or name == "table", name
    for name in {name for each in named for name in re.findall(r"--[a-z][\w-]*\b", each)}:
        if name.startswith("--river-race-"):
            continue  # made up
        assert name in sheets + scripts, name
    for name in {name for each in named for name in re.findall(r"\bdata-([a-z-]+[a-z])", each)}:
        if name.startswith("prefer-"):
            continue  # and the name of the preference
        camel = re.sub(r"-(\w)", lambda found: found[1].upper(), name)
        assert f"data-{name}" in sheets + scripts or f"dataset.{camel}" in scripts, name


@pytest.mark.parametrize("templates", BOARDS, ids=lambda path: path.name)
def test_shared_classes_that_a_ruleset_uses_are_told_of(templates):
    """What isn't told of, authors don't know: neither its name nor that it will stay."""
    values = [
        value
        for path in templates.rglob("*.html")
        for value in re.findall(r'\bclass="([^"]+)"', path.read_text(encoding="utf-8"))
    ]
    used = {name for value in values for name in value.split()}
    told = {name for each in code(prose(GUIDE)) for name in re.findall(r"[\w-]+", each)}
    static = templates.parents[1] / "static"
    own = classes("".join(path.read_text(encoding="utf-8") for path in static.rglob("*.css")))
    offered = re.findall(r"`\.([\w-]+)", firsts(GUIDE, "class or variable"))
    assert (used & begun(SHARED)) - begun(KIT) - own - set(offered) == set()
    assert (used & begun(KIT)) - own - AROUND - told == set()


def test_all_that_board_and_seat_html_get_is_told_of_and_nothing_else(begin, endless, monkeypatch):
    page = shared_html.page_data(look(begin(game=endless)), SPECTATOR, None)
    assert set(code(firsts(GUIDE, "`board.html` gets"))) == page.keys() - OF_THE_PAGE
    assert page.keys() >= OF_THE_PAGE
    told = GUIDE[GUIDE.index("`seat.html` gets `seat`") :].partition("cached by those values")[0]
    named = {name for name in code(told) if re.fullmatch(r"\w+", name)}
    monkeypatch.setattr(boards, "remembered", lambda context, path, data: data)
    given = {"names": [], "is_newest": True, "seat_template": "", "seat": None}
    got: Any = boards.own_seat(given, None)
    seat = {field.name for field in fields(shared_html.SeatRow)} - OF_THE_ROW
    assert named == {*got, *seat, *(field.name for field in fields(Among))}


pytestmark = pytest.mark.django_db


@pytest.mark.usefixtures("example_board")
def test_the_example_shows_each_viewer_their_own(begin, endless):
    match = begin(game=endless, first=0)
    play(match, action={"type": "lay", "fruit": look(match).state.hands[0][0]})
    shown = look(match)
    mine, open_to_all = shared_html.live_html(shown, 0), shared_html.live_html(shown, SPECTATOR)
    assert mine.count('data-target="hand:') == 2
    assert 'data-target="die"' in mine
    assert "data-target" not in open_to_all.split('class="orchard"')[1].split("<aside")[0]
    assert open_to_all.count("a fruit") == 6  # five in hands, one laid
    for place in ("hand:0", "hand:1", "laid:0", "laid:1"):
        assert f'data-place="{place}"' in mine
