"""What `make lint` looks for by itself: the scope of boards' styles, and the layout of files."""

import shutil
from pathlib import Path

import pytest

from tests.support import checks
from tests.support.checks import badly_laid_out, straight_apostrophes
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


def test_shipped_sheets_stay_in_their_boards():
    assert reaching_out(checks.ROOT) == []


@pytest.mark.parametrize("rule", [".a { --a: red; }", "@page { margin: 0; }", ":scope { gap: 0; }"])
def test_rules_are_in_the_scope_of_rulesets(root, rule):
    for sheet in (rule, f"@media print {{ {rule} }}", f"@scope (body) {{ {rule} }}"):
        (said,) = complaints(root, f"\n{sheet}")
        assert said.startswith("2: ")
        assert said.endswith(f" means the whole page: put it in @scope {SCOPE}")
    assert complaints(root, f"@scope {SCOPE} {{ {rule} }}") == []


def test_custom_properties_may_be_the_games(root):
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
def test_names_for_the_whole_page_begin_with_the_package(root, rule, good):
    assert complaints(root, rule.format(good)) == []
    (root / "games/river_race/game.py").write_text('slug="the-great-race",')
    assert complaints(root, rule.format(good.replace("river", "the-great"))) == []
    for bad in (good.replace("river", "lake"), ""):
        (said,) = complaints(root, f"@media print {{ {rule.format(bad)} }}")
        assert said.endswith("begin its name with river-race")


@pytest.mark.parametrize("folder", ["tests/rulesets/cookies", STARTER])
def test_sheets_of_fixtures_and_of_the_starter_are_read(tmp_path, folder):
    sheet = tmp_path / folder / "static/cookies/rules.css"
    sheet.parent.mkdir(parents=True)
    sheet.write_text("@page { margin: 0; }")
    (said,) = reaching_out(tmp_path)
    assert said.startswith(f"{folder}/static/cookies/rules.css:1: ")


def test_it_is_part_of_the_checks(root, monkeypatch, capsys):
    monkeypatch.setattr(checks, "ROOT", root)
    (root / SHEET).write_text("@page {\n  margin: 0;\n}\n")
    assert checks.main() == 1
    assert capsys.readouterr().out.startswith(f"{SHEET}:1: page means the whole page")
    shutil.rmtree(root / "games")
    monkeypatch.setattr(checks, "COMMANDS", ())
    assert checks.main() == 0


@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        ("templates/a.html", "<ul><li>one</li></ul>", "1: more than one block element"),
        ("games/x/templates/x/a.html", "\n<p>" + "a" * 97 + "</p>", "2: 104 columns"),
        ("static/css/a.css", "/* " + "a" * 98 + " */", "1: 104 columns"),
        ("lobby/a.py", "a = '" + "a" * 87 + "'  # noqa", "1: 101 columns"),
        ("Makefile", "#" * 101, "1: 101 columns"),
        ("games/x/a.py-tpl", "# " + "a" * 99, "1: 101 columns"),
    ],
)
def test_what_is_badly_laid_out_is_named(tmp_path, file, text, complaint):
    path = tmp_path / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    assert badly_laid_out(tmp_path) == [f"{file}:{complaint}"]


def test_inline_elements_share_a_line_and_migrations_are_as_django_writes_them(tmp_path):
    path = tmp_path / "templates/a.html"
    path.parent.mkdir()
    path.write_text("<p>a <b>b</b> <a href='/'>c</a></p>", encoding="utf-8")
    migration = tmp_path / "lobby/migrations/0001_initial.py"
    migration.parent.mkdir(parents=True)
    migration.write_text("#" * 200, encoding="utf-8")
    assert badly_laid_out(tmp_path) == []


@pytest.mark.parametrize(
    ("file", "text", "wrong"),
    [
        ("templates/a.html", '{% translate "It\'s" %}', True),
        ("games/x/templates/x/a.html", "{% url 'x' as y %}\n{{ name }}'s village", True),
        ("templates/a.html", "the others' {# what's this #}", True),
        ("templates/a.html", "{% url 'x' as y %} it’s {# what's this #}", False),
        ("lobby/a.py", "a = [ngettext('%s', \"they aren't\", 2)]", True),
        ("games/x/a.py", '"Won\'t."\nline("It\'s" if a else b)', True),
        ("games/x/a.py", "log.error(\"it's\")\n_('Aren’t you?').format(a=\"it's\")", False),
        ("games/management/a.py", '_("It\'s")', False),
    ],
)
def test_straight_apostrophes_that_people_would_read_are_named(tmp_path, file, text, wrong):
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    last = len(text.splitlines())
    assert straight_apostrophes(tmp_path) == [f"{file}:{last}: ' instead of ’"] * wrong
