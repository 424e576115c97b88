"""Hosts on one machine: network namespaces that share nothing but a router, which cuts their links.

This process is the router. It moves from the machine's network into its own, and all other
namespaces end with it: nothing is left behind, and the machine's network isn't touched.
"""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import redis

from portal.pulse import QUEUES
from tests.support.running_portal import ROOT, clean_environment, descendants
from tests.support.services import FAST, make_cluster, program
from tests.support.stubborn_player import Database
from tests.support.waiting import wait_for

CLONE_NEWNET = 0x40000000
WITH_US = ["setpriv", "--pdeathsig", "KILL"]  # before a command, which then ends with this process
POSTGRESQL, REDIS = "10.77.4.2", "10.77.4.3"  # both on the database host
SECRET, RECORD_KEY, READYZ_TOKEN = "a secret of all hosts " * 3, "5e" * 32, "who may look"


def missing() -> str:
    """The reason why this machine or user can't have such hosts, or ""."""
    probe = "ip link add probe type veth peer name probed"
    command = ["unshare", "--net", "--uts", *probe.split()]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except FileNotFoundError as error:
        return str(error)
    except subprocess.CalledProcessError as error:
        return f"no network namespaces here: {error.stderr.strip()}"
    return "only root may start PostgreSQL as its user" if os.geteuid() else ""


def be_the_router() -> None:
    """Move this process into its own network, and forward packets."""
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    _run("ip", "link", "set", "lo", "up")
    Path("/proc/sys/net/ipv4/ip_forward").write_text("1")


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


@dataclass
class Host:
    """One host with its processes, by name: each a command with more environment variables."""

    name: str
    number: int
    addresses: tuple[str, ...]
    folder: Path
    commands: dict[str, list[str]] = field(default_factory=dict)
    environment: dict[str, str] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    ready: Callable[[], bool] = lambda: True
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def plug_in(self) -> None:
        """Make the host's network and a cable to the router."""
        self.folder.mkdir(parents=True, exist_ok=True)
        hold = f"hostname {self.name} && echo && exec sleep infinity"
        self.holder = subprocess.Popen(
            [*WITH_US, "unshare", "--net", "--uts", "sh", "-c", hold], stdout=subprocess.PIPE
        )
        assert self.holder.stdout
        self.holder.stdout.readline()
        cable, pid = f"to-{self.name}", str(self.holder.pid)
        peer = ("type", "veth", "peer", "name", "eth0", "netns", pid)
        _run("ip", "link", "add", cable, *peer)
        for number in (1, 8, 9):
            _run("ip", "address", "add", f"{self.router_address(number)}/24", "dev", cable)
        _run("ip", "link", "set", cable, "up")
        for address in self.addresses:
            _run(*self._inside, "ip", "address", "add", f"{address}/24", "dev", "eth0")
        for device in ("lo", "eth0"):
            _run(*self._inside, "ip", "link", "set", device, "up")
        _run(*self._inside, "ip", "route", "add", "default", "via", self.router_address(1))

    def router_address(self, number: int) -> str:
        """An address of the router on the cable to this host: number 1, 8 or 9."""
        return f"10.77.{self.number}.{number}"

    @property
    def _inside(self) -> list[str]:
        return ["nsenter", "--target", str(self.holder.pid), "--net", "--uts", "--"]

    @property
    def output(self) -> str:
        """The output of all its processes."""
        files = sorted(self.folder.glob("*.log"))
        return "".join(file.read_text(errors="replace") for file in files)

    @property
    def alive(self) -> list[str]:
        """The names of its running processes."""
        return [name for name, process in self.processes.items() if process.poll() is None]

    def start(self) -> None:
        """Start its processes, and return at once."""
        for name, command in self.commands.items():
            with (self.folder / f"{name}.log").open("ab") as log:
                self.processes[name] = subprocess.Popen(
                    [*WITH_US, *self._inside, *command],
                    cwd=ROOT,
                    env=clean_environment(DATA_DIR=str(self.folder), **self.environment),
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                    **self.options,
                )

    def wait(self) -> None:
        wait_for(self.ready, f"{self.name} to answer")

    def kill(self) -> None:
        """SIGKILL all of its processes at once."""
        for process in self.processes.values():
            for pid in (process.pid, *descendants(process.pid)):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        for process in self.processes.values():
            process.wait()

    def unplug(self) -> None:
        self.kill()
        self.holder.kill()
        self.holder.wait()


@contextmanager
def cut(host: Host, *addresses: str) -> Iterator[None]:
    """Drop every packet between the host and these addresses while the block runs."""
    between = [(host.addresses[0], address) for address in addresses]
    rules = [("from", a, "to", b) for pair in between for a, b in (pair, pair[::-1])]
    for rule in rules:
        _run("ip", "rule", "add", *rule, "blackhole")
    try:
        yield
    finally:
        for rule in rules:
            _run("ip", "rule", "del", *rule, "blackhole")


class Web(Host):
    """A host with a web server."""

    @property
    def base_url(self) -> str:
        return f"http://{self.addresses[0]}:8000/"


class Hosts:
    """The database host, two web hosts and a worker host, all running."""

    def __init__(self, folder: Path) -> None:
        self.database_url = f"postgres://portal@{POSTGRESQL}/portal"
        self.redis_url = f"redis://{REDIS}:6379"
        ours = {
            "DATABASE_URL": self.database_url,
            "REDIS_URL": self.redis_url,
            "SECRET_KEY": SECRET,
            "RECORD_KEY": RECORD_KEY,
            "READYZ_TOKEN": READYZ_TOKEN,
            "SITE_URL": "http://10.77.1.2:8000",
            "ALLOWED_HOSTS": "*",
            "COOKIE_PREFIX": "hearth",
            "DJANGO_SETTINGS_MODULE": "attack.unlimited",
        }
        python = [sys.executable, "-m"]
        daphne = [*python, "daphne", "-b", "0.0.0.0", "-p", "8000", "portal.asgi:application"]
        celery = [*python, "celery", "-A", "portal"]
        works = {queue: [*celery, "worker", "-c", "1", "-Q", queue] for queue in QUEUES}
        works["beat"] = [*celery, "beat"]
        self.environment = ours
        self.webs = [
            Web(f"web{n}", n, (f"10.77.{n}.2",), folder / f"web{n}", {"web": daphne}, ours)
            for n in (1, 2)
        ]
        self.worker = Host("worker", 3, ("10.77.3.2",), folder / "worker", works, ours)
        self.data = self._database_host(folder / "data")
        self.all = [self.data, *self.webs, self.worker]

    def _database_host(self, folder: Path) -> Host:
        folder.mkdir(parents=True)
        cluster, as_whom = make_cluster(folder)
        with (cluster / "data" / "pg_hba.conf").open("a") as allowed:
            allowed.write("host all all 10.77.0.0/16 trust\n")
        serve = [program("postgres"), "-D", str(cluster / "data"), "-k", str(cluster)]
        if as_whom:
            user = ["--reuid=postgres", "--regid=postgres", "--clear-groups"]
            serve = [*WITH_US, *user, *serve]
        # A killed server mustn't forget what it has acknowledged.
        serve += ["-c", f"listen_addresses={POSTGRESQL}", *FAST, "-c", "synchronous_commit=on"]
        broker = [program("redis-server", "valkey-server"), "--bind", REDIS, "--save", ""]
        broker += ["--dir", str(folder), "--protected-mode", "no"]
        commands = {"postgresql": serve, "redis": broker}
        host = Host("data", 4, (POSTGRESQL, REDIS), folder, commands)
        host.ready = self._data_answers
        return host

    def _data_answers(self) -> bool:
        try:
            psycopg.connect(host=POSTGRESQL, user="portal", dbname="postgres").close()
            with redis.Redis.from_url(self.redis_url) as client:
                return bool(client.ping())
        except (psycopg.OperationalError, redis.RedisError):
            return False

    def __enter__(self) -> "Hosts":
        be_the_router()
        try:
            for host in self.all:
                host.plug_in()
            self.data.start()
            self.data.wait()
            with psycopg.connect(
                host=POSTGRESQL, user="portal", dbname="postgres", autocommit=True
            ) as connection:
                connection.execute("CREATE DATABASE portal")
            environment = clean_environment(DATA_DIR=str(self.data.folder), **self.environment)
            migrate = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
            subprocess.run(migrate, cwd=ROOT, env=environment, check=True)
            for host in (*self.webs, self.worker):
                host.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        for host in reversed(self.all):
            if hasattr(host, "holder"):
                host.unplug()


class Postgres(Database):
    """The hosts' database, read from the router, whose own link is never cut."""

    def __init__(self) -> None:
        self.connection = self._connected()

    def _connected(self) -> Any:
        address = f"host={POSTGRESQL} user=portal dbname=portal options='-c TimeZone=UTC'"
        return psycopg.connect(address, autocommit=True)

    def ask(self, sql: str, *arguments: Any) -> list[Any]:
        try:
            return self.connection.execute(sql.replace("?", "%s"), arguments or None).fetchall()
        except psycopg.OperationalError:  # the server was killed
            self.connection = self._connected()
            return self.ask(sql, *arguments)
