"""Stops `make run` in every way, even in the background: nothing that it started runs on."""

import os
import signal
import subprocess
import time
from pathlib import Path

from attack.report import Plan, Report
from tests.support.running_portal import ROOT, START_SECONDS, clean_environment, descendants, exists
from tests.support.waiting import wait_for

# Whether a shell starts it with `&` (so that it ignores Ctrl-C), who gets the signal, which signal.
WAYS = [
    (False, "make", signal.SIGTERM),
    (True, "make", signal.SIGTERM),
    (False, "everybody", signal.SIGINT),
    (True, "everybody", signal.SIGINT),
    (False, "make", signal.SIGINT),
]
SHORT = [WAYS[1], WAYS[3]]
STOP_SECONDS = 20


def attack(plan: Plan) -> Report:
    """Start and stop the portal in each way."""
    report = Report()
    for number, way in enumerate(SHORT if plan.short else WAYS):
        _try(report, plan.folder / f"output-{number}.txt", plan.folder / "data", *way)
    return report


def _try(
    report: Report, output: Path, data: Path, background: bool, whom: str, number: signal.Signals
) -> None:
    command = ["make", "run"]
    if background:
        command = ["/bin/sh", "-c", "make run & wait"]
    with output.open("wb") as file:
        run = subprocess.Popen(
            command,
            cwd=ROOT,
            env=clean_environment(DATA_DIR=str(data), PORT="0"),
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        wait_for(lambda: "is ready" in output.read_text(), "the portal to start", START_SECONDS)
        everybody = descendants(run.pid)
        make = min(descendants(run.pid)) if background else run.pid
        begun = time.monotonic()
        if whom == "make":
            os.kill(make, number)
        else:
            os.killpg(run.pid, number)
        name = f"{number.name} to {whom}{' in the background' if background else ''}"
        report.tried[name] += 1
        try:
            wait_for(lambda: not any(map(exists, everybody)), "the end", STOP_SECONDS)
            report.say(f"{name}: all had stopped after {time.monotonic() - begun:.1f} s")
        except AssertionError:
            left = sum(map(exists, everybody))
            report.expect(False, f"{name}: {left} processes ran on for {STOP_SECONDS} s.")
        report.expect(not (data / "running.json").exists(), f"{name}: it left its note behind.")
    finally:
        for pid in descendants(run.pid):
            os.kill(pid, signal.SIGKILL)
        run.kill()
        run.wait()
