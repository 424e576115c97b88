"""docs/boards.md: what it names exists, and the board written there can be shown."""

import re
from pathlib import Path
from typing import Any

import pytest

from games.matches.page import shared_html
from games.matches.templatetags.boards import register
from games.plugin import SPECTATOR
from tests.games.matches.conftest import begin, endless, look, person, play
from tests.support.boards_guide import GUIDE, example_board

__all__ = ["begin", "endless", "example_board", "person"]
ROOT = Path(__file__).parent.parent
MODULES = {path.name: path.read_text() for path in (ROOT / "static/js/match").glob("*.js")}


def source(*patterns: str) -> str:
    found = (path for pattern in patterns for path in ROOT.glob(pattern) if path.is_file())
    return "\n".join(path.read_text(encoding="utf-8") for path in found)


def test_every_module_of_the_page_is_told_of_and_no_other() -> None:
    table = GUIDE[GUIDE.index("## How the page works") :]
    rows = re.findall(r"^\| (`.*?\.js`.*?) \|", table, re.MULTILINE)
    named = re.findall(r"`(\w+\.js)`", " ".join(rows))
    assert sorted(named) == sorted(MODULES)


def test_the_attributes_that_templates_set_are_read_by_the_script() -> None:
    scripts = "\n".join(MODULES.values())
    named = set(
        re.findall(r"`[^`]*?data-(target|place|kind|piece|glide|preference|account)\b", GUIDE)
    )
    assert named == {"target", "place", "kind", "piece", "glide", "preference", "account"}
    for name in named:
        assert f"data-{name}" in scripts or f"dataset.{name}" in scripts, name


@pytest.mark.parametrize("name", ["can", "chosen", "no"])
def test_the_classes_that_the_page_sets_are_set(name: str) -> None:
    assert f"class `{name}`" in GUIDE
    assert f'"{name}"' in MODULES["marks.js"]


@pytest.mark.parametrize("mark", ["aria-disabled", "aria-pressed", "data-picking"])
def test_the_attributes_that_the_page_sets_are_set(mark: str) -> None:
    assert f"`{mark}" in GUIDE
    assert f'"{mark}"' in MODULES["marks.js"]


@pytest.mark.parametrize(
    ("words", "module", "code"),
    [
        ("at least 1.2 s", "pace.js", "least: 1_200"),
        ("at most 10 s", "pace.js", "LIMIT = 10_000;"),
        ("or 4 s", "pace.js", "LIMIT_ON_CLOCK = 4_000;"),
        ("240 ms", "motion.js", "DURATION = 240;"),
    ],
)
def test_figures_are_those_of_the_script(words: str, module: str, code: str) -> None:
    assert words in GUIDE
    assert code in MODULES[module]


def test_the_preferences_it_names_are_on_the_page() -> None:
    told = GUIDE[GUIDE.index("## Preferences") :]
    told = told[told.index("The page's own preferences are") : told.index("## Help")]
    page = source("games/matches/templates/matches/preferences.html")
    assert set(re.findall(r"`(\w+)`", told)) == set(re.findall(r'data-preference="(\w+)"', page))


def table(header: str) -> str:
    """The rows of the table that begins so."""
    return GUIDE[GUIDE.index(f"| {header} |") :].partition("\n\n")[0].partition("|---|---|")[2]


def test_every_tag_and_filter_is_told_of_and_no_other() -> None:
    rows = table("tag or filter").strip().splitlines()
    named = " ".join(re.split(r"(?<!\\)\|", row)[1] for row in rows)
    tags = set(re.findall(r"{% (\w+)", named)) - {"if", "for", "endchapter"}
    assert tags == register.tags.keys()
    assert set(re.findall(r"\w\\\|(\w+)", named)) == register.filters.keys()


def test_the_classes_and_variables_it_offers_are_in_the_style_sheets() -> None:
    sheets = source("static/css/site/*.css", "static/css/match/*.css", "static/css/learning.css")
    sheets += source("games/*/static/**/*.css")
    tokens = (ROOT / "static/css/site/tokens.css").read_text(encoding="utf-8")
    names = re.findall(r"`([.-][\w.-]+)`", table("class or variable"))
    assert len(names) > 40
    for name in names:
        known = f"{name}:" in tokens if name.startswith("--") else re.search(rf"\{name}\b", sheets)
        assert known, name


def test_what_board_html_gets_is_in_its_context(
    begin: Any, endless: str, django_assert_num_queries: Any
) -> None:
    table = GUIDE[GUIDE.index("| `board.html` gets") : GUIDE.index("`seat.html` gets")]
    rows = re.findall(r"^\| (`[^|]*`) \|", table, re.MULTILINE)[1:]
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    page = shared_html.page_data(look(begin(game=endless)), SPECTATOR, None)
    assert named
    assert named <= page.keys()


pytestmark = pytest.mark.django_db


@pytest.mark.usefixtures("example_board")
def test_the_example_shows_each_viewer_their_own(begin: Any, endless: str) -> None:
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
