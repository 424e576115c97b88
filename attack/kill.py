"""Kills processes at any moment: no acknowledged move is lost or doubled.

Within fifteen seconds there is a new process, and moves, computer players and sweeper go on.
"""

import time
from contextlib import closing

from attack.players import playing
from attack.report import Plan, Report
from attack.well import judge, note_server_errors, wait_until_well
from portal.pulse import NAMES
from tests.support.running_portal import RunningPortal
from tests.support.stubborn_player import Database

VICTIMS = ("web", *NAMES, "broker")


def attack(plan: Plan) -> Report:
    """Kill one process after another until the time is up."""
    report = Report()
    dice = plan.dice
    slowest: dict[str, float] = {}
    with RunningPortal(plan.folder / "data") as portal, playing(portal, report) as people:
        with closing(Database(portal.data_dir)) as database:
            wait_until_well(portal, people, database)
            until, victims = time.monotonic() + plan.seconds, list[str]()
            while time.monotonic() < until:
                victims = victims or dice.sample(VICTIMS, len(VICTIMS))
                time.sleep(dice.random())  # at any moment of a move
                victim = victims.pop()
                portal.kill(victim, wait=False)
                report.tried[f"kills of {victim}"] += 1
                took = wait_until_well(portal, people, database)
                slowest[victim] = max(took, slowest.get(victim, 0.0))
        for victim, took in slowest.items():
            judge(report, f"{victim} killed", took)
        report.expect(portal.running, "The whole run has ended.")
        note_server_errors(report, portal)
    return report
