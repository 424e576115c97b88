"""A process that gives no sign of life is ended, but never for what isn't its fault."""

import os
import pickle
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from celery.app.trace import build_tracer
from kombu.exceptions import OperationalError

from portal import pulse
from portal.celery import Connection, WorkerPulse, app
from portal.pulse import LATE_SECONDS, MOST_SILENT, PIPE, SECONDS, Pulses
from portal.supervisor import broker, children
from portal.supervisor.children import Child, Family, become
from tests.portal.test_supervisor_parts import QuietSignals
from tests.support.waiting import wait_for

ROOM = 65_536  # bytes in a pipe, which a process can write while nobody reads
OTHER = 7  # a process that never gave a sign: it is still starting
HERE = os.getpid()


class Clock:
    """Time as looks have it: each comes so many seconds after the last."""

    def __init__(self) -> None:
        self.now, self.step = 0.0, SECONDS

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pulses(clock: Clock) -> Pulses:
    return Pulses(clock)


def look(pulses: Pulses, clock: Clock, times: int, **excused: Any) -> list[list[int]]:
    found = []
    for _ in range(times):
        clock.now += clock.step
        found.append(pulses.look([HERE, OTHER], **excused))
    return found


# -- what a hang is --------------------------------------------------------------------------------


def test_it_hangs_after_so_many_looks_in_a_row_without_a_sign(pulses, clock):
    assert not pulses.begun(HERE)
    pulse.write(pulses.writer, HERE)
    assert pulses.begun(HERE)
    assert look(pulses, clock, MOST_SILENT) == [[]] * MOST_SILENT
    pulse.write(pulses.writer, HERE)
    assert look(pulses, clock, MOST_SILENT + 1) == [[]] * MOST_SILENT + [[HERE]]
    assert (MOST_SILENT + 2) * SECONDS + SECONDS < 15


def test_looks_that_came_late_say_nothing(pulses, clock):
    """A laptop that slept, a machine so busy that whoever looks had to wait."""
    pulse.write(pulses.writer, HERE)
    clock.step = LATE_SECONDS
    assert not any(look(pulses, clock, 5 * MOST_SILENT))


def test_the_excused_are_silent_until_their_next_sign(pulses, clock):
    pulse.write(pulses.writer, HERE)
    look(pulses, clock, 1)
    assert not any(look(pulses, clock, 5 * MOST_SILENT, excused=[HERE]))
    assert not any(look(pulses, clock, 5 * MOST_SILENT))
    pulse.write(pulses.writer, HERE)
    assert any(look(pulses, clock, MOST_SILENT + 1))


def test_who_is_gone_is_forgotten(pulses, clock):
    pulse.write(pulses.writer, HERE)
    look(pulses, clock, MOST_SILENT)
    assert pulses.look([OTHER]) == []
    assert not any(look(pulses, clock, MOST_SILENT)), "another of the same number is starting"


def test_signs_never_hold_anyone_up(pulses, clock, monkeypatch):
    monkeypatch.setenv(PIPE, str(pulses.writer))
    for _ in range(100_000):  # more than the pipe takes while nobody reads
        pulse.give()
    assert pulses.begun(HERE)


def test_outside_the_embedded_run_nobody_listens():
    program = "from portal import pulse; pulse.give(); pulse.give_in_reactor()"
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", program], cwd=root, check=False)
    assert done.returncode == 0


# -- the supervisor --------------------------------------------------------------------------------


def talk() -> None:
    while True:
        pulse.give()
        time.sleep(0.01)


@pytest.fixture
def away() -> set[str]:
    """«broker», while it doesn't answer."""
    return set()


@pytest.fixture
def family(clock: Clock, away: set[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Family]:
    monkeypatch.setattr(broker, "answers", lambda _address: not away)
    made = Family(QuietSignals(), lambda _line: None)  # type: ignore[arg-type]
    made.pulses = Pulses(clock)
    yield made
    for child in made.children:
        child.end_now()


def begun(family: Family, name: str, work: Any = talk) -> Child:
    made = Child(name, work)
    family.add(made)
    if work is talk:
        wait_for(lambda: family.pulses.begun(made.pid), "the first sign")
    return made


def watch(family: Family, clock: Clock, times: int = 2 * MOST_SILENT + 2) -> None:
    for _ in range(times):
        clock.now += clock.step
        family.end_stuck()


@pytest.mark.parametrize("name", ["web", "worker-default", "beat"])
def test_a_stopped_child_is_ended_and_another_started(family, clock, name):
    stuck = begun(family, name)
    before = stuck.pid
    os.kill(before, signal.SIGSTOP)
    os.waitpid(before, os.WUNTRACED)  # it has said its last
    watch(family, clock)
    assert not stuck.process.is_alive()
    assert family.revive()
    assert stuck.pid != before
    wait_for(lambda: family.have_begun(name.split("-")[0]), "its first sign")


@pytest.mark.parametrize("name", ["worker-ai", "beat"])
def test_who_needs_a_broker_that_is_away_is_excused(family, clock, away, name):
    waiting = begun(family, name)
    os.kill(waiting.pid, signal.SIGSTOP)
    os.waitpid(waiting.pid, os.WUNTRACED)
    away.add("broker")
    watch(family, clock)
    away.clear()
    watch(family, clock)
    assert waiting.process.is_alive()


def test_a_broker_is_asked(family, clock, away):
    made = begun(family, "broker", partial(time.sleep, 600))
    watch(family, clock)
    assert made.process.is_alive()
    away.add("broker")
    watch(family, clock)
    assert not made.process.is_alive()


def test_workers_that_end_with_their_broker_are_no_crashes(family, monkeypatch):
    monkeypatch.setattr(children.time, "monotonic", lambda: 0.0)
    said: list[str] = []
    family.say = said.append
    names = ("broker", "worker-default", "beat", "web")
    everyone = broker_, worker, beat, web = [
        begun(family, name, partial(become, "/bin/sleep", "600")) for name in names
    ]
    for one in everyone:
        one.end_now()
    family.revive()
    assert [len(one.deaths) for one in (broker_, worker, beat, web)] == [1, 0, 0, 1]
    assert "The worker-default process lost the broker: started again." in said
    monkeypatch.setattr(children.time, "monotonic", lambda: children.BROKER_SECONDS)
    worker.end_now()
    family.revive()
    assert len(worker.deaths) == 1, "later it is its own fault"


# -- a worker and its pool -------------------------------------------------------------------------


def test_a_worker_ends_a_process_of_its_pool_that_hangs(pulses, clock, caplog):
    hung = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    queues = SimpleNamespace(consume_from={})
    worker: Any = SimpleNamespace(
        pool=SimpleNamespace(info={"processes": [hung.pid]}),
        pool_pulses=pulses,
        app=SimpleNamespace(amqp=SimpleNamespace(queues=queues)),
    )
    pulse.write(pulses.writer, hung.pid)
    step = WorkerPulse(worker)
    for _ in range(MOST_SILENT + 1):
        clock.now += SECONDS
        step.beat(worker)
    assert hung.wait() == -signal.SIGKILL
    assert f"{hung.pid} hangs" in caplog.text


# -- Ctrl-C ----------------------------------------------------------------------------------------


def test_ctrl_c_is_heard_in_the_background_too():
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


# -- what a pool process tells its worker ----------------------------------------------------------


def test_a_failure_is_short_for_the_worker_and_whole_in_the_log(caplog):
    def deep(levels: int) -> None:
        if levels:
            deep(levels - 1)
        raise OSError("no route to host")

    task = app.task(deep, name="tests.deep")
    app.tasks.unregister(task.name)
    with pytest.raises(OSError, match="no route"):
        task(1)  # called by code, which may want to know
    assert not caplog.records
    failed = build_tracer(task.name, task, app=app)("an id", [200], {}, {"hostname": "here"})
    assert len(pickle.dumps(failed.retval)) < ROOM
    assert "in deep" in caplog.text


# -- systemd and Docker --------------------------------------------------------------------------


@pytest.fixture(params=["{folder}/notify@8001", "@{folder}"])
def systemd(request, tmp_path, monkeypatch) -> Iterator[socket.socket]:
    """Stands for systemd, which listens to a service with `WatchdogSec`; @: at no path."""
    address = request.param.format(folder=tmp_path)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(re.sub(r"\A@", "\0", address))
        listening.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", address)
        yield listening


def test_systemd_and_docker_hear_each_sign(systemd, tmp_path, monkeypatch):
    monkeypatch.setenv("PULSE_FILE", str(tmp_path / "pulse"))
    pulse.give("beat")
    assert systemd.recv(99) == pulse.WELL
    assert (tmp_path / "pulse").exists()
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nowhere"))
    pulse.give("beat")  # nobody's fault


def test_who_waits_for_the_broker_lives(systemd):
    waiting = Connection("redis://127.0.0.1:1")
    with pytest.raises(OperationalError):
        waiting.ensure_connection(max_retries=1, interval_start=0)
    assert systemd.recv(99) == pulse.WELL
