"""The suite keeps its own promises: its folder, this machine, and skips can be refused."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import Group, Permission

from accounts import roles
from accounts.models import User
from tests.support import tables
from tests.support.also import also
from tools import mutations


def test_data_goes_to_a_temporary_folder_and_other_machines_are_out_of_reach():
    assert Path(settings.DATA_FOLDER) == settings.DATA_DIR
    assert not settings.DATA_DIR.is_relative_to(settings.BASE_DIR)
    with socket.socket() as plug, pytest.raises(RuntimeError, match=r"reached for"):
        plug.connect(("192.0.2.1", 80))
    with pytest.raises(RuntimeError, match=r"looked up"):
        socket.getaddrinfo("example.org", 80)


def test_the_list_of_mutants_fits_the_code():
    assert mutations.outdated() == []


@pytest.mark.django_db(transaction=True)
def test_what_a_test_commits_is_taken_away_but_nothing_of_djangos_own():
    permissions = Permission.objects.count()
    assert permissions
    roles.give(user=User.objects.create_user("amber"), role=roles.MODERATOR)
    tables.empty()
    assert not User.objects.exists()
    assert not Group.objects.exists()
    assert Permission.objects.count() == permissions


SKIPPED = 'import pytest\n\ndef test_it():\n    pytest.skip("for no reason")\n'
SKIPPED_AT_IMPORT = 'import pytest\n\npytest.skip("for no reason", allow_module_level=True)\n'


@pytest.mark.whole  # `.ci/run` refuses them by it
@pytest.mark.parametrize("options", [["--no-skips"], *also([])])
def test_a_skip_can_be_refused(tmp_path, options):
    (tmp_path / "test_one.py").write_text(SKIPPED)
    (tmp_path / "test_two.py").write_text(SKIPPED_AT_IMPORT)
    command = [sys.executable, "-m", "pytest", "-qWignore", "-ptests.conftest", "-c", "/dev/null"]
    where = [
        *("-p", "pytest_django.plugin", "-p", "no:cacheprovider"),
        *("--continue-on-collection-errors", "--rootdir"),
    ]
    inherited = {name: text for name, text in os.environ.items() if not name.startswith("PYTEST_")}
    ended = subprocess.run(
        [*command, *where, str(tmp_path), *options, str(tmp_path)],
        cwd=settings.BASE_DIR,
        env=inherited | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},  # they take seconds to import
        capture_output=True,
        text=True,
        check=False,
    )
    summary = ended.stdout.splitlines()[-1]
    assert ended.returncode == (1 if options else 0), ended.stdout
    assert ("1 failed, 1 error in" if options else "2 skipped in") in summary
