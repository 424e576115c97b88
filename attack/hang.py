"""Stops processes: one that hangs is replaced within fifteen seconds.

A laptop's sleep, which stops all processes, doesn't count as a hang, nor does a machine so busy
that the supervisor runs late and its children not at all.
"""

import os
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress

from attack.players import Playing, playing
from attack.report import Plan, Report
from attack.well import GIVE_UP_SECONDS, judge, wait_until_well
from portal.pulse import LATE_SECONDS, MOST_SILENT, NAMES
from tests.support.running_portal import RunningPortal, descendants, exists
from tests.support.stubborn_player import Database
from tests.support.waiting import wait_for

CHILDREN = ("web", *NAMES, "broker")
POOLS = ("worker-default", "worker-ai")  # workers whose pool processes hang, too
SHORT, SHORT_POOLS = ("worker-ai", "beat"), ("worker-default",)
SLEEP_SECONDS = 12.0
MOMENT_SECONDS = 0.2  # enough for one look


def attack(plan: Plan) -> Report:
    """Stop each child in turn, then all of them, then all but the supervisor now and then."""
    report = Report()
    with (
        RunningPortal(plan.folder / "data") as portal,
        playing(portal, report) as people,
        closing(Database(portal.data_dir)) as database,
    ):
        wait_until_well(portal, people, database)
        for name in SHORT if plan.short else CHILDREN:
            _hang(report, portal, name)
            wait_until_well(portal, people, database)
        for name in SHORT_POOLS if plan.short else POOLS:
            _hang_pool(report, portal, name)
            wait_until_well(portal, people, database)
        _sleep_and_be_busy(report, portal, people, database)
    return report


def _hang(report: Report, portal: RunningPortal, name: str) -> None:
    """Stop a child, and expect another in its place in time."""
    pid, begun = portal.pids[name], time.monotonic()
    os.kill(pid, signal.SIGSTOP)
    report.tried[f"hangs of {name}"] += 1
    try:
        wait_for(lambda: portal.pids[name] != pid, "another to be started", GIVE_UP_SECONDS)
        judge(report, f"{name} hangs", time.monotonic() - begun)
        report.expect(not exists(pid), f"The {name} that hung still exists.")
    except AssertionError:
        judge(report, f"{name} hangs", float("inf"))
        os.kill(pid, signal.SIGKILL)


def _hang_pool(report: Report, portal: RunningPortal, name: str) -> None:
    """Stop a worker's pool, and expect the same worker with another pool in time."""
    worker, begun = portal.pids[name], time.monotonic()
    wait_for(lambda: descendants(worker), "the pool")
    hung = descendants(worker)
    _signal(hung, signal.SIGSTOP)
    report.tried[f"hangs of the pool of {name}"] += 1
    try:
        wait_for(
            lambda: not any(map(exists, hung)) and descendants(worker), "others", GIVE_UP_SECONDS
        )
        judge(report, f"the pool of {name} hangs", time.monotonic() - begun)
        report.expect(portal.pids[name] == worker, f"{name} was ended with its pool.")
    except AssertionError:
        judge(report, f"the pool of {name} hangs", float("inf"))
        _signal(filter(exists, hung), signal.SIGKILL)


def _sleep_and_be_busy(
    report: Report, portal: RunningPortal, people: list[Playing], database: Database
) -> None:
    assert portal.process is not None
    supervisor, before = portal.process.pid, portal.pids
    with _stopped(supervisor):
        time.sleep(SLEEP_SECONDS)
    report.tried["sleeps"] += 1
    judge(report, "after a sleep", wait_until_well(portal, people, database))
    report.expect(portal.pids == before, "A laptop's sleep was taken for a hang.")

    before = portal.pids
    with _stopped(supervisor, but=portal.pids["broker"]):
        # The supervisor gets a moment to look; its children don't run. Looks wait for the broker.
        for _ in range(MOST_SILENT + 2):
            time.sleep(LATE_SECONDS + 0.1)
            _signal([supervisor], signal.SIGCHLD)  # wakes it
            _signal([supervisor], signal.SIGCONT)
            time.sleep(MOMENT_SECONDS)
            _signal([supervisor], signal.SIGSTOP)
    report.tried["busy machines"] += 1
    judge(report, "after a busy time", wait_until_well(portal, people, database))
    report.expect(portal.pids == before, "A busy machine was taken for a hang.")


@contextmanager
def _stopped(supervisor: int, but: int = 0) -> Iterator[None]:
    """Stop all of the portal except that process while the block runs."""
    everybody = {supervisor, *descendants(supervisor)} - {but}
    _signal(everybody, signal.SIGSTOP)
    try:
        yield
    finally:
        _signal(everybody, signal.SIGCONT)


def _signal(pids: Iterable[int], number: int) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)
