"""Child processes that are restarted when they die, and never outlive the supervisor.

They are forks, which start in an instant and share all memory that none of them changes.
"""

import ctypes
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from multiprocessing.process import BaseProcess

from portal import pulse
from portal.supervisor import broker
from portal.supervisor.errors import CannotRun
from portal.supervisor.signals import STOPS, Signals

DEATHS = 5  # allowed within this time; after more, restarting won't help
WINDOW_SECONDS = 60.0
GRACE_SECONDS = 5.0
BROKER_SECONDS = 20.0  # after the broker's death, in which workers end because of it
NEED_BROKER = ("worker", "beat")  # kinds that end without a broker
STAGES = (("web",), NEED_BROKER, ("broker",))  # of stopping: first, nothing new comes in
PR_SET_PDEATHSIG = 1
_FORKING = multiprocessing.get_context("fork")


@dataclass
class Child:
    """A fork that does `work`, in a session of its own, so that Ctrl-C never reaches it."""

    name: str
    work: Callable[[], None]
    inherited: Sequence[int] = ()  # descriptors
    process: BaseProcess = field(init=False)
    pid: int = field(init=False)
    deaths: list[float] = field(default_factory=list)

    def start(self, pipe: int) -> None:
        """Start or restart it. It gives signs of life through that pipe."""
        environment = {**os.environ, pulse.PIPE: str(pipe)}
        arguments = (self.work, environment, {*self.inherited, pipe}, os.getpid())
        process = _FORKING.Process(target=_begin, args=arguments)
        # Our handlers would swallow a signal that comes before the child sets its own.
        signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
        assert process.pid is not None
        self.process, self.pid = process, process.pid

    @property
    def kind(self) -> str:
        """ "web", "worker", "beat" or "broker"."""
        return self.name.split("-")[0]

    def end_now(self) -> None:
        """Kill it and everything in its session."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        self.process.kill()  # a process that has just started has no group yet
        self.process.join()
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:  # must be set before this import
            from prometheus_client.multiprocess import mark_process_dead

            mark_process_dead(self.pid)  # its sockets are closed

    def died_too_often(self, now: float) -> bool:
        """Count a death, and return whether there are too many."""
        self.deaths = [*(at for at in self.deaths if now - at < WINDOW_SECONDS), now]
        return len(self.deaths) > DEATHS


class Family:
    """The children, in the order of their start."""

    def __init__(self, signals: Signals, say: Callable[[str], None], broker_at: str = "") -> None:
        self.signals = signals
        self.say = say
        self.children: list[Child] = []
        self.pulses = pulse.Pulses()
        self._broker_at = broker_at
        self._broker_died_at = float("-inf")

    def add(self, child: Child) -> None:
        """Start a child, to be kept alive from now on."""
        child.start(self.pulses.writer)
        self.children.append(child)

    def of(self, *kinds: str) -> list[Child]:
        return [child for child in self.children if child.kind in kinds]

    def pids(self) -> dict[str, int]:
        return {child.name: child.pid for child in self.children}

    def have_begun(self, kind: str) -> bool:
        """Whether all children of a kind have given a sign of life."""
        return all(self.pulses.begun(child.pid) for child in self.of(kind))

    def end_stuck(self) -> None:
        """Kill children that hang; workers and beat are excused while the broker is away."""
        if not self.pulses.due():
            return
        lost: list[int] = []
        if broker.answers(self._broker_at):
            for child in self.of("broker"):
                pulse.write(self.pulses.writer, child.pid)
        else:
            lost = [child.pid for child in self.of(*NEED_BROKER)]
        hang = self.pulses.look(self.pids().values(), excused=lost)
        for child in self.children:
            if child.pid in hang and child.process.is_alive():
                self.say(f"The {child.name} process hangs: ended.")
                child.end_now()

    def revive(self) -> bool:
        """Restart dead children; return whether any had died. Raises CannotRun if one keeps on."""
        dead = [child for child in self.children if not child.process.is_alive()]
        now = time.monotonic()
        if any(child.kind == "broker" for child in dead):
            self._broker_died_at = now
        for child in dead:
            status = child.process.exitcode
            child.end_now()
            if child.kind in NEED_BROKER and now - self._broker_died_at < BROKER_SECONDS:
                self.say(f"The {child.name} process lost the broker: started again.")
            elif child.died_too_often(now):
                raise CannotRun(
                    f"The {child.name} process died more than {DEATHS} times within a minute "
                    f"(last exit status {status}): giving up."
                )
            else:
                self.say(f"The {child.name} process died (exit status {status}): started again.")
            child.start(self.pulses.writer)
        return bool(dead)

    def restart(self) -> None:
        """Restart all children but the broker."""
        chosen = self.of("web", *NEED_BROKER)
        self._end(chosen, self.signals.asked_to_stop)
        for child in chosen:
            child.start(self.pulses.writer)

    def stop(self) -> None:
        """Stop all children, stage by stage. Another Ctrl-C kills them."""
        asked_before = self.signals.asked_to_stop
        for kinds in STAGES:
            self._end(self.of(*kinds), asked_before)
        self.children.clear()

    def _end(self, children: Sequence[Child], asked_before: int) -> None:
        for child in children:
            child.process.terminate()
        deadline = time.monotonic() + GRACE_SECONDS
        while any(child.process.is_alive() for child in children):
            left = deadline - time.monotonic()
            if self.signals.asked_to_stop > asked_before or left <= 0:
                break
            self.signals.wait(left)
        for child in children:
            child.end_now()


def become(*command: str) -> None:
    """Work of a child: run another program."""
    os.execv(command[0], command)  # noqa: S606 - our own command lines


def _begin(
    work: Callable[[], None], environment: dict[str, str], kept: set[int], parent: int
) -> None:
    """Run in the child: drop everything of the supervisor but the loaded code, then work."""
    os.setsid()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # the parent died before the line above
            os._exit(1)
    signal.set_wakeup_fd(-1)
    for number in (*STOPS, signal.SIGCHLD):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # not the operator's terminal
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - as long as the process lives
    # This also closes the data folder's lock, which must end with its holder.
    for before, after in pairwise((2, *sorted(kept - {0, 1, 2}), os.sysconf("SC_OPEN_MAX"))):
        os.closerange(before + 1, after)
    for descriptor in kept:
        os.set_inheritable(descriptor, True)
    os.environ.clear()
    os.environ.update(environment)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
    work()
