"""What is seen of pip while `make` installs packages: how far it is, and errors."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

import installing

ROOT = Path(installing.__file__).parent
SAID = [
    "Collecting django==5.2.19 (from -r requirements.txt (line 1))\n",
    "  Downloading django-5.2.19-py3-none-any.whl (8.3 MB)\n",
    "Collecting celery\n",
    "Installing collected packages: celery, django\n",
    "Successfully installed celery-5.5 django-5.2.19\n",
]
COMPLAINTS = [
    "WARNING: The directory '/.cache/pip' or its parent directory is not writable by the\n",
    "  current user. The cache has been disabled.\n",
    "\n",
    "[notice] A new release of pip is available: 24.0 -> 26.1\n",
    "WARNING: Running pip as the 'root' user can result in broken permissions\n",
]
ERROR = "ERROR: No matching distribution found for no-such-package\n"


def run_by(pip: str, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    """`installing.py` with a program in pip's place."""
    (tmp_path / "pip").mkdir()
    (tmp_path / "pip/__init__.py").touch()
    (tmp_path / "pip/__main__.py").write_text(pip)
    command = [sys.executable, str(ROOT / "installing.py"), "list.txt"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, timeout=60
    )


def saying(status: int, *complaints: str) -> str:
    return (
        "import sys\n"
        f"sys.stdout.writelines({SAID!r})\n"
        f"sys.stderr.writelines({[*COMPLAINTS, *complaints]!r})\n"
        f"sys.exit({status} if sys.argv[-2:] == ['-r', 'list.txt'] else 3)\n"
    )


def test_a_good_run_says_little_and_warns_of_nothing(tmp_path: Path) -> None:
    done = run_by(saying(0), tmp_path)
    assert done.returncode == 0
    assert done.stdout == "  putting 2 packages in their places …\n"
    assert done.stderr == ""


def test_an_error_of_a_run_that_goes_well_is_shown(tmp_path: Path) -> None:
    conflict = "ERROR: pip's dependency resolver does not take into account …\n"
    done = run_by(saying(0, conflict), tmp_path)
    assert done.returncode == 0
    assert done.stderr == conflict


def test_a_run_that_fails_shows_everything_and_fails(tmp_path: Path) -> None:
    done = run_by(saying(1, ERROR), tmp_path)
    assert done.returncode == 1
    assert done.stderr == "".join([*COMPLAINTS, ERROR])


def test_pip_itself_understands_what_it_is_told(tmp_path: Path) -> None:
    """It fails for what can't be found, and for no other reason."""
    wanted = tmp_path / "wanted.txt"
    wanted.write_text(f"--no-index\n{tmp_path / 'no-such-wheel.whl'}\n")
    command = [sys.executable, str(ROOT / "installing.py"), str(wanted)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert "no-such-wheel.whl" in done.stderr
    assert "Usage" not in done.stderr


def test_a_terminal_shows_each_package_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    monkeypatch.setattr(out, "isatty", lambda: True)
    line = installing.Line(out)
    for news in installing.progress(SAID):
        line.show(news)
    line.end()
    shown = out.getvalue().split("\r\033[K")
    assert shown[1:] == [
        "  package 1: django==5.2.19",
        "  package 2: celery",
        "  putting 2 packages in their places …",
        "",
    ]
