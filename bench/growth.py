"""What pages and calls cost a portal that has grown: 52,000 matches and some 600,000 steps.

Each address is opened in this process; the figure is the median processor time of an answer,
templates and database included: PostgreSQL's own, too, where DATABASE_URL names one on this
machine. An empty database is filled. `--data FOLDER` keeps the folder of SQLite for the next time.
"""

import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.scratch import scratch_portal

LIMIT = 60  # ms of the processor, for each address
OPENED, WARMING_UP = 7, 2  # times, so many of them to warm up


def main(data: str | None = None) -> None:
    with scratch_portal(data):
        from bench import grown_addresses, grown_portal
        from games.matches.models import Match

        if not Match.objects.exists():
            grown_portal.fill()
        used = processor()
        all_of_them = list(grown_addresses.addresses())
        slow = [told(said, *opened(who, where, used)) for said, who, where in all_of_them]
        print(f"{sum(slow)} of {len(slow)} addresses take over {LIMIT} ms")


def processor() -> Callable[[], float]:
    """Tells the seconds that this process has used, and the one of PostgreSQL that serves it."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return time.process_time
    with connection.cursor() as cursor:
        cursor.execute("SET max_parallel_workers_per_gather = 0")  # all in one process
        cursor.execute("SELECT pg_backend_pid()")
        clock = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")
    return lambda: time.process_time() + int(clock.read_text().split()[0]) / 1e9


def opened(client: Any, address: str, used: Callable[[], float]) -> tuple[float, float, int]:
    """The median processor time and the longest, in ms, and the number of queries."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    times = []
    for _time in range(OPENED):
        begun = used()
        answer = client.get(address)
        times.append((used() - begun) * 1_000)
        assert answer.status_code == 200, (address, answer.status_code, answer.content[:300])
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    return statistics.median(times[WARMING_UP:]), max(times[WARMING_UP:]), len(queries)


def told(said: str, median: float, longest: float, queries: int) -> bool:
    over = median > LIMIT
    mark = "  <-- over" if over else ""
    print(f"{said:72} {median:7.1f} ms (at most {longest:.1f}), {queries} queries{mark}")
    return over
