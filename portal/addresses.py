"""Where a visitor is, and whether a page of ours is asking."""

import ipaddress
from collections.abc import Callable
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.utils.http import is_same_domain

_FORWARDED = "portal.forwarded"  # in META: the request came with X-Forwarded-For
_PORTS = {"http": 80, "https": 443}
_Origin = tuple[str, str, int]
_SCHEMES = {"ws": "http", "wss": "https"}


class VisitorAddress:
    """Makes REMOTE_ADDR the visitor's own address where proxies stand before the portal.

    Each proxy appends whoever it was called by to `X-Forwarded-For`. So of the setting
    TRUSTED_PROXIES the entry that many from the right is the first that one of ours has written;
    what stands left of it, anyone may have invented. Nothing behind this sees the header.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        header = request.META.pop("HTTP_X_FORWARDED_FOR", None)
        request.META[_FORWARDED] = header is not None
        if address := _told_by_proxies(header or ""):
            request.META["REMOTE_ADDR"] = address
        return self.get_response(request)


def address_of(scope: Any) -> str:
    """The visitor's address of a request that has only arrived; "" if nobody knows."""
    header = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
    client = scope.get("client") or ("", 0)
    return _told_by_proxies(header.decode("latin-1")) or _address_in(client[0] or "")


def _told_by_proxies(header: str) -> str:
    entries, proxies = header.split(","), settings.TRUSTED_PROXIES
    return _address_in(entries[-proxies]) if 0 < proxies <= len(entries) else ""


def came_from_here(request: HttpRequest) -> bool:
    """Whether a program on this very machine asks, and not a proxy on it for someone else."""
    address = _address_in(request.META.get("REMOTE_ADDR", ""))
    here = bool(address) and ipaddress.ip_address(address).is_loopback
    return here and not request.META.get(_FORWARDED, False)


def _address_in(entry: str) -> str:
    """The address of an entry, which may come with a port; "" if there is none."""
    text = entry.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        return ""


class OwnPagesOnly:
    """Lets a socket open only for pages of the portal itself: same scheme, host and port.

    Such sockets trust a cookie, which a browser sends along whoever's page asks. Sites named in
    CSRF_TRUSTED_ORIGINS may ask as well, as they may send forms.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        allowed = is_own_page(scope)
        return await (self.application if allowed else WebsocketDenier())(scope, receive, send)


def is_own_page(scope: dict[str, Any]) -> bool:
    """Whether the socket's Origin is where the socket itself is, or is trusted."""
    scheme = _SCHEMES.get(scope.get("scheme", "ws"), "http")
    request = ASGIRequest(scope | {"method": "GET", "scheme": scheme}, BytesIO())
    try:
        own = f"{request.scheme}://{request.get_host()}"
    except DisallowedHost:
        return False
    asking = _parts(request.headers.get("Origin", ""))
    trusted = filter(None, map(_parts, [own, *settings.CSRF_TRUSTED_ORIGINS]))
    return asking is not None and any(_fits(asking, one) for one in trusted)


def _fits(asking: _Origin, one: _Origin) -> bool:
    """Whether it is that origin, whose host may be "*.example.org"."""
    (scheme, host, port), (its_scheme, its_host, its_port) = asking, one
    same = is_same_domain(host, its_host.removeprefix("*"))
    return same and (scheme, port) == (its_scheme, its_port)


def _parts(origin: str) -> _Origin | None:
    """Scheme, host and port; None for what is no origin."""
    try:
        found = urlsplit(origin)
        port = found.port or _PORTS[found.scheme]
    except (ValueError, KeyError):
        return None
    return (found.scheme, found.hostname, port) if found.hostname else None
