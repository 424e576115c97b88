"""Reads the environment for the settings."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("DATA_DIR") or BASE_DIR / "var").resolve()
REDIS_URL = os.environ.get("REDIS_URL", "")


def flag(name: str) -> bool:
    """A variable as a yes or no."""
    return os.environ.get(name, "").lower() in {"1", "true", "yes", "on"}


def number(name: str, default: int) -> int:
    """A variable as a whole number."""
    return int(os.environ.get(name, default))


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
