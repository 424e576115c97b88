"""`LIMITS=off` lifts every limit of a portal under development, and of no other."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from accounts.checks import check_limits
from tests.support.running_portal import ROOT, clean_environment

ASKED = """
import json, django
django.setup()
from django.conf import settings
print(json.dumps([
    settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], settings.AXES_ENABLED,
    settings.MATCHES_AN_HOUR, settings.MATCHES_UNDER_WAY, settings.GUESTS_AN_HOUR,
    settings.GUEST_MATCHES_UNDER_WAY,
]))
"""


def started(data: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    variables = clean_environment(
        DATA_DIR=str(data), DJANGO_SETTINGS_MODULE="portal.settings", **environment
    )
    return subprocess.run(
        [sys.executable, *command],
        env=variables,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def limits(data: Path, **environment: str) -> Any:
    return json.loads(started(data, "-c", ASKED, **environment).stdout)


@pytest.mark.whole  # a process for each environment; `test_the_check` is quicker
def test_limits_are_lifted_with_debug_alone(tmp_path):
    usual = limits(tmp_path, LIMITS="off")
    assert usual[0]["actions"] == "20/s", "ignored"
    assert usual[1:] == [True, 100, 50, 20, 20]
    assert limits(tmp_path, LIMITS="no", DEBUG="1") == usual
    lifted = limits(tmp_path, LIMITS="off", DEBUG="1")
    assert lifted[:2] == [{}, False]
    assert min(lifted[2:]) == 1_000_000
    refused = started(tmp_path, "manage.py", "check", LIMITS="off")
    assert (refused.returncode, "accounts.E001" in refused.stderr) == (1, True)


@pytest.mark.parametrize(
    ("off", "debug", "faults"), [(True, False, 1), (True, True, 0), (False, False, 0)]
)
def test_the_check(settings, off, debug, faults):
    settings.NO_LIMITS, settings.DEBUG = off, debug
    assert len(check_limits(None)) == faults
