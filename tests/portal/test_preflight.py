"""What is looked at before anything is installed, and how that is done."""

import errno
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

import installing
import preflight


def importing(*missing: str):
    def import_module(name: str) -> None:
        if name in missing:
            raise ImportError(name)

    return import_module


def test_a_good_and_an_old_python():
    assert preflight.python_problem((3, 11, 0), importing()) is None
    assert preflight.environment_problem(importing()) is None
    problem = preflight.python_problem((3, 10, 9), importing())
    assert problem.startswith("Python 3.11 or newer is needed, this is 3.10: use another one")


@pytest.mark.parametrize("module", ["ssl", "sqlite3"])
def test_a_python_without_a_feature(module):
    problem = preflight.python_problem((3, 11), importing(module))
    assert problem.startswith(f"This Python was built without {module}:")
    for debians in ("venv", "ensurepip"):
        assert "python3-venv" in preflight.environment_problem(importing(debians))


def test_a_folder_is_made_where_it_can_be(tmp_path, monkeypatch):
    assert preflight.folder_problem(str(tmp_path / "a" / "b")) is None
    assert (tmp_path / "a" / "b").is_dir()
    (tmp_path / "file").touch()
    assert "cannot be made" in preflight.folder_problem(str(tmp_path / "file" / "data"))
    monkeypatch.setattr(preflight.os, "access", lambda path, mode: False)  # root may do anything
    assert "cannot be written to" in preflight.folder_problem(str(tmp_path))


def test_a_full_disk(tmp_path, monkeypatch):
    def full(**_named: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(preflight.tempfile, "TemporaryFile", full)
    problem = preflight.folder_problem(str(tmp_path))
    assert problem == f"The data folder {tmp_path} cannot be written to: No space left on device."


def test_a_problem_ends_with_status_1_and_that_line():
    preflight.insist(None)
    with pytest.raises(SystemExit) as end:
        preflight.insist("a sentence")
    assert end.value.code == "a sentence"  # which Python prints to stderr, exiting with 1


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


@pytest.mark.parametrize("errors", [(), ("ERROR: pip's resolver does not take into account …\n",)])
def test_a_good_run_says_little_and_warns_of_nothing_but_errors(tmp_path, errors):
    done = run_by(saying(0, *errors), tmp_path)
    assert done.returncode == 0
    assert done.stdout == "  putting 2 packages in their places …\n"
    assert done.stderr == "".join(errors)


def test_a_run_that_fails_shows_everything_and_fails(tmp_path):
    done = run_by(saying(1, ERROR), tmp_path)
    assert done.returncode == 1
    assert done.stderr == "".join([*COMPLAINTS, ERROR])


def test_pip_itself_understands_what_it_is_told(tmp_path):
    """It fails for what can't be found, and for no other reason."""
    wanted = tmp_path / "wanted.txt"
    wanted.write_text(f"--no-index\n{tmp_path / 'no-such-wheel.whl'}\n")
    command = [sys.executable, str(ROOT / "installing.py"), str(wanted)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert "no-such-wheel.whl" in done.stderr
    assert "Usage" not in done.stderr


def test_a_terminal_shows_each_package_in_one_line(monkeypatch):
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
