"""The portal's address, the visitor's address, and whether a page of ours sent a request."""

import ipaddress
import logging
import re
from collections.abc import Callable, Collection
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.http.request import validate_host
from django.urls import set_script_prefix
from django.utils.http import is_same_domain

from accounts import hashing
from toolbox import places, tracing
from toolbox.limits import TokenBucket

log = logging.getLogger(__name__)

_FORWARDED = "portal.forwarded"  # in META: the X-Forwarded-For of the request, or None
_HIDDEN = "portal.hidden"  # in META: it has that header, but REMOTE_ADDR is still a proxy's
_SANE_ID = re.compile(rb"[A-Za-z0-9-]{1,64}")
_PORTS = {"http": 80, "https": 443}
PROXY_WARNINGS, UNTRUSTED_WARNINGS = TokenBucket(1 / 600, 1), TokenBucket(1 / 600, 1)
_Origin = tuple[str, str, int]
_SCHEMES = {"ws": "http", "wss": "https"}


class RootPath:
    """Sets `root_path` from the setting ROOT_PATH, never from what a client sends.

    Daphne would take it from the header `Daphne-Root-Path`. A proxy may pass paths with or without
    ROOT_PATH. Sockets make links, too. A NUL, which PostgreSQL refuses in queries, becomes another
    character that no name contains.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        root: str = settings.ROOT_PATH
        path = scope["path"].replace("\0", "\ufffd")
        if path == root:
            path = f"{root}/"
        elif not path.startswith(f"{root}/"):
            path = root + path
        set_script_prefix(f"{root}/")
        return await self.application({**scope, "root_path": root, "path": path}, receive, send)


class VisitorAddress:
    """Makes REMOTE_ADDR the visitor's own address behind proxies, and removes the header.

    Each proxy appends its client to `X-Forwarded-For`. So of N TRUSTED_PROXIES, our outermost one
    wrote the Nth entry from the right, and clients may have forged those left of it.

    Password hashes of the request queue under that address.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        header = request.META.pop("HTTP_X_FORWARDED_FOR", None)
        request.META[_FORWARDED] = header
        if header is not None and not settings.TRUSTED_PROXIES and UNTRUSTED_WARNINGS.take():
            log.warning(
                "Requests come with X-Forwarded-For, but TRUSTED_PROXIES is 0. If a proxy stands "
                "before the portal, set it to 1: all visitors count as one address until then."
            )
        address = _forwarded_for(header or "")
        request.META[_HIDDEN] = header is not None and not address
        if address:
            request.META["REMOTE_ADDR"] = address
        with hashing.asked_from(places.of_request(request)):
            return self.get_response(request)


class Traced:
    """Begins a trace for each request and socket; answers have its id as `X-Request-ID`.

    Trusted proxies may set the id by that header.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        given = dict(scope["headers"]).get(b"x-request-id", b"")
        known = _SANE_ID.fullmatch(given) and _through_proxies(scope)
        below = scope["path"].removeprefix(settings.ROOT_PATH)
        way = "api" if below.startswith(("/api/", "/ws/api/")) else "page"
        if scope["type"] == "websocket":
            tracing.begin(f"{way}-socket", given.decode() if known else "")
            return await self.application(scope, receive, send)
        trace = tracing.begin(way, given.decode() if known else "")

        async def naming(message: Any) -> None:
            if message["type"] == "http.response.start":
                named = (b"X-Request-ID", trace.id.encode())
                message = message | {"headers": [*message.get("headers", ()), named]}
            await send(message)

        return await self.application(scope, receive, naming)


def address_of(scope: Any) -> str:
    """The visitor's address, from an ASGI scope; "" if unknown."""
    client = scope.get("client") or ("", 0)
    return _through_proxies(scope) or _address_in(client[0] or "")


def _through_proxies(scope: Any) -> str:
    """The address from which trusted proxies passed on the request; "" if they didn't."""
    header = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
    return _forwarded_for(header.decode("latin-1"))


def _forwarded_for(header: str) -> str:
    entries, proxies = header.split(","), settings.TRUSTED_PROXIES
    return _address_in(entries[-proxies]) if 0 < proxies <= len(entries) else ""


def came_from_here(request: HttpRequest) -> bool:
    """Whether the request is by a program on this machine that isn't a proxy for someone else."""
    address = _address_in(request.META.get("REMOTE_ADDR", ""))
    local = bool(address) and ipaddress.ip_address(address).is_loopback
    return local and forwarded(request) is None


def forwarded(request: HttpRequest) -> str | None:
    """The `X-Forwarded-For` of the request, parts of which visitors may have written."""
    header: str | None = request.META.get(_FORWARDED)
    return header


def came_from(request: HttpRequest, networks: Collection[places.Network]) -> bool:
    """Whether the visitor's own address is in one of these networks."""
    address = _address_in(request.META.get("REMOTE_ADDR", ""))
    if not address or request.META.get(_HIDDEN, True):
        return False
    ip = ipaddress.ip_address(address)
    ip = getattr(ip, "ipv4_mapped", None) or ip
    return any(ip in network for network in networks)


def _address_in(entry: str) -> str:
    """The address in an entry, which may have a port; "" if there is none."""
    text = entry.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        return ""


def is_own_page(scope: dict[str, Any]) -> bool:
    """Whether the socket's Origin is the portal's own or a trusted one."""
    scheme = _SCHEMES.get(scope.get("scheme", "ws"), "http")
    request = ASGIRequest(scope | {"method": "GET", "scheme": scheme}, BytesIO())
    asking = _asking(request)
    if asking is not None and _is_ours(asking, _own(request)):
        return True
    misled_by_proxy(request)  # called for its log line
    return False


def sent_by_own_page(request: HttpRequest) -> bool:
    """Whether a page of the portal sent this request, as far as the browser tells."""
    asking = _asking(request)
    return asking is not None and _is_ours(asking, _own(request)) and _says_same_origin(request)


def misled_by_proxy(request: HttpRequest) -> bool:
    """Whether a proxy hid the address of a page of the portal; if so, the log says what to set."""
    asking, own = _asking(request), _own(request)
    if asking is None or not own or not _says_same_origin(request):
        return False
    scheme, host, port = asking
    known = [origin[1] for origin in map(_parts, (own, settings.SITE_URL)) if origin]
    known += [name for name in settings.ALLOWED_HOSTS if name != "*"]
    if not validate_host(host, known):
        return False
    if PROXY_WARNINGS.take():
        page = f"{scheme}://{host}" + ("" if port == _PORTS[scheme] else f":{port}")
        log.warning(
            "Forms and sockets of pages at %(page)s are refused, because the portal was asked for "
            "%(own)s. If %(page)s is where people reach the portal, let the proxy pass that on "
            "(nginx: proxy_set_header Host $http_host; and, with HTTPS=1 in the portal's "
            "environment, proxy_set_header X-Forwarded-Proto $scheme;), or set "
            "CSRF_TRUSTED_ORIGINS=%(page)s. If it isn't, another program there sends them.",
            {"page": page, "own": own},
        )
    return True


def _asking(request: HttpRequest) -> _Origin | None:
    """The origin of the page that sent the request."""
    return _parts(request.headers.get("Origin") or request.headers.get("Referer", ""))


def _says_same_origin(request: HttpRequest) -> bool:
    """Whether the browser says so in a header, which many don't send over plain HTTP."""
    return request.headers.get("Sec-Fetch-Site", "same-origin") == "same-origin"


def _own(request: HttpRequest) -> str:
    """The portal's origin in the request, or "" for a foreign host."""
    try:
        return f"{request.scheme}://{request.get_host()}"
    except DisallowedHost:
        return ""


def _is_ours(asking: _Origin, own: str) -> bool:
    trusted = filter(None, map(_parts, [own, *settings.CSRF_TRUSTED_ORIGINS]))
    return any(_fits(asking, one) for one in trusted)


def _fits(asking: _Origin, one: _Origin) -> bool:
    """Whether the origins are the same; the second's host may be "*.example.org"."""
    (scheme, host, port), (its_scheme, its_host, its_port) = asking, one
    same = is_same_domain(host, its_host.removeprefix("*"))
    return same and (scheme, port) == (its_scheme, its_port)


def _parts(origin: str) -> _Origin | None:
    """Scheme, host and port; None if it isn't an origin."""
    try:
        parts = urlsplit(origin)
        port = parts.port or _PORTS[parts.scheme]
    except (ValueError, KeyError):
        return None
    return (parts.scheme, parts.hostname, port) if parts.hostname else None
