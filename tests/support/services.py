"""`python -m tests.support.services COMMAND …`: run the command with a PostgreSQL and a Redis.

Both are thrown away afterwards. They get a temporary folder; PostgreSQL listens on a unix socket in
it, Redis on a free port of the loopback address. For root, PostgreSQL runs as user `postgres`.

The database has all migrations. The tests' settings make each worker's database as a copy of it,
which takes no time.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import redis
from psycopg.errors import DuplicateDatabase

from tests.support.waiting import wait_for

DEBIAN = "/usr/lib/postgresql"
# No data here has to survive a power cut.
FAST = ("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")


def program(*names: str) -> str:
    """The first of these programs on PATH, or among Debian's PostgreSQL folders, newest first."""
    folders = sorted(Path(DEBIAN).glob("*/bin"), key=lambda path: -float(path.parent.name))
    path = os.pathsep.join([os.environ["PATH"], *map(str, folders)])
    for name in names:
        if found := shutil.which(name, path=path):
            return found
    sys.exit(f"{' or '.join(names)} is needed for this, and not installed.")


def not_root() -> dict[str, Any]:
    """Arguments for subprocess that drop root's rights: PostgreSQL insists on that."""
    if os.geteuid() != 0:
        return {}
    return {"user": "postgres", "group": "postgres", "extra_groups": []}


@contextmanager
def running(command: Sequence[str], ready: Callable[[], bool], **options: Any) -> Iterator[None]:
    """Run a server from before the block, once it answers, to the block's end."""
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True, **options)
    try:
        wait_for(lambda: server.poll() is not None or ready(), f"{command[0]} to answer")
        if server.poll() is not None:
            sys.exit(f"{command[0]} ended with status {server.returncode}.")
        yield
    finally:
        server.send_signal(signal.SIGINT)
        try:
            server.wait(20)
        finally:
            server.kill()


def make_cluster(folder: Path) -> tuple[Path, dict[str, Any]]:
    """A cluster's folder, with its data in `data`, and the arguments for its programs.

    An existing cluster is kept.
    """
    home = folder / "postgresql"
    options = not_root() | {"cwd": home}
    if home.exists():
        return home, options
    home.mkdir(mode=0o700)
    if "user" in options:
        shutil.chown(home, "postgres", "postgres")
    make = [program("initdb"), "-D", "data", "-U", "portal", "-A", "trust", "-E", "UTF8"]
    subprocess.run(
        [*make, "--locale=C.UTF-8", "--no-sync"], check=True, stdout=subprocess.DEVNULL, **options
    )
    return home, options


@contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """Run a new cluster, or that folder's; yield its address for DATABASE_URL."""
    home, options = make_cluster(folder)
    serve = [program("postgres"), "-D", "data", "-k", str(home), "-c", "listen_addresses="]
    quiet = ("-c", "log_min_messages=panic")
    address = f"host={home} user=portal dbname=postgres"

    def ready() -> bool:
        try:
            psycopg.connect(address).close()
        except psycopg.OperationalError:
            return False
        return True

    with running([*serve, *FAST, *quiet], ready, **options):
        with suppress(DuplicateDatabase), psycopg.connect(address, autocommit=True) as connection:
            connection.execute("CREATE DATABASE portal")
        yield f"postgres://portal@{str(home).replace('/', '%2F')}/portal"


@contextmanager
def redis_server(folder: Path) -> Iterator[str]:
    """Run a new Redis (or Valkey); yield its address for REDIS_URL."""
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        port = probe.getsockname()[1]
    address = f"redis://127.0.0.1:{port}"
    serve = [program("redis-server", "valkey-server"), "--bind", "127.0.0.1", "--port", str(port)]

    def ready() -> bool:
        try:
            with redis.Redis.from_url(address) as client:
                return bool(client.ping())
        except redis.ConnectionError:
            return False

    with running([*serve, "--save", "", "--dir", str(folder), "--loglevel", "warning"], ready):
        yield address


def migrate(environment: Mapping[str, str]) -> None:
    """Run every migration in the database that this environment names."""
    command = [sys.executable, "-m", "django", "migrate", "--settings=tests.settings"]
    subprocess.run([*command, "--verbosity=0"], env=environment, check=True)


def main(command: Sequence[str]) -> int:
    """Run the command with both servers; return its exit code."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="hearth-services-")))
        folder.chmod(0o711)
        environment = os.environ | {
            "DATABASE_URL": stack.enter_context(postgresql(folder)),
            "REDIS_URL": stack.enter_context(redis_server(folder)),
        }
        migrate(environment)
        environment["TEST_TEMPLATE"] = "portal"
        return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    sys.exit(main(sys.argv[1:]))
