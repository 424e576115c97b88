"""The one line told before Django can be imported."""

import errno
from pathlib import Path

import pytest

import preflight


def importing(*missing: str):
    def import_module(name: str) -> None:
        if name in missing:
            raise ImportError(name)

    return import_module


def test_a_good_python():
    assert preflight.python_problem((3, 11, 0), importing()) is None
    assert preflight.environment_problem(importing()) is None


def test_an_old_python():
    problem = preflight.python_problem((3, 10, 9), importing())
    assert problem.startswith("Python 3.11 or newer is needed, this is 3.10: use another one")


@pytest.mark.parametrize("module", ["ssl", "sqlite3"])
def test_a_python_without_a_feature(module: str):
    problem = preflight.python_problem((3, 11), importing(module))
    assert problem.startswith(f"This Python was built without {module}:")
    for debians in ("venv", "ensurepip"):
        assert "python3-venv" in preflight.environment_problem(importing(debians))


def test_a_folder_is_made_where_it_can_be(tmp_path: Path, monkeypatch):
    assert preflight.folder_problem(str(tmp_path / "a" / "b")) is None
    assert (tmp_path / "a" / "b").is_dir()
    (tmp_path / "file").touch()
    assert "cannot be made" in preflight.folder_problem(str(tmp_path / "file" / "data"))
    monkeypatch.setattr(preflight.os, "access", lambda path, mode: False)  # root may do anything
    assert "cannot be written to" in preflight.folder_problem(str(tmp_path))


def test_a_full_disk(tmp_path: Path, monkeypatch):
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
