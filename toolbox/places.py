"""Where somebody is, as all limits by address count it."""

import ipaddress
from typing import Any

NETWORK_OF_ONE = 64  # leading bits of an IPv6 address: the rest anyone at home may choose


def place_of(address: str) -> str:
    """The address, of IPv6 the first one of its network; an IPv4 address in any spelling is that.

    "" for what is no address: a socket file, a proxy that says nothing. All of them are one place.
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), NETWORK_OF_ONE), strict=False).network_address)


def of_request(request: Any) -> str:
    """Where a request comes from."""
    return place_of(request.META.get("REMOTE_ADDR", ""))


def of_log_in(request: Any) -> str | None:
    """The same for django-axes (setting AXES_CLIENT_IP_CALLABLE), which stores it; None for ""."""
    return of_request(request) or None
