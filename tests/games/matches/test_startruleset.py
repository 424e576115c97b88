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


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("wild-west", "wild_west"),
        ("Wild West", "wild_west"),
        ("2nd", "river_race"),
        ("_pond", "pond"),
        ("pond__race", "pond_race"),
        ("étang", "tang"),
        ("", "river_race"),
        ("a" * 31, "river_race"),
    ],
)
def test_what_names_no_package_is_refused(project, name, instead):
    said = refusal(name)
    assert f"“{name}” can't name a ruleset." in said
    assert said.endswith(f"like {instead}.")
    assert files_in(project) == []


@pytest.mark.parametrize("name", ["class", "none", "true", "import"])
def test_a_word_of_python_is_refused(project, name):
    assert refusal(name) == f"“{name}” is a word of Python itself. {name}_game would do."
    assert files_in(project) == []


@pytest.mark.parametrize("name", ["game", "seating", "app_config", "fast_chance"])
def test_a_word_of_the_starters_own_code_is_refused(project, name):
    assert "is a word that the ruleset's own code uses" in refusal(name)
    assert files_in(project) == []


@pytest.mark.parametrize("name", ["sessions", "accounts", "lobby", "please_dont_burn_my_village"])
def test_the_name_of_what_is_installed_is_refused(project, name):
    assert "is the name of something installed" in refusal(name)
    assert files_in(project) == []


@pytest.mark.parametrize(
    "place",
    [
        "games/pond_race",
        "tests/games/pond_race",
        "tests/rulesets/pond_race",
        "docs/rulings/pond-race.md",
        "static/pond_race",
    ],
)
def test_nothing_that_is_there_is_written_over(project, place):
    path = project / place
    path.parent.mkdir(parents=True)
    path.write_text("Mine.", encoding="utf-8")
    assert refusal("pond_race").startswith(f"{place} is there already.")
    assert files_in(project) == [path]
    assert path.read_text(encoding="utf-8") == "Mine."


def test_a_folder_of_templates_is_not_shared(project, settings):
    (project / "templates" / "pond_race").mkdir(parents=True)
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [project / "templates"]}]
    assert "templates/pond_race is there already." in refusal("pond_race")


def test_a_bad_name_is_refused_before_what_it_would_write_over(project):
    (project / "games" / "river_race").mkdir(parents=True)
    assert "can't name a ruleset" in refusal("river-race")


@pytest.mark.parametrize("title", ["", "  ", "!?", "River\nRace", "River\tRace", "R" * 51])
def test_what_is_no_title_is_refused(project, title):
    assert f"“{title.strip()}” can't be a title." in refusal("river_race", "--title", title)
    assert files_in(project) == []


def test_nothing_is_begun_without_the_tools(project, monkeypatch):
    monkeypatch.setattr(
        "games.matches.management.commands.startruleset.find_spec", lambda name: None
    )
    assert "run `make house`, then this again" in refusal("river_race")
    assert files_in(project) == []


def test_when_a_step_fails_nothing_is_left_and_why_is_said(project):
    said = refusal("river_race")  # the empty project knows no golden records
    assert said.startswith("Nothing written was kept, because `python -m tests.support.golden_rec")
    assert "No module named" in said
    assert files_in(project) == []
