"""Reads the environment for the settings."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("DATA_DIR") or BASE_DIR / "var").resolve()


def flag(name: str) -> bool:
    """A variable as a yes or no."""
    return os.environ.get(name, "").lower() in {"1", "true", "yes", "on"}


def number(name: str, default: int) -> int:
    """A variable as a whole number. Exits with one line if it is none."""
    given = os.environ.get(name) or str(default)
    try:
        return int(given)
    except ValueError:
        raise SystemExit(f"{name}={given} isn't a whole number.") from None


def one_of(name: str, *allowed: str) -> str:
    """A variable with one of these values, the first by default. Exits with one line otherwise."""
    given = os.environ.get(name) or allowed[0]
    if given not in allowed:
        raise SystemExit(f"{name}={given} isn't one of {', '.join(allowed)}.")
    return given


def listed(name: str, default: str = "") -> list[str]:
    """A variable as a comma-separated list."""
    return [item.strip() for item in os.environ.get(name, default).split(",") if item.strip()]


def stored_key(variable: str, make: Callable[[], str]) -> str:
    """The key from that variable, or one made once and kept under its name in the data folder."""
    if key := os.environ.get(variable):
        return key
    path = DATA_DIR / variable.lower()
    if not path.exists():
        DATA_DIR.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
        fresh.touch(mode=0o600)
        fresh.write_text(make())
        with suppress(FileExistsError):  # another process was first
            path.hardlink_to(fresh)
        fresh.unlink()
    return path.read_text().strip()
