"""A start on a full or read-only disk ends with one line, wherever on its way that shows."""

import errno
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from portal.supervisor import run
from portal.supervisor.configuration import read
from portal.supervisor.errors import CannotRun
from portal.supervisor.run import Supervisor
from tests.support import unavailable


class QuietSignals:
    """Signals that nobody sends, so that the test process keeps its own handlers."""

    asked_to_stop = 0


def start_with(monkeypatch: pytest.MonkeyPatch, error: Exception) -> str:
    """What the operator reads on a start that fails by that error."""

    def fail(*_arguments: Any) -> None:
        raise error

    monkeypatch.setattr(run, "Signals", QuietSignals)
    monkeypatch.setattr(Supervisor, "run", fail)
    said = StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("portal", stderr=said)
    assert end.value.code == 1
    return said.getvalue()


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EDQUOT])
def test_a_file_that_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, settings: Any, number: int
) -> None:
    said = start_with(monkeypatch, OSError(number, "so it is"))
    assert said.count("\n") == 1
    assert said.startswith(f"Nothing can be written to {settings.DATA_DIR} (")


def test_any_other_error_is_ours_and_shows_where(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OSError, match="no such file"):
        start_with(monkeypatch, OSError(errno.ENOENT, "no such file"))


@pytest.mark.django_db(transaction=True)
def test_a_database_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "Signals", QuietSignals)
    monkeypatch.setattr(run, "call_command", lambda *_, **__: None)
    with unavailable.full(), pytest.raises(CannotRun) as reason:
        Supervisor(read(tmp_path, tmp_path), print).prepare()
    assert str(reason.value).startswith(f"Nothing can be written to {tmp_path} (")
    assert "\n" not in str(reason.value)


@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_busy_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "Signals", QuietSignals)
    monkeypatch.setattr(run, "call_command", lambda *_, **__: None)
    with unavailable.busy(), pytest.raises(CannotRun, match=r"^The database does not answer: "):
        Supervisor(read(tmp_path, tmp_path), print).prepare()
