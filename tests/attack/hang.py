"""A process that hangs is noticed, ended and started again within fifteen seconds.

A laptop's sleep, which stops all together, is no hang; nor is a machine so busy that the supervisor
runs late and its children not at all.
"""

import os
import signal
import time
from collections.abc import Iterable
from contextlib import closing

from portal.supervisor.hangs import LATE_SECONDS, MOST_SILENT
from tests.attack.players import Playing, playing
from tests.attack.report import Plan, Report
from tests.attack.well import GIVE_UP_SECONDS, judge, wait_until_well
from tests.support.running_portal import RunningPortal, descendants, exists
from tests.support.stubborn_player import Database
from tests.support.waiting import wait_for

CHILDREN = ("web", "worker-default", "worker-ai", "beat", "broker")
SHORT = ("worker-ai", "beat")
SLEEP_SECONDS = 12.0


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
        _sleep_and_be_busy(report, portal, people, database)
    return report


def _hang(report: Report, portal: RunningPortal, name: str) -> None:
    """It must be gone, and another in its place, in time."""
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


def _sleep_and_be_busy(
    report: Report, portal: RunningPortal, people: list[Playing], database: Database
) -> None:
    assert portal.process is not None
    supervisor, before = portal.process.pid, portal.pids
    everybody = [supervisor, *descendants(supervisor)]
    _signal(everybody, signal.SIGSTOP)
    time.sleep(SLEEP_SECONDS)
    _signal(everybody, signal.SIGCONT)
    report.tried["sleeps"] += 1
    well = wait_until_well(portal, people, database)
    judge(report, "after a sleep", well)
    report.expect(portal.pids == before, "A laptop's sleep was taken for a hang.")

    before = portal.pids
    _signal(everybody, signal.SIGSTOP)
    for _ in range(MOST_SILENT + 2):  # the supervisor gets a moment, and looks; the others get none
        time.sleep(LATE_SECONDS + 0.1)
        os.kill(supervisor, signal.SIGCONT)
        time.sleep(0.1)
        os.kill(supervisor, signal.SIGSTOP)
    _signal(everybody, signal.SIGCONT)
    report.tried["busy machines"] += 1
    well = wait_until_well(portal, people, database)
    judge(report, "after a busy time", well)
    report.expect(portal.pids == before, "A busy machine was taken for a hang.")


def _signal(pids: Iterable[int], number: int) -> None:
    for pid in pids:
        os.kill(pid, number)
