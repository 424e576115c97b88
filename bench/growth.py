"""What pages and calls cost a portal that has grown: 52,000 matches and some 600,000 steps.

A few dozen matches are played at random, and their rows copied under other names; then come long
lists of all else. Each address is then opened in this process; the figure is the median processor
time of an answer, templates and database included: PostgreSQL's own, too, where it runs on this
machine. On SQLite in a temporary folder; with `--postgres` in a PostgreSQL of its own, or in the
database that DATABASE_URL names, which is filled if it is empty. `--data FOLDER` keeps the folder
for the next time.
"""

import statistics
import time
from pathlib import Path
from typing import Any

from bench.scratch import portal_in

LIMIT = 60  # ms of the processor, for each address
OPENED, WARMING_UP = 7, 2  # times, so many of them to warm up


def main(*, postgres: bool = False, data: str | None = None) -> None:
    with portal_in(data, postgres=postgres):
        _measure()


def _measure() -> None:
    from django.db import connection

    from accounts.models import User
    from bench import grown_addresses, grown_portal
    from games.matches.models import Match, Step

    begun = time.perf_counter()
    if not Match.objects.exists():
        grown_portal.fill()
    counts = (model.objects.count() for model in (Match, Step, User))
    print("{:,} matches, {:,} steps, {:,} people".format(*counts), end=" ")
    print(f"on {connection.vendor}, made in {time.perf_counter() - begun:.0f} s; limit {LIMIT} ms")
    print(f"the processor counts to a million in {_pace():.0f} ms now")
    server = Server()
    slow = [told(said, *opened(who, where, server)) for said, who, where in grown_addresses.all()]
    print(f"{sum(slow)} of {len(slow)} addresses are over the limit")


def _pace() -> float:
    """How fast the machine is at this moment, in ms: the same work takes longer on a busy one."""
    begun = time.process_time()
    for _number in range(1_000_000):
        pass
    return (time.process_time() - begun) * 1_000


class Server:
    """The process of PostgreSQL that serves this one; of SQLite there is none."""

    def __init__(self) -> None:
        from django.db import connection

        self.clock = None
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET max_parallel_workers_per_gather = 0")  # all in one process
                cursor.execute("SELECT pg_backend_pid()")
                self.clock = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")

    def seconds(self) -> float:
        """Of the processor that it has used so far; 0 of one on another machine."""
        if self.clock is None or not self.clock.exists():
            return 0.0
        return int(self.clock.read_text().split()[0]) / 1e9


def opened(client: Any, address: str, server: Server) -> tuple[float, float, int]:
    """The median processor time and the longest, in ms, and the number of queries."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    times = []
    for _time in range(OPENED):
        begun = time.process_time() + server.seconds()
        answer = client.get(address)
        times.append((time.process_time() + server.seconds() - begun) * 1_000)
        assert answer.status_code == 200, (address, answer.status_code, answer.content[:300])
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    return statistics.median(times[WARMING_UP:]), max(times[WARMING_UP:]), len(queries)


def told(said: str, median: float, longest: float, queries: int) -> bool:
    over = median > LIMIT
    mark = "  <-- over" if over else ""
    print(f"{said:48} {median:7.1f} ms (at most {longest:.1f}), {queries} queries{mark}")
    return over
