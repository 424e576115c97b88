"""The listening sockets, opened first and inherited by the web processes, one each.

Because the supervisor holds them, nobody can take the port between check and use, and browsers wait
while a web process restarts. IPv4 only: Daphne takes no open socket of another family.
"""

import errno
import socket
import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Self

from portal.supervisor.errors import CannotRun

FIRST_PORT = 8000
TRIES = 100
QUEUE = 512
EVERYWHERE = "0.0.0.0"  # noqa: S104 - recognized, never bound by itself


@dataclass(frozen=True)
class Listening:
    """Open sockets on one address, and a remark for the operator."""

    sockets: tuple[socket.socket, ...]
    host: str
    port: int
    remark: str = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        for each in self.sockets:
            each.close()

    @property
    def host_to_call(self) -> str:
        """The host under which this machine reaches the socket."""
        return "127.0.0.1" if self.host == EVERYWHERE else self.host

    @property
    def site_url(self) -> str:
        """The address for other machines, if it listens everywhere, or for this one."""
        external = _own_addresses("")[-1:] if self.host == EVERYWHERE else []
        return f"http://{(external or [self.host_to_call])[0]}:{self.port}"

    @property
    def address(self) -> str:
        """The address to click on this machine."""
        return f"http://{self.host_to_call}:{self.port}/"


def parse_port(text: str) -> int | None:
    """The port, or None for "". Raises CannotRun if it isn't one."""
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise CannotRun(f"PORT={text} is not a port: give a number up to 65535.")
    return int(text)


def open_sockets(host: str, wanted: int | None, count: int = 1) -> Listening:
    """Listen on the wanted port (0: any free one; None: the first free one from 8000 on).

    Raises CannotRun if the port is taken or forbidden, or the host isn't this machine's.
    """
    if wanted is not None:
        return _listen(host, wanted, count)
    for port in range(FIRST_PORT, FIRST_PORT + TRIES):
        with suppress(PortTaken):
            listening = _listen(host, port, count)
            remark = f"Port {FIRST_PORT} is taken, so this is port {port}."
            return listening if port == FIRST_PORT else replace(listening, remark=remark)
    raise CannotRun(f"Ports {FIRST_PORT} to {FIRST_PORT + TRIES - 1} are all taken.")


class PortTaken(CannotRun):
    """Another process listens there."""


def _listen(host: str, port: int, count: int) -> Listening:
    sockets = [socket.socket(socket.AF_INET, socket.SOCK_STREAM)]
    try:
        # One socket first, listening before it can be shared: no other portal gets in between.
        _listen_at(sockets[0], host, port)
        port = sockets[0].getsockname()[1]
        if count > 1 and sys.platform == "linux":
            # Linux distributes connections at random. From one shared socket, one process would
            # take nearly all of them in a quiet minute, and keep those of pages for hours.
            sockets[0].setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            for _more in range(1, count):
                sockets.append(socket.socket(socket.AF_INET, socket.SOCK_STREAM))
                sockets[-1].setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
                _listen_at(sockets[-1], host, port)
    except OSError as error:
        for each in sockets:
            each.close()
        if error.errno == errno.EADDRINUSE:
            raise PortTaken(f"Port {port} is taken: choose another with PORT.") from None
        if error.errno == errno.EACCES:
            raise CannotRun(f"Port {port} needs more rights: choose one above 1023.") from None
        raise CannotRun(f"HOST={host} is no IPv4 address of this machine.") from None
    return Listening(tuple(sockets), host, port)


def _listen_at(server: socket.socket, host: str, port: int) -> None:
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    server.bind((host, port))
    server.listen(QUEUE)


def allowed_hosts(host: str) -> list[str]:
    """The host names that browsers may use for a portal that listens on `host`."""
    names = ["localhost", "127.0.0.1", "[::1]"]
    if host == EVERYWHERE:
        name = socket.gethostname()
        names += [name, f"{name}.local", *_own_addresses(name)]
    else:
        names.append(host)
    return list(dict.fromkeys(names))


def _own_addresses(name: str) -> list[str]:
    addresses: list[str] = []
    with suppress(OSError):  # the machine has no entry for its own name
        addresses += [str(entry[4][0]) for entry in socket.getaddrinfo(name, None, socket.AF_INET)]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # sends nothing; the kernel picks the outgoing address
        addresses.append(probe.getsockname()[0])
    return addresses
