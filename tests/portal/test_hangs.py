"""A child that gives no sign of life is ended and started again, but never for what isn't its."""

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from portal import pulse
from portal.supervisor import children, hangs
from portal.supervisor.children import Child, Family
from portal.supervisor.hangs import MOST_SILENT, PIPE, Looks, Pipe, Silence
from tests.portal.test_supervisor_parts import QuietSignals
from tests.support.waiting import wait_for

TALKS = (
    "import os, time\nfd = int(os.environ['PULSE_PIPE'])\n"
    "while True:\n    os.write(fd, b'.')\n    time.sleep(0.01)"
)


def test_it_hangs_after_so_many_looks_in_a_row_without_a_sign() -> None:
    silence = Silence()
    assert not silence.note(sign=True, on_time=True)
    for _ in range(MOST_SILENT - 1):
        assert not silence.note(sign=False, on_time=True)
    assert not silence.note(sign=True, on_time=True), "one sign is enough"
    found = [silence.note(sign=False, on_time=True) for _ in range(MOST_SILENT)]
    assert found == [False] * (MOST_SILENT - 1) + [True]
    assert (MOST_SILENT + 2) * hangs.LOOK_SECONDS + pulse.SECONDS < 15


def test_who_has_not_begun_to_give_signs_is_starting() -> None:
    silence = Silence()
    assert not any(silence.note(sign=False, on_time=True) for _ in range(100))


def test_looks_that_came_late_say_nothing() -> None:
    """A laptop that slept, a machine so busy that the supervisor itself had to wait."""
    silence = Silence(started=True)
    assert not any(silence.note(sign=False, on_time=False) for _ in range(100))


def test_what_a_look_on_time_is() -> None:
    now = 100.0
    looks = Looks(clock=lambda: now)
    found = []
    for later in (0, 1, 1.5, 3600, 1):
        now += later
        found.append(looks.on_time())
    assert found == [True, True, True, False, True]


def test_a_pipe_carries_signs_and_never_holds_anyone_up(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = Pipe()
    monkeypatch.setenv(PIPE, str(pipe.writer))
    assert not pipe.heard()
    for _ in range(100_000):  # more than it takes while nobody reads
        pulse.tell_supervisor()
    assert pipe.heard()
    pipe.close()
    pulse.tell_supervisor()


class Clock:
    """Time as the supervisor's looks have it."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


CLOCK = Clock()


@pytest.fixture
def family() -> Any:
    made = Family(QuietSignals(), lambda _line: None)  # type: ignore[arg-type]
    made._looks = Looks(clock=CLOCK)
    yield made
    for child in made.children:
        child.end_now()


def child(name: str, program: str = TALKS) -> Child:
    return Child(name, (sys.executable, "-c", program), {})


def look(family: Family, times: int, *, broker: bool = True) -> None:
    """Each in its time after the last."""
    for _ in range(times):
        CLOCK.now += hangs.LOOK_SECONDS
        family.end_stuck(lambda: broker)


@pytest.mark.parametrize("name", ["web", "worker-default", "beat"])
def test_a_stopped_child_is_ended_and_another_started(family: Family, name: str) -> None:
    stuck = child(name)
    family.add(stuck)
    wait_for(lambda: look(family, 1) or stuck.silence.started, "the first sign")
    before = stuck.pid
    assert before is not None
    stuck.process.send_signal(signal.SIGSTOP)  # type: ignore[union-attr]
    look(family, 2 * MOST_SILENT + 2)
    assert not stuck.alive
    assert family.revive()
    assert stuck.alive
    assert stuck.pid != before
    wait_for(lambda: look(family, 1) or stuck.silence.started, "its first sign")


@pytest.mark.parametrize("name", ["worker-ai", "beat"])
def test_who_needs_a_broker_that_is_away_is_excused_until_its_next_sign(
    family: Family, name: str
) -> None:
    waiting = child(name)
    family.add(waiting)
    wait_for(lambda: look(family, 1) or waiting.silence.started, "the first sign")
    waiting.process.send_signal(signal.SIGSTOP)  # type: ignore[union-attr]
    look(family, 5 * MOST_SILENT, broker=False)
    assert waiting.alive
    look(family, 5 * MOST_SILENT)
    assert waiting.alive
    waiting.process.send_signal(signal.SIGCONT)  # type: ignore[union-attr]
    wait_for(lambda: look(family, 1) or waiting.silence.started, "the next sign")


def test_a_broker_is_asked(family: Family) -> None:
    answers = True
    broker = child("broker", "import time; time.sleep(600)")
    broker.answers = lambda: answers
    family.add(broker)
    look(family, 2 * MOST_SILENT)
    assert broker.alive
    answers = False
    look(family, 2 * MOST_SILENT + 2)
    assert not broker.alive


def test_workers_that_end_with_their_broker_are_no_crashes(
    family: Family, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(children.time, "monotonic", lambda: 0.0)
    said: list[str] = []
    family.say = said.append
    names = ("broker", "worker-default", "beat", "web")
    everyone = broker, worker, beat, web = [child(name) for name in names]
    for one in everyone:
        family.add(one)
    for one in everyone:
        one.end_now()
    family.revive()
    assert [len(one.budget._times) for one in (broker, worker, beat, web)] == [1, 0, 0, 1]
    assert "The worker-default process lost the broker: started again." in said
    monkeypatch.setattr(children.time, "monotonic", lambda: children.BROKER_SECONDS)
    worker.end_now()
    family.revive()
    assert len(worker.budget._times) == 1, "later it is its own fault"


def test_the_supervisor_is_no_parent_of_a_process_without_it() -> None:
    """Outside the embedded run nobody listens, and nothing is told."""
    program = "from portal import pulse; pulse.tell_supervisor(); pulse.beat_in_reactor()"
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", program], cwd=root, check=False)
    assert done.returncode == 0


def test_ctrl_c_is_heard_in_the_background_too() -> None:
    """A shell that starts something by `&` has it ignore Ctrl-C; the supervisor doesn't."""
    program = (
        "import os, signal\nfrom portal.supervisor.signals import Signals\n"
        "signals = Signals()\nos.kill(os.getpid(), signal.SIGINT)\nsignals.wait(60)\n"
        "raise SystemExit(0 if signals.asked_to_stop == 1 else 1)"
    )
    done = subprocess.run(
        ["/bin/sh", "-c", 'trap "" INT; exec "$0" -c "$1"', sys.executable, program],
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert done.returncode == 0
