"""`manage.py startruleset`: what it writes is a whole game, tested and played as it is."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from games.matches.management import starter_files
from tests.browser.expecting import expect
from tests.browser.people import PASSWORD
from tests.support.running_portal import RunningPortal, clean_environment
from tests.support.starter import ROOT, copy_of_project

# tests/test_new_ruleset_guide.py holds the same files to the laws, sooner.
pytestmark = pytest.mark.xdist_group("starter")

TITLE = 'River "Race" & \\ <b>_Co_</b>'


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this project in which River Race has been started, under an awkward title."""
    project = copy_of_project(tmp_path_factory.mktemp("started") / "project")
    said = run(project, "manage.py", "startruleset", "river_race", "--title", TITLE)
    assert said.startswith(f"{TITLE} is there: ")
    assert str(project) not in said
    return project


def run(project: Path, *command: str) -> str:
    return run_program(project, sys.executable, *command)


def run_program(project: Path, *command: str) -> str:
    done = subprocess.run(
        command,
        cwd=project,
        env=clean_environment(PYTEST_ADDOPTS=""),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.again
def test_what_is_started_passes_its_tests_and_the_laws(project):
    pytest = ("-m", "pytest", "-q", "-p", "no:schemathesis", "-p", "no:xdist")
    pytest += ("-m", "not whole and not again")
    laws = ("conformance", "golden_records", "ruling_tables")
    tests = ("tests/games/river_race", *(f"tests/games/test_{law}.py" for law in laws))
    its = "river_race or RiverRace or chapters or golden_records or ruling_tables"
    said = run(project, *pytest, *tests, "tests/pages/test_chapters.py", "-k", its)
    assert " passed" in said


@pytest.mark.again
def test_what_is_started_passes_make_lint(project):
    """All but its types, which take minutes."""
    (project / ".venv").symlink_to(sys.prefix)
    if (ROOT / "tools" / "node_modules").exists():
        (project / "tools" / "node_modules").symlink_to(ROOT / "tools" / "node_modules")
    run_program(project, "git", "init", "--quiet")  # `make lint` asks it for the templates
    run_program(project, "git", "add", "games")
    run_program(project, "make", "lint-rest")


@pytest.mark.whole
def test_what_is_started_has_no_fault(project):
    assert "river_race, 0 faults" in run(project, "manage.py", "checkruleset", "river_race")


@pytest.mark.again
@pytest.mark.usefixtures("chromium")
@pytest.mark.parametrize("kind", starter_files.KINDS[1:])
def test_every_other_kind_has_no_fault_and_is_played_by_clicks(project, tmp_path, kind):
    name = f"pond_{kind}"
    run(project, "manage.py", "startruleset", name, "--kind", kind)
    assert f"{name}, 0 faults" in run(project, "manage.py", "checkruleset", name)
    said = run(project, "manage.py", "playruleset", name, "--shots", str(tmp_path))
    assert "Played to the end in" in said
    assert len(list(tmp_path.glob("01-hand-*.png"))) == 6


@pytest.mark.whole
def test_what_is_started_is_played_to_its_end_in_a_browser(project, tmp_path, chromium):
    complaints: list[str] = []
    with RunningPortal(tmp_path / "data", project=project) as portal:
        page = chromium.new_context(base_url=portal.base_url).new_page()
        page.on("console", lambda said: complaints.append(said.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto("/accounts/signup/")
        page.get_by_label("Username").fill("newcomer")
        page.get_by_label("Password").fill(PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url(lambda address: "signup" not in address)
        for step in (1, 2, 3):
            page.goto(f"/games/river-race/guide/{step}/")
            expect(page.locator("[data-guided]").first).to_be_visible()
        page.goto("/rules/river-race/")
        expect(page.locator("h1")).to_contain_text(TITLE)
        page.get_by_role("button", name="Play against AI now").click()
        live, over = page.locator("#live"), page.locator("#live[data-over]")
        while not over.count():
            expect(page.locator(".board .can, #live[data-over]").first).to_be_visible()
            if over.count():
                break
            before = live.get_attribute("data-version")
            page.locator(".board .can").first.click()
            expect(page.locator(".board .ghost")).to_have_count(1)
            page.locator("#confirm").click()
            expect(live).not_to_have_attribute("data-version", re.escape(str(before)))
        expect(page.locator("#status")).to_have_text("A frog has reached the far bank.")
        page.context.close()
    assert complaints == []
