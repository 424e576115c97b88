"""The embedded run from outside: what an operator sees of start, stop and kills.

tests/portal/test_supervisor_parts.py is about children that die, taken ports and a second Ctrl-C.
"""

import json
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.api.test_docs import DOCUMENT
from tests.support.running_portal import ROOT, RunningPortal, clean_environment, descendants, exists
from tests.support.waiting import wait_for

pytestmark = [pytest.mark.whole, pytest.mark.xdist_group("run")]
CHILDREN = {"web", "worker-default", "worker-ai", "worker-ai-slow", "beat", "broker"}
PATIENCE = 240  # seconds: many at once on few cores start slowly
PROCESSES = 10  # the children, and the pools: two for `ai`, one for each other worker


def whole_family(portal: RunningPortal) -> set[int]:
    assert portal.process is not None
    pid = portal.process.pid
    wait_for(lambda: len(descendants(pid)) == PROCESSES, "the workers to be complete")
    return descendants(pid)


def findings(portal: RunningPortal) -> dict[str, Any]:
    try:
        with urllib.request.urlopen(portal.base_url + "readyz", timeout=30) as answer:
            return dict(json.load(answer)["checks"])
    except urllib.error.HTTPError as error:
        return dict(json.load(error)["checks"])


def gone(pids: set[int]) -> bool:
    return not any(exists(pid) for pid in pids)


def test_the_doctor_judges_it_as_what_it_is(running_portal):
    """With the data folder alone: what the supervisor has chosen is noted there."""
    well = lambda: all(one["ok"] for one in findings(running_portal).values())  # noqa: E731
    wait_for(well, "the portal to be well", PATIENCE)
    done = subprocess.run(
        [sys.executable, "manage.py", "doctor"],
        cwd=ROOT,
        env=clean_environment(DATA_DIR=str(running_portal.data_dir)),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    first, *found = done.stdout.splitlines()
    assert first == f"This is the embedded run at {running_portal.base_url}, judged as such."
    assert len(found) > 9
    assert [line for line in found if not line.startswith("ok ")] == []
    assert done.returncode == 0


def test_a_second_start_says_where_the_first_runs(running_portal):
    second = subprocess.run(
        [sys.executable, "manage.py", "portal"],
        cwd=ROOT,
        env=clean_environment(DATA_DIR=str(running_portal.data_dir), PORT="0"),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert second.stdout == f"The portal is already running at {running_portal.base_url}\n"
    assert running_portal.healthy()


def test_the_bot_of_the_docs_plays_a_whole_match(running_portal, tmp_path):
    code, *_others = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    assert len(code.splitlines()) <= 50
    file = tmp_path / "bot.py"
    file.write_text(code)
    done = subprocess.run(
        [sys.executable, str(file), running_portal.base_url],
        env=clean_environment(PYTHONWARNINGS="error"),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    places = re.findall(r"^(\d)\. (.+): (-?\d+)$", done.stdout, re.MULTILINE)
    assert len(places) == 2, done.stdout
    assert any(name.startswith("bot-") for _rank, name, _score in places)
    assert "1" in [rank for rank, _name, _score in places]


def test_it_answers_and_after_ctrl_c_a_new_start_keeps_the_accounts(new_portal):
    assert new_portal.healthy()
    assert f"The portal is ready: {new_portal.base_url}" in new_portal.output
    assert set(new_portal.pids) == CHILDREN
    assert set(new_portal.accounts) == {"amber", "birch", "cedar", "admin"}
    with urllib.request.urlopen(f"{new_portal.base_url}accounts/login/") as answer:
        port = urlsplit(new_portal.base_url).port
        assert answer.headers["Set-Cookie"].startswith(f"hearth_{port}_csrf=")
    everybody = whole_family(new_portal)
    wait_for(lambda: all(found["ok"] for found in findings(new_portal).values()), "/readyz")
    assert CHILDREN - {"web"} | {"sweeper"} <= findings(new_portal).keys()
    folder = Path(new_portal.note["broker_folder"])
    assert folder.is_dir()
    assert new_portal.stop() == 0
    assert gone(everybody), "Ctrl-C leaves nobody"
    assert not folder.exists()
    assert not (new_portal.data_dir / "running.json").exists()
    new_portal.start()
    assert new_portal.accounts == {}, "passwords are shown once"


def test_nobody_outlives_a_killed_supervisor(running_portal):
    assert running_portal.process is not None
    everybody = whole_family(running_portal)
    folder = Path(running_portal.note["broker_folder"])
    running_portal.process.send_signal(signal.SIGKILL)
    running_portal.process.wait()
    wait_for(lambda: gone(everybody), "every child to follow")
    assert folder.exists(), "nobody was left to remove it"
    running_portal.start()
    assert not folder.exists(), "the next start sweeps it"
