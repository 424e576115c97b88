"""How long requests and moves wait for the database."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from prometheus_client import Histogram

SECONDS = Histogram(
    "portal_database_seconds",
    "Time that the statements of one request or move took, with waiting for locks",
    ["work"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
)


@contextmanager
def measured(work: str) -> Iterator[None]:
    """Measure the time of this thread's statements in the block, as one unit of that work."""
    spent = 0.0

    def timed(execute: Any, *statement: Any) -> Any:
        nonlocal spent
        begun = time.perf_counter()
        try:
            return execute(*statement)
        finally:
            spent += time.perf_counter() - begun

    try:
        with connection.execute_wrapper(timed):
            yield
    finally:
        SECONDS.labels(work).observe(spent)
