"""Matches over days: the sweeper's tick beside many, the one after a downtime, many deadlines.

MATCHES running correspondence matches, copies of one that has just begun, none of which is due.
Then DUE of them fall due in one second, and the process plays for those who didn't. On SQLite in a
temporary folder, or in the database that DATABASE_URL names, which must be empty.
"""

import statistics
import time
from datetime import timedelta
from typing import Any
from unittest.mock import patch

from bench.scratch import scratch_portal

MATCHES, DUE = 50_000, 500
CHUNK = 1_000  # matches that are written together
TICKS = 20
TICK, MET, LOCK = 1.0, 10.0, 0.1  # seconds, the limits


def main(*, matches: int | None = None) -> None:
    with scratch_portal():
        _measure(matches or MATCHES)


def _measure(count: int) -> None:
    from games.matches.play import downtime

    begun = time.perf_counter()
    fill(count)
    print(f"{count:,} running matches over days, made in {time.perf_counter() - begun:.0f} s")
    downtime.note()
    ticks = [_timed(_tick) for _ in range(TICKS)]
    print(
        f"a tick: {statistics.median(ticks) * 1e3:.1f} ms, at most {max(ticks) * 1e3:.1f}", end=""
    )
    print(f" (limit {TICK * 1e3:.0f})")
    _after_downtime()
    _many_deadlines(min(DUE, count))


def _after_downtime() -> None:
    from games.matches.models import Heartbeat
    from games.matches.play import downtime

    beat = Heartbeat.objects.get()
    Heartbeat.objects.update(at=beat.at - timedelta(hours=1))
    locked: list[float] = []
    move_some = downtime._move_some

    def timed() -> bool:
        begun = time.perf_counter()
        moved = move_some()
        locked.append(time.perf_counter() - begun)
        return moved

    with patch.object(downtime, "_move_some", timed), patch.object(downtime, "_tell"):
        taken = _timed(_tick)
    print(f"the tick after a downtime: {taken:.1f} s in {len(locked)} batches,", end=" ")
    print(f"the longest lock {max(locked) * 1e3:.0f} ms (limit {LOCK * 1e3:.0f})")


def _many_deadlines(count: int) -> None:
    from django.utils import timezone

    from games.matches import tasks
    from games.matches.models import Match, Seat

    due = timezone.now() - timedelta(milliseconds=1)
    chosen = list(Match.objects.values_list("pk", flat=True)[:count])
    Seat.objects.filter(match__in=chosen, owes=True).update(deadline=due)
    Match.objects.filter(pk__in=chosen).update(wake_at=due)
    begun, ticks = time.perf_counter(), 0
    while Match.objects.filter(pk__in=chosen, version=0).exists():
        ticks += 1
        if _tick():
            tasks.run_out()
    taken = time.perf_counter() - begun
    print(f"{count} deadlines in one second: met in {taken:.1f} s by one process,", end=" ")
    print(f"{ticks} ticks (limit {MET:.0f} s)")


def _timed(what: Any) -> float:
    begun = time.perf_counter()
    what()
    return time.perf_counter() - begun


def _tick() -> list[str]:
    """One sweep; the matches that it found due."""
    from games.matches import tasks

    due: list[str] = []

    def queued(_task: str, match: str, **_when: Any) -> None:
        due.append(match)

    with patch.object(tasks, "queue", queued):
        tasks.sweep()
    return due


def fill(count: int) -> None:
    """Begin a match over days and copy it, with its seats, under other names."""
    from django.db import transaction

    from accounts.models import User
    from games.matches.play import services

    people = [User(username=f"bench{number}", password="!") for number in range(2)]
    for one in people:
        one.save()
    first = services.start_match(
        game="please-dont-burn-my-village",
        options={},
        players=[services.Player(user=user) for user in people],
        deal=services.open_deal(),
        clock={"type": "move", "seconds": 86_400, "per": "turn", "reserve": 86_400},
    )
    for begins in range(1, count, CHUNK):
        with transaction.atomic():
            _copy(first, min(CHUNK, count - begins))


def _copy(first: Any, count: int) -> None:
    from games.matches.identifiers import public_id, uuid7
    from games.matches.models import Deal, Match, Seat, Step
    from games.plugin.deal import new_seed

    seats, step = list(first.seats.all()), first.steps.get(index=0)
    matches = []
    for _number in range(count):
        deal = Deal(seed=new_seed(), commitment="0" * 64)
        match = Match.objects.get(pk=first.pk) if not matches else _again(matches[0])
        match.pk, match.public_id, match.deal = uuid7(), public_id(), deal
        matches.append(match)
    Deal.objects.bulk_create([match.deal for match in matches])
    Match.objects.bulk_create(matches)
    Seat.objects.bulk_create(_of(match, seat) for match in matches for seat in seats)
    Step.objects.bulk_create(_of(match, step) for match in matches)


def _again(row: Any) -> Any:
    fields = row._meta.concrete_fields
    return type(row)(**{field.attname: getattr(row, field.attname) for field in fields})


def _of(match: Any, row: Any) -> Any:
    copied = _again(row)
    copied.pk, copied.match = None, match
    return copied
