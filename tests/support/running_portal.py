"""A whole portal in its own processes, as `make run` starts it. The benches use it, too.

    with RunningPortal(tmp_path) as portal:
        urlopen(portal.base_url + "healthz")
        portal.kill("broker")               # SIGKILL; returns once a new one has taken its place
        portal.wait_until_healthy()

It gets its own data folder, port and broker, and none of the tests' settings.
"""

import fcntl
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from tests.support.waiting import wait_for

ROOT = Path(__file__).parent.parent.parent
SESSION_COOKIE, CSRF_COOKIE = "hearth_session", "hearth_csrf"  # whatever port the portal gets
OURS = {
    *("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE", "DEBUG", "HTTPS"),
    *("PORT", "HOST", "DATA_DIR", "ALLOWED_HOSTS", "STATICFILES_BACKEND", "SITE_URL", "ROOT_PATH"),
    *("AI_PROCESSES", "WEB_PROCESSES", "WEB_CORES", "DJANGO_ALLOW_ASYNC_UNSAFE", "COOKIE_PREFIX"),
    *("LIMITS", "LOG_FORMAT", "METRICS_TOKEN", "METRICS_FROM", "METRICS_PORT", "SENTRY_DSN"),
    "PROMETHEUS_MULTIPROC_DIR",
}
# A portal that can't start ends, which shows at once; on a busy machine it may take long.
START_SECONDS = 300
DATABASE = "portal.sqlite3"
STOP_SECONDS = 120


def clean_environment(**chosen: str) -> dict[str, str]:
    """This process's environment without variables for a portal, plus those `chosen`."""
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    return kept | chosen


def start_portal(
    data: Path, output: Path, environment: Mapping[str, str], project: Path = ROOT
) -> subprocess.Popen[bytes]:
    """Start `manage.py portal` and return at once; its output goes to the file `output`."""
    with output.open("ab") as file:
        return subprocess.Popen(
            [sys.executable, "manage.py", "portal"],
            cwd=project,
            env=clean_environment(**{"DATA_DIR": str(data), "PORT": "0", **environment}),
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


def exists(pid: int) -> bool:
    """Whether a process runs; a zombie doesn't."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rsplit(")", 1)[1].split()[0] not in "ZX"


def descendants(pid: int) -> set[int]:
    """All descendants of that process, at any depth."""
    found: set[int] = set()
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return found
    for child in map(int, children):
        found |= {child} | descendants(child)
    return found


def migrated_database(folder: Path) -> Path:
    """A database in that folder with all migrations and nothing else, made once.

    Processes that call this at the same time wait for the one that makes it.
    """
    made = folder / DATABASE
    with (folder / "migrating").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            with tempfile.TemporaryDirectory(dir=folder) as data:
                subprocess.run(
                    [sys.executable, "manage.py", "migrate", "--verbosity=0"],
                    cwd=ROOT,
                    env=clean_environment(DATA_DIR=data),
                    check=True,
                )
                (Path(data) / DATABASE).rename(made)
    return made


class RunningPortal:
    """Starts on entering, stops (Ctrl-C) on leaving. `environment` adds to ours or replaces parts.

    `project` is the checkout whose portal runs, by default this one. A portal without a database
    begins with a copy of `database`: making one takes half of a first start.
    """

    def __init__(
        self,
        data: Path,
        environment: Mapping[str, str] | None = None,
        project: Path = ROOT,
        database: Path | None = None,
    ) -> None:
        self.data_dir = data
        self.project = project
        self.database = database
        self.environment = {"COOKIE_PREFIX": "hearth", **(environment or {})}
        self.output_file = data / "output.txt"
        self.process: subprocess.Popen[bytes] | None = None
        self.killed: Counter[str] = Counter()  # since the last start

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.stop()  # else it would run on
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start the portal and return when it says that it is ready."""
        self.data_dir.mkdir(parents=True, exist_ok=True)
        self.output_file.write_text("")
        self.killed.clear()
        if self.database and not (self.data_dir / DATABASE).exists():
            shutil.copyfile(self.database, self.data_dir / DATABASE)
        self.process = start_portal(self.data_dir, self.output_file, self.environment, self.project)
        wait_for(self._ready, "the portal to start", START_SECONDS)

    def _ready(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, f"the portal ended:\n{self.output}"
        return "The portal is ready" in self.output

    def begin_anew(self) -> None:
        """Restart with the same data; the deaths so far are forgotten."""
        self.stop()
        self.start()

    @property
    def running(self) -> bool:
        """Whether the supervisor is running."""
        return self.process is not None and self.process.poll() is None

    def stop(self) -> int | None:
        """Press Ctrl-C, wait for the end and return the exit code; kill it if it takes too long."""
        if self.process is None:
            return None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(STOP_SECONDS)
        finally:
            if self.process.poll() is None:
                self.process.kill()
                self.process.wait()

    @property
    def output(self) -> str:
        """The output so far of the supervisor and its children."""
        return self.output_file.read_text(errors="replace")

    @property
    def note(self) -> dict[str, Any]:
        """The supervisor's note about itself (portal/supervisor/lock.py)."""
        return json.loads((self.data_dir / "running.json").read_text())

    @property
    def base_url(self) -> str:
        """The portal's address, ending in a slash."""
        return self.note["address"]

    @property
    def accounts(self) -> dict[str, str]:
        """The passwords of amber, birch, cedar and admin, printed by the first start."""
        return dict(re.findall(r"^  (\w+) +(\w+)$", self.output, re.MULTILINE))

    @property
    def pids(self) -> dict[str, int]:
        """The process ids of "web", the workers ("worker-ai" and others), "beat" and "broker"."""
        return self.note["children"]

    def kill(self, kind: str, *, wait: bool = True) -> dict[str, int]:
        """SIGKILL the "web" server, the "broker", "beat", one worker or, with "worker", each.

        Returns the killed ids, by name. With `wait`, returns once the supervisor has started new
        processes in their place; `wait_until_healthy` waits until they answer.
        """
        killed = {
            name: pid for name, pid in self.pids.items() if kind in (name, name.split("-")[0])
        }
        assert killed, f"no {kind} among {sorted(self.pids)}"
        for pid in killed.values():
            os.kill(pid, signal.SIGKILL)
        self.killed.update(killed.keys())
        if wait:
            wait_for(lambda: self._replaced(killed), f"another {kind} to be started")
        return killed

    def _replaced(self, killed: Mapping[str, int]) -> bool:
        pids = self.pids
        return all(pids.get(name, pid) != pid for name, pid in killed.items())

    def healthy(self) -> bool:
        """Whether /healthz says ok now."""
        try:
            with urllib.request.urlopen(self.base_url + "healthz", timeout=2) as answer:
                return answer.status == 200
        except (OSError, urllib.error.URLError):
            return False

    def wait_until_healthy(self, seconds: float = 120) -> None:
        wait_for(self.healthy, "/healthz to answer", seconds)
