"""Children of the supervisor go on from what it has loaded, and from nothing else of it."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
BEGIN = """
    import fcntl, json, os, signal, sys, time
    from portal.pulse import Pulses
    from portal.supervisor.children import Child
    from portal.supervisor.signals import Signals
    signals, pulses = Signals(), Pulses()
    os.environ["SEEN"] = "yes"
    reader, writer = os.pipe()
    lock = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT)
    fcntl.flock(lock, fcntl.LOCK_EX)

    def child(work, *inherited):
        made = Child("beat", work, inherited)
        made.start(pulses.writer)
        return made

    def tell(**known):
        os.write(writer, json.dumps(known).encode())
"""


def played(tmp_path: Path, program: str) -> Any:
    """What a supervisor writes that does this: a process of its own, with nothing of the tests'."""
    done = subprocess.run(
        [sys.executable, "-c", dedent(BEGIN) + dedent(program), str(tmp_path / "lock")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_it_inherits_what_it_is_given_and_has_a_session_and_signals_of_its_own(tmp_path):
    told = played(
        tmp_path,
        """
        NULL = os.stat(os.devnull)

        def work():
            def is_open(number):
                try:
                    os.fstat(number)
                except OSError:
                    return False
                return True
            opened = [n for n in range(3, 200) if is_open(n)]
            own = [writer, int(os.environ["PULSE_PIPE"])]
            handlers = [signal.getsignal(n).name for n in (signal.SIGTERM, signal.SIGCHLD)]
            blocked = len(signal.pthread_sigmask(signal.SIG_BLOCK, []))
            woken = signal.set_wakeup_fd(-1)
            typed = [sys.stdin.fileno(), sys.stdin.read(), os.path.samestat(os.fstat(0), NULL)]
            tell(
                kept=opened == sorted(own), session=os.getsid(0) == os.getpid(), woken=woken,
                typed=typed, handlers=handlers, blocked=blocked, seen=os.environ["SEEN"],
                lock=lock in opened,
            )

        forked = child(work, writer)
        forked.process.join()
        print(os.read(reader, 4096).decode())
        """,
    )
    usual = {"woken": -1, "handlers": ["SIG_DFL", "SIG_DFL"], "blocked": 0}
    own = {"session": True, "typed": [0, "", True], "lock": False}
    assert told == {"kept": True, "seen": "yes", **usual, **own}


def test_how_it_ended_is_known(tmp_path):
    told = played(
        tmp_path,
        """
        ways = [
            lambda: None,
            lambda: sys.exit(3),
            lambda: 1 / 0,
            lambda: os.kill(os.getpid(), signal.SIGKILL),
        ]
        forked = [child(work) for work in ways]
        for one in forked:
            one.process.join()
        print(json.dumps([[one.process.exitcode, one.process.is_alive()] for one in forked]))
        """,
    )
    assert told == [[0, False], [3, False], [1, False], [-signal.SIGKILL, False]]


def test_asked_to_end_at_once_it_ends(tmp_path):
    """Also before it has done anything: no signal is lost between the fork and its own handlers."""
    told = played(
        tmp_path,
        """
        statuses = []
        for _ in range(20):
            forked = child(lambda: time.sleep(90))
            forked.process.terminate()
            forked.process.join()
            statuses.append(forked.process.exitcode)
        print(json.dumps([statuses, signals.asked_to_stop]))
        """,
    )
    assert told == [[-signal.SIGTERM] * 20, 0]


def test_it_finishes_what_its_threads_do(tmp_path):
    told = played(
        tmp_path,
        """
        import threading

        def work():
            def finish():
                go.wait()
                tell(finished=True)
            go = threading.Event()
            threading.Thread(target=finish).start()
            threading.Timer(0, go.set).start()

        child(work, writer).process.join()
        print(os.read(reader, 4096).decode())
        """,
    )
    assert told == {"finished": True}


def test_it_goes_when_the_supervisor_is_killed(tmp_path):
    if sys.platform != "linux":
        pytest.skip("only Linux tells children of it")
    told = played(
        tmp_path,
        """
        middle = os.fork()
        if not middle:
            forked = child(lambda: time.sleep(90), writer)
            tell(pid=forked.pid)
            os.kill(os.getpid(), signal.SIGKILL)
        os.waitpid(middle, 0)
        pid = json.loads(os.read(reader, 4096))["pid"]
        os.close(writer)
        print(json.dumps(os.read(reader, 1).decode()))  # returns when its last writer is gone
        """,
    )
    assert told == ""


def test_no_collection_looks_through_what_is_loaded(tmp_path):
    told = played(
        tmp_path,
        """
        import gc
        from portal.garbage import loading
        with loading():
            meanwhile = gc.isenabled()
            kept = [[]]
        looked_at = any(each is kept for each in gc.get_objects())

        def work():
            tell(collects=gc.isenabled(), looked_at=any(each is kept for each in gc.get_objects()))

        forked = child(work, writer)
        forked.process.join()
        found = json.loads(os.read(reader, 4096))
        print(json.dumps([meanwhile, looked_at, found, gc.isenabled()]))
        """,
    )
    assert told == [False, False, {"collects": True, "looked_at": False}, True]
