"""Matches over days: what sweeps, pages and notices cost beside tens of thousands that run.

MATCHES running correspondence matches, copies of one in which a few moves were made; everybody has
EACH of them, and TABLES tables wait for players. First sweeps beside FEW of them, for what is due
must decide what a sweep costs; then, beside all, the sweep after a downtime, DUE deadlines in one
second, the pages that list matches and tables, and the same through a running portal
(`bench.days_portal`). On SQLite in a temporary folder; with `--postgres` in a PostgreSQL of its
own, or in the database that DATABASE_URL names, which is filled if it is empty. `--data FOLDER`
keeps the folder for the next few hours, until the first of its deadlines. Seconds are by the clock,
which other work on the machine stretches; what the processor did is told beside them.
"""

import gc
import os
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch

from bench.scratch import portal_in

MATCHES, FEW, TABLES, DUE = 50_000, 1_500, 1_000, 500
TICKS, PAGES = 30, 100
TICK, LOCK, MET, PAGE = 1.0, 0.1, 10.0, 0.1  # seconds, the limits
ADDRESSES = ("/", "/my-matches/", "/tables/", "/tables/?pace=days")


def main(*, matches: int | None = None, postgres: bool = False, data: str | None = None) -> None:
    with portal_in(data, postgres=postgres) as folder:
        _measure(matches or MATCHES)
        from bench import days_portal

        days_portal.measure(folder)


@dataclass(frozen=True)
class Cost:
    """How long something took by the clock, and what of it the processor worked, in seconds."""

    clock: float
    processor: float

    def without(self, part: "Cost") -> "Cost":
        return Cost(self.clock - part.clock, self.processor - part.processor)


def _measure(count: int) -> None:
    from django.db import connection

    from accounts.models import User
    from bench.growth import Server
    from games.matches.models import Match

    costs = Costs(Server())
    if not Match.objects.exists():
        _fill(costs, count)
    gc.collect()
    gc.freeze()  # as in a portal's processes: collections of this big one take 0.1 to 0.2 s
    running, tables = Match.objects.filter(status="active").count(), TABLES
    people = User.objects.filter(username__startswith="bench").order_by("pk")
    print(f"{running:,} running matches over days, {people.count():,} people,", end=" ")
    print(f"{tables:,} tables, on {connection.vendor}; load {os.getloadavg()[0]:.1f}")
    _sweeps(costs, running)
    _after_downtime(costs)
    _many_deadlines(costs, min(DUE, running))
    _pages(costs, people[:30])


def _fill(costs: "Costs", count: int) -> None:
    from bench import running_days

    begun, people, few = time.perf_counter(), running_days.people_for(count), min(FEW, count)
    running_days.fill(people, range(few))
    _sweeps(costs, few)
    running_days.fill(people, range(few, count))
    running_days.open_tables(people, TABLES)
    running_days.analyze()
    print(f"filled in {time.perf_counter() - begun:.0f} s")


def _sweeps(costs: "Costs", beside: int) -> None:
    """What one costs when nothing is due, and nothing was before."""
    from django.utils import timezone

    from games.matches.models import Heartbeat

    now = timezone.now()
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": now, "away": [], "moved_to": None})
    times = [costs.of(_sweep) for _ in range(TICKS)]
    costs.tell(f"a sweep beside {beside:,} matches", times, TICK)


class Costs:
    """Measures what is done in this process and, with PostgreSQL, in the one that serves it."""

    def __init__(self, server: Any) -> None:
        self._server = server

    def of(self, deed: Callable[[], Any]) -> Cost:
        clock, processor = time.perf_counter(), self._processor()
        deed()
        return Cost(time.perf_counter() - clock, self._processor() - processor)

    def tell(self, what: str, costs: Sequence[Cost], limit: float) -> None:
        """The median, the slowest and the 99th percentile, in ms."""
        print(f"{what}: ", end="")
        for name, times in (
            ("by the clock", [cost.clock for cost in costs]),
            ("of the processor", [cost.processor for cost in costs]),
        ):
            ordered = sorted(time * 1e3 for time in times)
            slow = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
            print(f"{statistics.median(ordered):.1f} ms {name}, 99% within {slow:.1f},", end=" ")
            print(f"all within {ordered[-1]:.1f}", end="; ")
        print(f"limit {limit * 1e3:.0f}")

    def _processor(self) -> float:
        return time.process_time() + float(self._server.seconds())


def _sweep() -> None:
    """Everything that runs every two seconds."""
    from games.matches import tasks

    with patch.object(tasks, "queue", lambda *_said, **_when: True):
        tasks.sweep()
    tasks.tell_turns()


def _after_downtime(costs: Costs) -> None:
    from games.matches.models import Heartbeat
    from games.matches.play import downtime

    beat = Heartbeat.objects.get()
    Heartbeat.objects.update(at=beat.at - timedelta(hours=1))
    moves, tells, ticks = list[Cost](), list[Cost](), list[Cost]()
    move_some, tell = downtime._move_some, downtime._tell

    def moving() -> bool:
        answers: list[bool] = []
        told = len(tells)
        cost = costs.of(lambda: answers.append(move_some()))
        moves.append(cost.without(tells[-1]) if len(tells) > told else cost)
        return answers[0]

    def telling(matches: list[tuple[str, int]]) -> None:
        tells.append(costs.of(lambda: tell(matches)))

    with (
        patch.object(downtime, "_move_some", moving),
        patch.object(downtime, "_tell", telling),
    ):
        ticks.append(costs.of(_sweep))
        while Heartbeat.objects.get().away:
            ticks.append(costs.of(_sweep))
    print(f"after a downtime: all clocks are moved in {len(ticks)} sweeps, {len(moves)} batches,")
    costs.tell("  each sweep", ticks, TICK)
    costs.tell("  each batch, under its lock", moves, LOCK)
    if tells:
        costs.tell("  telling the pages that are open, after it", tells, LOCK)


def _many_deadlines(costs: Costs, count: int) -> None:
    due = fall_due(count, timedelta())
    cost = costs.of(lambda: _move_for(due))
    print(f"{count} deadlines in one second: met in {cost.clock:.1f} s by one process, ", end="")
    print(f"{cost.processor:.1f} s of the processor (limit {MET:.0f} s)")


@dataclass(frozen=True)
class Due:
    """Matches in which somebody's time runs out, and when that of the last one does."""

    matches: Sequence[Any]
    last: datetime

    def left(self) -> int:
        """In how many of them nobody has been moved for yet."""
        from games.matches.models import Match

        return Match.objects.filter(pk__in=self.matches, wake_at__lte=self.last).count()


def fall_due(count: int, wait: timedelta) -> Due:
    """Let the time of so many people run out within a second, the last of it in `wait`."""
    from django.utils import timezone

    from games.matches.models import Match, Seat

    chosen = list(Match.objects.filter(status="active").values_list("pk", flat=True)[:count])
    last = timezone.now() + wait
    for part in range(10):
        at, some = last - timedelta(seconds=part / 10), chosen[part::10]
        Seat.objects.filter(match__in=some, owes=True).update(deadline=at, tell_at=None)
        Match.objects.filter(pk__in=some).update(wake_at=at)
    return Due(chosen, last)


def _move_for(due: Due) -> None:
    from games.matches import tasks

    with patch.object(tasks, "queue", lambda *_said, **_when: True):
        while due.left():
            tasks.sweep()
            tasks.run_out()


def _pages(costs: Costs, people: Sequence[Any]) -> None:
    from django.test import Client

    clients = [Client() for _person in people]
    for client, person in zip(clients, people, strict=True):
        client.force_login(person)

    def opened(number: int, address: str) -> None:
        answer = clients[number % len(clients)].get(address)
        assert answer.status_code == 200, (address, answer.status_code)

    for address in ADDRESSES:
        opened(0, address)
        times = [
            costs.of(lambda n=n, address=address: opened(n, address))  # type: ignore[misc]
            for n in range(PAGES)
        ]
        costs.tell(f"{address}, opened {PAGES} times", times, PAGE)
