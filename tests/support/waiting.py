"""Waiting for a condition, with a deadline instead of a guess."""

import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")
GLANCE_SECONDS = 0.02


def wait_for(look: Callable[[], Found], what: str, seconds: float = 120) -> Found:
    """Call `look` until it returns something true, and return that.

    Raises AssertionError, naming `what`, after that many seconds.
    """
    deadline = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < deadline, f"{what}: not within {seconds} seconds"
        time.sleep(GLANCE_SECONDS)
    return found
