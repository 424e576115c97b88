"""What pages and calls cost a portal that has grown: 52,000 matches and some 600,000 steps.

A few dozen matches are played at random, and their rows copied under other names. Each address is
then opened in this process; the figure is the median processor time of an answer, templates and
database included. On SQLite in a temporary folder, or in the empty database that DATABASE_URL names
(`python -m tests.support.services python -m bench growth`).
"""

import statistics
import time
from typing import Any

from bench.scratch import scratch_portal

LIMIT = 60  # ms of the processor, for each address
OPENED = 7  # times, of which the first two warm up


def main() -> None:
    with scratch_portal():
        _measure()


def _measure() -> None:
    from bench import grown_portal

    begun = time.perf_counter()
    grown = grown_portal.fill()
    print(f"{grown.matches:,} matches, {grown.steps:,} steps, {grown.people:,} people", end=" ")
    print(f"made in {time.perf_counter() - begun:.0f} s; limit {LIMIT} ms")
    slow = [_told(said, *_opened(who, address)) for said, who, address in grown.addresses]
    print(f"{sum(slow)} of {len(slow)} addresses are over the limit")


def _opened(client: Any, address: str) -> tuple[float, float, int]:
    """The median processor time and the longest, in ms, and the number of queries."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    times = []
    for _time in range(OPENED):
        begun = time.process_time()
        answer = client.get(address)
        times.append((time.process_time() - begun) * 1_000)
        assert answer.status_code == 200, (address, answer.status_code, answer.content[:300])
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    return statistics.median(times[2:]), max(times[2:]), len(queries)


def _told(said: str, median: float, longest: float, queries: int) -> bool:
    over = median > LIMIT
    mark = "  <-- over" if over else ""
    print(f"{said:48} {median:7.1f} ms (at most {longest:.1f}), {queries} queries{mark}")
    return over
