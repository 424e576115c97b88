"""The portal in one process of its own: no broker, tasks run at once. Up within seconds.

    with OneProcess(tmp_path) as base_url:
        urlopen(base_url + "healthz")

For what needs real HTTP and real sockets, but no workers to kill: that is RunningPortal.
"""

import socket
import subprocess
import sys
import urllib.request
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from tests.support.running_portal import ROOT, clean_environment
from tests.support.waiting import wait_for

START_SECONDS = 60
STOP_SECONDS = 10


class OneProcess:
    """Migrates a database in `data` and serves it; killed on leaving."""

    def __init__(self, data: Path) -> None:
        self.environment = clean_environment(DATA_DIR=str(data))
        self.output_file = data / "output.txt"

    def __enter__(self) -> str:
        self._run("manage.py", "migrate", "--verbosity", "0")
        self._socket = socket.create_server(("127.0.0.1", 0))
        descriptor = self._socket.fileno()
        self._output = self.output_file.open("wb")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "daphne", "--fd", str(descriptor), "portal.asgi:application"],
            cwd=ROOT,
            env=self.environment,
            pass_fds=[descriptor],
            stdout=self._output,
            stderr=subprocess.STDOUT,
        )
        self.base_url = f"http://127.0.0.1:{self._socket.getsockname()[1]}/"
        wait_for(self._healthy, "the portal to answer", START_SECONDS)
        return self.base_url

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait(STOP_SECONDS)
        self._socket.close()
        self._output.close()

    def _run(self, *arguments: str) -> None:
        subprocess.run(
            [sys.executable, *arguments], cwd=ROOT, env=self.environment, check=True, timeout=60
        )

    def _healthy(self) -> bool:
        assert self._process.poll() is None, self.output_file.read_text(errors="replace")
        with suppress(OSError), urllib.request.urlopen(self.base_url + "healthz", timeout=5):
            return True
        return False
