"""`manage.py startruleset` refuses what would break, in one message each, and leaves nothing.

tests/browser/test_starter.py writes a ruleset with it, into a copy of the project.
"""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command


@pytest.fixture(autouse=True)
def project(tmp_path, settings) -> Path:
    """An empty project: whatever is found there afterwards was written by the command."""
    settings.BASE_DIR = tmp_path
    return tmp_path


def refusal(*given: str) -> str:
    with pytest.raises(CommandError) as refused:
        call_command("startruleset", *given, stdout=io.StringIO())
    return str(refused.value)


def files_in(project: Path) -> list[Path]:
    files = (path for path in project.rglob("*") if path.is_file())
    return [path for path in files if ".ruff_cache" not in path.parts]


PLACES = [
    "games/pond_race",
    "tests/games/pond_race",
    "tests/rulesets/pond_race",
    "docs/rulings/pond-race.md",
    "static/pond_race",
    "templates/pond_race",
]


def test_what_names_no_package_or_is_taken_is_refused(project):
    (project / "games" / "river_race").mkdir(parents=True)
    for name, instead in {
        "wild-west": "wild_west",
        "Wild West": "wild_west",
        "2nd": "river_race",
        "_pond": "pond",
        "pond__race": "pond_race",
        "étang": "tang",
        "": "river_race",
        "a" * 31: "river_race",
        "river-race": "river_race",  # before it is seen that this is there already
    }.items():
        said = refusal(name)
        assert f"“{name}” can't name a ruleset." in said
        assert said.endswith(f"like {instead}.")
    for name in ("class", "none", "true", "import"):
        assert refusal(name) == f"“{name}” is a word of Python itself. {name}_game would do."
    for name in ("game", "seating", "fast_chance"):
        assert "is a word that the ruleset's own code uses" in refusal(name)
    for name in ("sessions", "accounts", "lobby", "please_dont_burn_my_village"):
        assert "is the name of something installed" in refusal(name)
    for title in ("", "  ", "!?", "River\nRace", "River\tRace", "R" * 51):
        assert f"“{title.strip()}” can't be a title." in refusal("lake_race", "--title", title)
    assert files_in(project) == []


@pytest.mark.parametrize("place", PLACES)
def test_nothing_that_is_there_is_written_over(project, place, settings):
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [project / "templates"]}]
    path = project / place / "mine.txt"
    path.parent.mkdir(parents=True)
    path.write_text("Mine.", encoding="utf-8")
    assert f"{place} is there already." in refusal("pond_race")
    assert files_in(project) == [path]
    assert path.read_text(encoding="utf-8") == "Mine."


def test_nothing_is_begun_without_the_tools(project, monkeypatch):
    monkeypatch.setattr("games.matches.management.developer_tools.find_spec", lambda name: None)
    assert "run `make setup`, then this again" in refusal("river_race")
    assert files_in(project) == []


def test_when_a_step_fails_nothing_is_left_and_why_is_said(project):
    said = refusal("river_race")  # the empty project knows no golden records
    assert said.startswith("Nothing written was kept, because `python -m tests.support.golden_rec")
    assert "No module named" in said
    assert files_in(project) == []
