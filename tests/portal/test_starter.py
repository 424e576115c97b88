"""A SIGINT to `make run` alone, which make keeps to itself, is noticed."""

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from portal.supervisor.signals import Starter
from tests.support.waiting import wait_for

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows it")
RULE = "run:\n\t@exec sleep 600\n"


@pytest.fixture(autouse=True)
def _heeded() -> Iterator[None]:
    """Where tests run in the background they ignore SIGINT, and so would what they start."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def make(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """`make` at work on what takes long."""
    file = tmp_path / "Makefile"
    file.write_text(RULE)
    command = [shutil.which("make") or "make", "-f", str(file), "run"]
    process = subprocess.Popen(command, start_new_session=True)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    wait_for(children.read_text, "make to begin")
    yield process
    for pid in children.read_text().split():
        subprocess.run(["kill", pid], check=False)
    process.wait()


def test_an_interrupted_make_is_noticed(make):
    starter = Starter(make.pid)
    assert not starter.interrupted()
    make.send_signal(signal.SIGINT)
    wait_for(starter.interrupted, "the interrupt to be noticed")


def test_anything_else_that_starts_us_is_never_interrupted():
    program = "import time; time.sleep(600)"
    with subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.DEVNULL) as process:
        starter = Starter(process.pid)
        process.send_signal(signal.SIGINT)
        process.wait()
        assert not starter.interrupted()
