"""Places, the unit of limits by address: an IPv4 address, or an IPv6 network."""

import ipaddress
from typing import Any

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
NETWORK_OF_ONE = 64  # leading bits of an IPv6 address: a household chooses the rest itself


def place_of(address: str) -> str:
    """Return the IPv4 address, or the first address of the IPv6 network.

    "" if it isn't an address, as from a socket file or a silent proxy; all of these are one place.
    """
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ipaddress.ip_network((int(ip), NETWORK_OF_ONE), strict=False).network_address)


def of_request(request: Any) -> str:
    """Return the place that a request comes from."""
    return place_of(request.META.get("REMOTE_ADDR", ""))


def of_log_in(request: Any) -> str | None:
    """The same for django-axes (setting AXES_CLIENT_IP_CALLABLE), which stores it; None for ""."""
    return of_request(request) or None
