"""Measures how soon a portal recovers from an attack."""

import time
from datetime import UTC, datetime

from attack.players import Playing
from attack.report import Report
from tests.support.running_portal import RunningPortal
from tests.support.stubborn_player import Database
from tests.support.waiting import wait_for

WELL_SECONDS = 15.0
GIVE_UP_SECONDS = 60


def note_server_errors(report: Report, portal: RunningPortal) -> None:
    """Count each server error in the portal's output as a failure."""
    for line in portal.output.splitlines():
        report.expect("Internal Server Error" not in line, line)


def judge(report: Report, what: str, took: float) -> None:
    """Expect the recovery to have taken at most fifteen seconds."""
    line = f"{what}: well again after {took:.1f} s"
    if took > GIVE_UP_SECONDS:
        line = f"{what}: not well again within {GIVE_UP_SECONDS} seconds"
    report.say(line)
    report.expect(took <= WELL_SECONDS, line)


def wait_until_well(portal: RunningPortal, people: list[Playing], database: Database) -> float:
    """Seconds until everybody, computers too, has moved, and the sweeper has run."""
    begun, now = time.monotonic(), datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")
    moves, computers = [each.moves for each in people], database.computer_steps()

    def well() -> bool:
        # Of the moves from now on, the second was surely sent from now on.
        moved = [each.moves > before + 1 for each, before in zip(people, moves, strict=True)]
        return (
            all(moved)
            and database.computer_steps() > computers + 1
            and database.swept_at() > now
            and portal.healthy()
        )

    try:
        wait_for(well, "all to be well", GIVE_UP_SECONDS)
    except AssertionError:
        return float("inf")
    return time.monotonic() - begun
