"""The same through a running portal, whose processes share the work (`bench.days`)."""

import http.client
import os
import statistics
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bench.days import ADDRESSES, DUE, MET, PAGE, fall_due
from tests.support.running_portal import SESSION_COOKIE, RunningPortal

PAGES = 300  # of each kind, one after another
MOVES, MOVES_A_SECOND = 100, 5
TOLD = 5.0  # seconds, the limit for a notice
AHEAD = timedelta(seconds=4)  # of deadlines, so that sweeps see them come


def measure(data: Path) -> None:
    """Of the portal that this process has filled in that folder."""
    environment = {name: os.environ[name] for name in ("DATABASE_URL",) if name in os.environ}
    with RunningPortal(data, environment) as portal:
        print(f"a running portal; the machine's load is {os.getloadavg()[0]:.1f}")
        _wait_for_the_clocks()
        _pages(portal)
        _notices(portal)
        _deadlines(portal)


def _wait_for_the_clocks() -> None:
    """Until the sweeps have forgiven the time before the start."""
    from games.matches.models import Heartbeat

    time.sleep(5)  # the first sweeps have much to import
    while Heartbeat.objects.get().away:
        time.sleep(1)


def _pages(portal: RunningPortal) -> None:
    from accounts.models import User
    from bench.prepare import session_of

    people = User.objects.filter(username__startswith="bench").order_by("pk")[:20]
    sessions = [session_of(person) for person in people]
    browser = http.client.HTTPConnection(urlsplit(portal.base_url).netloc, timeout=60)
    for address in ADDRESSES:
        times: list[float] = []
        before = 0.0
        for number in range(-10, PAGES):
            if number == 0:
                before = _worked(portal, "web")
            begun = time.perf_counter()
            cookie = f"{SESSION_COOKIE}={sessions[number % len(sessions)]}"
            browser.request("GET", address, headers={"Cookie": cookie})
            answer = browser.getresponse()
            answer.read()
            assert answer.status == 200, (address, answer.status)
            times.append(time.perf_counter() - begun)
        _tell(f"{address}, {PAGES} times by HTTP", times[10:], PAGE)
        each = (_worked(portal, "web") - before) / PAGES
        print(f"  {each * 1e3:.1f} ms of the web server's processor time each")


def _notices(portal: RunningPortal) -> None:
    """People move; how long it takes until the next one's notice is in the database."""
    from accounts.models import Notice
    from games.matches.models import Match, Step

    before = Notice.objects.count()
    running = Match.objects.filter(status="active").order_by("-pk")
    moved = [_moved(match) for match in running[:MOVES]]
    until = time.monotonic() + 60
    while Notice.objects.count() < before + sum(moved) and time.monotonic() < until:
        time.sleep(0.2)
    times = []
    for notice in Notice.objects.order_by("-pk")[: sum(moved)]:
        _turn, public_id, version, _mark = notice.key.split(":")
        step = Step.objects.get(match__public_id=public_id, index=int(version))
        times.append((notice.created_at - step.at).total_seconds())
    assert len(times) == sum(moved) > 0
    _tell(f"{MOVES} moves, {MOVES_A_SECOND} a second: a notice of the next turn", times, TOLD)


def _moved(match: Any) -> bool:
    """Make a move, at its time; whether it is another's turn by it."""
    from games.matches.play import services
    from games.matches.record.selectors import snapshot
    from games.plugin.codec import plain

    time.sleep(1 / MOVES_A_SECOND)
    owing = match.seats.filter(owes=True).select_related("user")[0]
    action = plain(match.ruleset.legal_actions(snapshot(match).state, owing.index)[-1])
    services.submit_action(
        public_id=match.public_id, user=owing.user, action=action, version=match.version
    )
    return bool(match.seats.exclude(pk=owing.pk).filter(owes=True, tell_at__isnull=False).exists())


def _deadlines(portal: RunningPortal) -> None:
    from django.utils import timezone

    before, due = _worked(portal, "worker-default"), fall_due(DUE, AHEAD)
    while due.left():
        assert timezone.now() < due.last + timedelta(minutes=5)
        time.sleep(0.2)
    taken = (timezone.now() - due.last).total_seconds()
    worked = _worked(portal, "worker-default") - before
    print(f"{DUE} deadlines in one second: met {taken:.1f} s after the last", end=" ")
    print(f"(limit {MET:.0f}), {worked:.1f} s of the worker's processor time;", end=" ")
    print(f"load {os.getloadavg()[0]:.1f}")


def _tell(what: str, times: Sequence[float], limit: float) -> None:
    ordered = sorted(times)
    slow = ordered[int(len(ordered) * 0.99)]
    print(f"{what}: median {statistics.median(ordered) * 1e3:.0f} ms,", end=" ")
    print(f"99% within {slow * 1e3:.0f}, all within {ordered[-1] * 1e3:.0f}", end=" ")
    print(f"(limit {limit * 1e3:.0f}); load {os.getloadavg()[0]:.1f}")


def _worked(portal: RunningPortal, name: str) -> float:
    """Seconds of the processor that this process of the portal and its children have used."""
    pids, ticks = [portal.pids[name]], 0
    for pid in pids:
        for task in Path(f"/proc/{pid}/task").iterdir():
            pids += map(int, _said(task / "children").split())
        if said := _said(Path(f"/proc/{pid}/stat")).rpartition(")")[2].split():
            ticks += int(said[11]) + int(said[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _said(file: Path) -> str:
    """What the system says of a thread or a process, which may have ended by now."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return file.read_text()
    return ""
