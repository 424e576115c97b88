"""What `manage.py checkruleset` and `playruleset` find, on a good ruleset and on broken ones.

tests/browser/test_starter.py runs both as they are run by people.
"""

import copy
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from games.conformance import LAWS
from games.matches.page import shared_html
from games.plugin import Book, Chapter, Game, Guide, line, registry, step
from games.village_assault import presentation
from tests.support import golden_records, ruling_tables
from tests.support.own_style_checks import SCOPE
from tools import check_ruleset
from tools.check_ruleset import Ruleset, guarded, laws, pages, rulings, styles, types

pytestmark = [pytest.mark.django_db, pytest.mark.alike]
GAME = registry.get("village-assault")
FOLDER = "games/village_assault"


@pytest.fixture(scope="module")
def sampled() -> Ruleset:
    return Ruleset(GAME)


@pytest.fixture
def rules(sampled: Ruleset, monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    """Village Assault; what a test breaks of its `Game` is mended afterwards."""
    return copy.copy(sampled)


def found(rules: Ruleset, part: Any) -> list[tuple[str, str]]:
    """What is broken, and in which file."""
    return sorted({(f.law, f.where.rpartition(":")[0] or f.where) for f in guarded(rules, part)})


def test_a_good_ruleset_has_no_fault(rules):
    assert [fault for part in (laws, rulings, pages, styles) for fault in part(rules)] == []


def test_every_law_has_a_place_to_look_at_and_a_hint():
    hints = check_ruleset.HINTS
    assert {f"law_{name}" for name in hints} == {law.__name__ for law in LAWS}
    for part, hint in hints.values():
        assert hasattr(Game, part) or part in ("meta", "Options", "State", "Observation"), part
        assert hint.endswith(".")


def test_a_broken_law_names_what_the_ruleset_binds_or_the_line_that_fails(rules, monkeypatch):
    kind = type(GAME)
    monkeypatch.setattr(kind, "moment", staticmethod(lambda observation: line("A sentence.")))
    assert found(rules, laws) == [("law_moments", f"{FOLDER}/game.py")]
    broken = staticmethod(lambda state, viewer: presentation.prompt(None, viewer))
    monkeypatch.setattr(kind, "prompt", broken)
    fault = next(fault for fault in guarded(rules, laws) if fault.law == "law_lines")
    where, _colon, line_number = fault.where.rpartition(":")
    assert (where, line_number.isdigit()) == (f"{FOLDER}/presentation.py", True)
    assert "after step" in fault.what


def test_rulings_and_records(rules, monkeypatch, tmp_path):
    monkeypatch.setattr(golden_records, "folder_of", lambda game: tmp_path)
    assert found(rules, rulings) == [("records", f"tests/{FOLDER}/records")]
    (tmp_path / "docs/rulings").mkdir(parents=True)
    monkeypatch.setattr(ruling_tables, "ROOT", tmp_path)
    assert ruling_tables.faults(GAME) == ["there is no table of the rulings and their tests"]
    tests, table = tmp_path / f"tests/{FOLDER}", tmp_path / "docs/rulings/village-assault.md"
    tests.mkdir(parents=True)
    (tests / "test_a.py").write_text("def test_one(): ...\ndef test_two(): ...\n")
    table.write_text("| One | `test_one` |\n| Three | `test_three`, `test_one` |\n")
    assert ruling_tables.faults(GAME) == [
        "the table names `test_three`, which isn't written",
        "`test_two` tests a ruling that isn't in the table",
        "`test_one` is there twice",
    ]


def offering(pick: str) -> Any:
    return lambda self, state, seat: [SimpleNamespace(picks=(pick,))]


@pytest.mark.parametrize(
    ("name", "value", "law", "file"),
    [
        ("offered", offering("nothing:here"), "targets", "templates/village_assault/board.html"),
        ("book", Book((Chapter("no", line("No")),)), "anchors", "templates/village_assault"),
        ("book", Book(GAME.book.chapters), "help", "templates/village_assault/board.html"),
    ],
    ids=["targets", "anchors", "help"],
)
def test_what_boards_and_rules_lead_to_is_there(rules, monkeypatch, name, value, law, file):
    monkeypatch.setattr(type(GAME), "guide", staticmethod(lambda: None))
    monkeypatch.setattr(type(GAME), name, value)
    assert any(
        one == law and where.startswith(f"{FOLDER}/{file}") for one, where in found(rules, pages)
    )


def test_guides_point_at_what_is_on_the_board(rules, monkeypatch):
    whole = GAME.guide()
    assert whole is not None
    steps = (step("A", "b", points=("no:where",)),)
    shown = Guide(state=whole.state, seat=whole.seat, names=whole.names, steps=steps)
    monkeypatch.setattr(type(GAME), "guide", staticmethod(lambda: shown))
    assert [law for law, _ in found(rules, pages)] == ["guide"]


def test_an_error_of_a_template_names_its_line(rules, settings, monkeypatch, tmp_path):
    board = tmp_path / "broken.html"
    own = {"board": board.name}
    monkeypatch.setattr(shared_html, "own_template", lambda game, name: own.get(name))
    board.write_text("<p>\n{% icon 'nothing' %}</p>\n")
    changed = copy.deepcopy(settings.TEMPLATES)
    changed[0]["DIRS"] = [*changed[0]["DIRS"], tmp_path]
    changed[0]["OPTIONS"]["debug"] = True
    settings.TEMPLATES = changed
    fault = list(guarded(rules, pages))[-1]
    assert (fault.law, fault.where) == ("pages", f"{board}:2")
    assert "no symbol 'nothing'" in fault.what


def test_styles_and_types(rules, monkeypatch, tmp_path):
    monkeypatch.setattr(check_ruleset, "ROOT", tmp_path)
    sheet = tmp_path / FOLDER / "static/village_assault/board.css"
    sheet.parent.mkdir(parents=True)
    sheet.write_text("p { color: red; }\n")
    (tmp_path / FOLDER / "game.py").write_text(f'A = {"1" * 100}\nB = msg("It\'s")\n')
    assert sorted((fault.where, fault.what) for fault in styles(rules)) == [
        (f"{FOLDER}/game.py:1", "104 columns"),
        (f"{FOLDER}/game.py:2", "' instead of ’"),
        (
            f"{FOLDER}/static/village_assault/board.css:1",
            f"p means the whole page: put it in @scope {SCOPE}",
        ),
    ]
    for said, faults in (("a.py:3: error: Bad", [("a.py:3", "Bad")]), ("Oh", [("", "Oh")])):
        program = [sys.executable, "-c", f"print({said!r}); exit(1)"]
        with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as checker:
            assert [(fault.where, fault.what) for fault in types(checker)] == faults
