"""Processes that are started again when they die, and that never outlive us."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from portal.supervisor.errors import CannotRun
from portal.supervisor.forks import Fork
from portal.supervisor.hangs import PIPE, Looks, Pipe, Silence
from portal.supervisor.signals import Signals

DEATHS = 5
WINDOW_SECONDS = 60.0
GRACE_SECONDS = 5.0
BROKER_SECONDS = 20.0  # after its death, workers that end have lost it
PR_SET_PDEATHSIG = 1


@dataclass
class Budget:
    """How many deaths are bad luck and not a fault that restarting won't mend."""

    deaths: int = DEATHS
    seconds: float = WINDOW_SECONDS
    _times: list[float] = field(default_factory=list)

    def spend(self, now: float) -> bool:
        """Note a death at that moment (any clock in seconds); False if it is one too many."""
        self._times = [moment for moment in self._times if now - moment < self.seconds]
        self._times.append(now)
        return len(self._times) <= self.deaths


def _dies_with(parent: int) -> Callable[[], None] | None:
    """What a new child does first, so that the kernel kills it when its parent is gone."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl

    def first_thing() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it died before the line above
            os._exit(1)

    return first_thing


@dataclass
class Child:
    """One process with everything below it, in a session of its own: Ctrl-C never reaches it.

    It runs `command`; or, in a fork of this process, `work`.
    """

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    inherited: Sequence[int] = ()
    work: Callable[[], None] | None = None
    answers: Callable[[], bool] | None = None  # asks it for a sign of life; None: it gives them
    budget: Budget = field(default_factory=Budget)
    process: subprocess.Popen[bytes] | Fork | None = None
    silence: Silence = field(default_factory=Silence)
    _pipe: Pipe | None = None

    def start(self) -> None:
        """Start it, or start it again."""
        self.forget()
        pipe = self._pipe = Pipe()
        self.silence = Silence()
        environment = {**self.environment, PIPE: str(pipe.writer)}
        descriptors = (*self.inherited, pipe.writer)
        first = _dies_with(os.getpid())
        if self.work:
            self.process = Fork(self.work, environment, descriptors, first)
            return
        self.process = subprocess.Popen(  # noqa: S603 - our own command lines
            self.command,
            env=environment,
            stdin=subprocess.DEVNULL,
            pass_fds=descriptors,
            start_new_session=True,
            preexec_fn=first,
        )

    def forget(self) -> None:
        """Hear no more of the process that was."""
        if self._pipe:
            self._pipe.close()
            self._pipe = None

    def hangs(self, *, on_time: bool) -> bool:
        """Look for a sign of life; whether there has been none for too long."""
        ask = self.answers or (self._pipe.heard if self._pipe else None)
        sign = ask is not None and ask()
        return self.silence.note(sign=sign, on_time=on_time)

    @property
    def kind(self) -> str:
        """ "web", "worker", "beat" or "broker"."""
        return self.name.split("-")[0]

    @property
    def needs_broker(self) -> bool:
        """Whether it can do nothing without one."""
        return self.kind in ("worker", "beat")

    @property
    def pid(self) -> int | None:
        return self.process.pid if self.process else None

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def ask_to_end(self) -> None:
        if self.process and self.alive:
            self.process.terminate()

    def end_now(self) -> None:
        """Kill it with whatever it left behind in its session."""
        if self.process:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.forget()


class Family:
    """The children, in the order in which they are started."""

    def __init__(self, signals: Signals, say: Callable[[str], None]) -> None:
        self.signals = signals
        self.say = say
        self.children: list[Child] = []
        self._looks = Looks()
        self._broker_died_at = float("-inf")

    def add(self, child: Child) -> None:
        """Start a child and keep it alive from now on."""
        child.start()
        self.children.append(child)

    def pids(self) -> dict[str, int]:
        return {child.name: child.pid for child in self.children if child.pid is not None}

    def revive(self) -> bool:
        """Start again whoever died; True if anyone had. Raises CannotRun if one keeps dying."""
        dead = [child for child in self.children if not child.alive]
        if any(child.kind == "broker" for child in dead):
            self._broker_died_at = time.monotonic()
        for child in dead:
            status = child.process.returncode if child.process else None
            child.end_now()
            if self._has_lost_the_broker(child):
                self.say(f"The {child.name} process lost the broker: started again.")
            elif not child.budget.spend(time.monotonic()):
                raise CannotRun(
                    f"The {child.name} process died more than {DEATHS} times within a minute "
                    f"(last exit status {status}): giving up."
                )
            else:
                self.say(f"The {child.name} process died (exit status {status}): started again.")
            child.start()
        return bool(dead)

    def _has_lost_the_broker(self, child: Child) -> bool:
        """A worker (or beat) that ends after its broker has done nothing wrong."""
        since = time.monotonic() - self._broker_died_at
        return child.needs_broker and since < BROKER_SECONDS

    def end_stuck(self, broker_answers: Callable[[], bool]) -> None:
        """End whoever gives no sign of life any more; `revive` starts them again.

        Workers and beat give none while they look for a broker that is away.
        """
        if not self._looks.due():
            return
        on_time = self._looks.on_time()
        for child in self.children:
            hangs = child.hangs(on_time=on_time)
            if child.needs_broker and child.silence.looks > 2 and not broker_answers():
                child.silence.excuse()
            elif hangs and child.alive:
                self.say(f"The {child.name} process hangs: ended.")
                child.end_now()

    def restart(self, kinds: Sequence[str]) -> None:
        """Stop and start those of these kinds on purpose."""
        chosen = [child for child in self.children if child.kind in kinds]
        self._end(chosen, self.signals.asked_to_stop)
        for child in chosen:
            child.start()

    def stop(self) -> None:
        """End all, last started first and those of one stage together; a new Ctrl-C hurries."""
        asked_before = self.signals.asked_to_stop
        for stage in self.stages():
            self._end(stage, asked_before)
        self.children.clear()

    def stages(self) -> list[list[Child]]:
        """Web first, so that nothing new comes in; then beat and the workers; the broker last."""
        stages = (("web",), ("worker", "beat"), ("broker",))
        return [[child for child in self.children if child.kind in kinds] for kinds in stages]

    def _end(self, children: Sequence[Child], asked_before: int) -> None:
        for child in children:
            child.ask_to_end()
        deadline = time.monotonic() + GRACE_SECONDS
        while any(child.alive for child in children):
            left = deadline - time.monotonic()
            if self.signals.asked_to_stop > asked_before or left <= 0:
                break
            self.signals.wait(left)
        for child in children:
            child.end_now()
