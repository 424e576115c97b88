"""Reads the environment for the settings."""

import errno
import fcntl
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("DATA_DIR") or BASE_DIR / "var").resolve()

LOCK, NOTE = "lock", "running.json"  # in the data folder: portal/supervisor/lock.py


def parsed(name: str, default: str, parse: Callable[[str], T], wanted: str) -> T:
    """A variable as `parse` reads it. Exits with one line if that raises ValueError.

    The line doesn't quote the variable, which may have a password.
    """
    try:
        return parse(os.environ.get(name) or default)
    except ValueError:
        raise SystemExit(f"{name} isn't {wanted}.") from None


def flag(name: str) -> bool:
    """A variable as a yes or no. Exits with one line if it is neither."""
    return one_of(name, *NO, *YES) in YES


def number(name: str, default: int, *, least: int = 0, most: int = 10**9) -> int:
    """A variable as a whole number. Exits with one line if it isn't one or is out of range."""

    def parse(given: str) -> int:
        if not least <= (found := int(given)) <= most:
            raise ValueError
        return found

    return parsed(name, str(default), parse, f"a whole number from {least} to {most}")


def one_of(name: str, *allowed: str) -> str:
    """A variable with one of these values, the first by default. Exits with one line otherwise."""
    given = os.environ.get(name) or allowed[0]
    for value in allowed:
        if value.lower() == given.lower():
            return value
    raise SystemExit(f"{name}={given} isn't one of {', '.join(allowed)}.")


def split(text: str) -> list[str]:
    """The items of a comma-separated list."""
    return [item.strip() for item in text.split(",") if item.strip()]


def listed(name: str, default: str = "") -> list[str]:
    """A variable as a comma-separated list."""
    return split(os.environ.get(name, default))


def running(folder: Path) -> dict[str, Any]:
    """The note of the embedded run that now uses that data folder; {} without one."""
    try:
        with (folder / LOCK).open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return note_of_run(folder)
    except OSError:
        pass
    return {}


def note_of_run(folder: Path) -> dict[str, Any]:
    """The note of the embedded run that uses that data folder, or was killed; {} without one."""
    try:
        note = json.loads((folder / NOTE).read_text())
    except (OSError, ValueError):
        return {}
    return note if isinstance(note, dict) else {}


def stored_key(variable: str, make: Callable[[], str]) -> str:
    """The key in that variable, or one made once and stored under its name in the data folder."""
    if key := os.environ.get(variable):
        return key
    path = DATA_DIR / variable.lower()
    with naming("DATA_DIR", DATA_DIR):
        if not path.exists():
            DATA_DIR.mkdir(parents=True, exist_ok=True)
            fresh = path.with_name(f"{path.name}.{os.getpid()}")
            fresh.touch(mode=0o600)
            fresh.write_text(make())
            with suppress(FileExistsError):  # another process was first
                path.hardlink_to(fresh)
            fresh.unlink()
        return path.read_text().strip()


@contextmanager
def naming(variable: str, folder: Path) -> Iterator[None]:
    """Exit with one line that names the variable if its folder can't be used.

    The error of a full disk passes through: the embedded run has its own line for that.
    """
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise
        raise SystemExit(f"{variable}={folder} isn't usable: {error.strerror}.") from None
