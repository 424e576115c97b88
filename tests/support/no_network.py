"""Keeps tests from connecting to other machines."""

import ipaddress
import socket
from typing import Any

LOCAL_NAMES = {"localhost", "", None, socket.gethostname()}


def is_local(host: Any) -> bool:
    """Whether a host, as given to the socket module, is this machine."""
    if isinstance(host, bytes):
        host = host.decode()
    if host in LOCAL_NAMES:
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def forbid() -> None:
    """Have connections to, and look-ups of, other machines raise RuntimeError from now on."""
    connect, look_up = socket.socket.connect, socket.getaddrinfo

    def guarded_connect(self: socket.socket, address: Any) -> None:
        internet = self.family in (socket.AF_INET, socket.AF_INET6)
        if internet and self.type == socket.SOCK_STREAM and not is_local(address[0]):
            raise RuntimeError(f"a test reached for {address!r}")
        connect(self, address)

    def guarded_look_up(host: Any, *args: Any, **kwargs: Any) -> Any:
        if not is_local(host):
            raise RuntimeError(f"a test looked up {host!r}")
        return look_up(host, *args, **kwargs)

    socket.socket.connect = guarded_connect  # type: ignore[method-assign,assignment]
    socket.getaddrinfo = guarded_look_up
