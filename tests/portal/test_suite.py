"""The suite keeps its own promises: its folder, this machine, and skips can be refused."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings


def test_data_goes_to_a_temporary_folder():
    assert Path(settings.DATA_FOLDER) == settings.DATA_DIR
    assert not settings.DATA_DIR.is_relative_to(settings.BASE_DIR)


def test_other_machines_are_out_of_reach():
    with socket.socket() as plug, pytest.raises(RuntimeError, match=r"reached for"):
        plug.connect(("192.0.2.1", 80))
    with pytest.raises(RuntimeError, match=r"looked up"):
        socket.getaddrinfo("example.org", 80)


def test_time_stands_still(frozen):
    from django.utils import timezone

    before = timezone.now()
    frozen.shift(60)
    assert (timezone.now() - before).total_seconds() == 60


SKIPPED = 'import pytest\n\ndef test_it():\n    pytest.skip("for no reason")\n'
SKIPPED_AT_IMPORT = 'import pytest\n\npytest.skip("for no reason", allow_module_level=True)\n'


@pytest.mark.parametrize("options", [[], ["--no-skips"]])
def test_a_skip_can_be_refused(tmp_path: Path, options: list[str]):
    (tmp_path / "test_one.py").write_text(SKIPPED)
    (tmp_path / "test_two.py").write_text(SKIPPED_AT_IMPORT)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", "-c", "/dev/null"]
    where = ["-p", "no:cacheprovider", "--continue-on-collection-errors", "--rootdir"]
    ended = subprocess.run(
        [*command, *where, str(tmp_path), *options, str(tmp_path)],
        cwd=settings.BASE_DIR,
        env={name: text for name, text in os.environ.items() if not name.startswith("PYTEST_")},
        capture_output=True,
        text=True,
        check=False,
    )
    summary = ended.stdout.splitlines()[-1]
    assert ended.returncode == (1 if options else 0), ended.stdout
    assert ("1 failed, 1 error in" if options else "2 skipped in") in summary
