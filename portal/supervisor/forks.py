"""Children that go on from what the supervisor has loaded, instead of each loading it again.

They start in an instant, and the kernel keeps one copy of what none of them changes.
"""

import gc
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

from portal.supervisor.signals import STOPS

_FORKING = multiprocessing.get_context("fork")


@contextmanager
def loading() -> Iterator[None]:
    """Around loading what stays: no collection looks through it, neither now nor ever after.

    Now one would find nothing, and take a sixth of the time. Later it would write into what it
    looks through, and each write of a child makes a copy.
    """
    gc.collect()  # what came before, and is over
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


class Fork:
    """One such child, with as much of `subprocess.Popen` as we need.

    `descriptors` are all it inherits besides the standard ones; `first` is what it does first.
    """

    def __init__(
        self,
        work: Callable[[], None],
        environment: Mapping[str, str],
        descriptors: Iterable[int],
        first: Callable[[], None] | None,
    ) -> None:
        begun = (work, dict(environment), {*descriptors}, first)
        self._process = _FORKING.Process(target=_begin, args=begun)
        # A signal between the fork and the child's own handlers would be ours, and be lost to it.
        signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
        try:
            self._process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def wait(self) -> int | None:
        self._process.join()
        return self._process.exitcode


def _begin(
    work: Callable[[], None],
    environment: Mapping[str, str],
    kept: set[int],
    first: Callable[[], None] | None,
) -> None:
    """In the child: leave everything of the supervisor behind but what it has loaded."""
    os.setsid()
    if first:
        first()
    signal.set_wakeup_fd(-1)
    for number in (*STOPS, signal.SIGCHLD):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    _close_all_but(kept)
    _read_nothing()
    os.environ.clear()
    os.environ.update(environment)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
    work()


def _close_all_but(kept: set[int]) -> None:
    """And the standard ones. Among them is the data folder's lock, which goes with its holder."""
    below = 3
    for descriptor in (*sorted(kept), os.sysconf("SC_OPEN_MAX")):
        if descriptor > below:  # an empty range that begins at 0 is taken for all there are
            os.closerange(below, descriptor)
        below = descriptor + 1


def _read_nothing() -> None:
    """Instead of what the operator types. What multiprocessing opened has just been closed."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - as long as the process lives
