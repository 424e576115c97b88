"""A process of a worker's pool that hangs is ended, but never for what isn't its fault."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from portal import pool_pulse
from portal.pool_pulse import PoolPulse, PoolSigns
from portal.supervisor.hangs import LATE_SECONDS, LOOK_SECONDS, MOST_SILENT, Looks

OTHER = 7  # a process that never gave a sign: it is still starting


class Clock:
    """Each look comes so many seconds after the last."""

    def __init__(self) -> None:
        self.now, self.step = 0.0, LOOK_SECONDS

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def signs(clock: Clock) -> Iterator[PoolSigns]:
    made = PoolSigns(Looks(clock=clock))
    yield made
    made.close()


def look(signs: PoolSigns, times: int) -> list[list[int]]:
    return [signs.hanging([os.getpid(), OTHER]) for _ in range(times)]


def test_it_hangs_after_so_many_looks_without_a_sign(signs: PoolSigns) -> None:
    signs.give()
    assert look(signs, MOST_SILENT) == [[]] * MOST_SILENT
    signs.give()
    assert look(signs, MOST_SILENT + 1) == [[]] * MOST_SILENT + [[os.getpid()]]


def test_looks_that_came_late_say_nothing(signs: PoolSigns, clock: Clock) -> None:
    signs.give()
    clock.step = LATE_SECONDS
    assert not any(look(signs, 5 * MOST_SILENT))


def test_who_is_gone_is_forgotten(signs: PoolSigns) -> None:
    signs.give()
    look(signs, MOST_SILENT)
    assert signs.hanging([OTHER]) == []
    assert not any(look(signs, MOST_SILENT)), "another of the same number is starting"


def test_signs_never_hold_anyone_up(signs: PoolSigns) -> None:
    for _ in range(100_000):  # more than the pipe takes while nobody reads
        signs.give()
    assert look(signs, 1) == [[]]


def test_the_worker_ends_who_hangs(
    signs: PoolSigns, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hung = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    monkeypatch.setattr(pool_pulse, "_signs", signs)
    monkeypatch.setattr(pool_pulse.os, "getpid", lambda: hung.pid)
    signs.give()
    worker: Any = SimpleNamespace(pool=SimpleNamespace(info={"processes": [hung.pid]}))
    step = PoolPulse(worker)
    for _ in range(MOST_SILENT + 1):
        step.look(worker)
    assert hung.wait() == -signal.SIGKILL
    assert f"{hung.pid} hangs" in caplog.text
