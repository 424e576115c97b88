"""Calls at the same moment, each in a thread with its own connection."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connection

from tests.support.patience import PATIENCE_SECONDS


def all_at_once(*deeds: Callable[[], Any]) -> list[Any]:
    """The results of all calls, in order."""
    together = Barrier(len(deeds))

    def one(deed: Callable[[], Any]) -> Any:
        try:
            together.wait(PATIENCE_SECONDS)
            return deed()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(deeds)) as pool:
        return list(pool.map(one, deeds))
