"""A start on a full or read-only disk ends with one line, wherever on its way that shows."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from portal.supervisor import entry, parent
from portal.supervisor.configuration import read
from portal.supervisor.errors import CannotRun
from portal.supervisor.parent import Supervisor
from tests.portal.test_supervisor_parts import QuietSignals
from tests.support import unavailable


def start_with(monkeypatch: pytest.MonkeyPatch, error: Exception, data: Path) -> str:
    """The line that a start that fails by that error ends with."""

    def fail(*_arguments: Any) -> None:
        raise error

    monkeypatch.setattr(os, "environ", {**os.environ, "DATA_DIR": str(data)})
    monkeypatch.setattr(parent, "Signals", QuietSignals)
    monkeypatch.setattr(Supervisor, "run", fail)
    with pytest.raises(SystemExit) as end:
        entry.main(data, [])
    return str(end.value.code)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EDQUOT])
def test_a_file_that_cannot_be_written(monkeypatch, tmp_path, number):
    said = start_with(monkeypatch, OSError(number, "so it is"), tmp_path)
    assert "\n" not in said
    assert said.startswith(f"Nothing can be written to {tmp_path} (")


def test_any_other_error_is_ours_and_shows_where(monkeypatch, tmp_path):
    with pytest.raises(OSError, match="no such file"):
        start_with(monkeypatch, OSError(errno.ENOENT, "no such file"), tmp_path)


@pytest.mark.django_db(transaction=True)
def test_a_database_that_cannot_be_written_or_is_busy(tmp_path, monkeypatch):
    monkeypatch.setattr(parent, "Signals", QuietSignals)
    monkeypatch.setattr(parent, "upgrade", lambda: None)
    with unavailable.full(), pytest.raises(CannotRun) as reason:
        Supervisor(read(tmp_path, tmp_path), print).prepare()
    assert str(reason.value).startswith(f"Nothing can be written to {tmp_path} (")
    assert "\n" not in str(reason.value)
    with unavailable.busy(), pytest.raises(CannotRun, match=r"^The database does not answer: "):
        Supervisor(read(tmp_path, tmp_path), print).prepare()
