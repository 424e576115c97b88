"""The reasons why the portal can't run."""

from pathlib import Path

from toolbox import database_errors


class CannotRun(Exception):
    """A reason not to start or to stop, in one line for the operator."""


class AlreadyRunning(CannotRun):
    """Another supervisor holds the data folder; the line has its address."""


def disk_problem(error: Exception, folder: Path) -> CannotRun | None:
    """The refusal for an error that a full or read-only disk caused; None for any other."""
    if not isinstance(database_errors.refusal_of(error), database_errors.Full):
        return None
    last = (str(error).splitlines() or ["no reason given"])[0]
    return CannotRun(
        f"Nothing can be written to {folder} ({last}): make room, or choose another with DATA_DIR."
    )
