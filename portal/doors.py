"""All limits of the transport, applied by Daphne, Twisted and Autobahn before Django.

`portal.asgi` installs them (`guard`), so they hold for every Daphne that serves the portal.
"""
# ruff: noqa: N802, N803 - the names that Twisted and Autobahn call

import ipaddress
import json
from collections.abc import Iterable
from functools import cache
from http import HTTPStatus
from io import BytesIO
from typing import Any

import daphne.server
from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from prometheus_client import Counter
from twisted.internet.interfaces import ITCPTransport
from twisted.internet.protocol import connectionDone
from twisted.web import http

from portal import draining
from toolbox import request_json
from toolbox.limits import TokenBucket
from toolbox.memory import Memory
from toolbox.places import place_of

REFUSED = Counter("portal_door_refusals", "Requests refused before Django", ["status"])
KB = 1024

# -- a request -----------------------------------------------------------------------------------
METHODS = {b"GET", b"HEAD", b"POST", b"PUT", b"PATCH", b"DELETE", b"OPTIONS"}
LINE_BYTES = 8 * KB  # of the first line and of each header
HEADERS = 100
HEAD_BYTES = 16 * KB  # of the first line and all headers together
BODY_BYTES = 80 * KB  # Django takes 64 KB of fields, besides the boundaries between them
PIECES = 500  # chunks of a body: one of a single byte takes as long as one of thousands

# -- time, in seconds ----------------------------------------------------------------------------
IDLE_SECONDS = 60  # without a request
HEAD_SECONDS = 15  # from the first byte of a request to the end of its headers
BODY_SECONDS = 30  # from there to the end of the body
UNREAD_SECONDS = 120  # for reading an answer
UNREAD_SOCKET_SECONDS = 30  # for reading what a socket was sent

# -- a refusal -----------------------------------------------------------------------------------
# Closing a connection while its client sends resets it, and the client may lose the answer. So
# incoming bytes are read and dropped for a while, slowly, since reading costs most.
DRAIN_BYTES = 1024 * KB
DRAIN_SECONDS = 5
DRAIN_PAUSE_SECONDS = 0.1  # between two reads, of 64 KB at most

# -- a socket ------------------------------------------------------------------------------------
MESSAGE_BYTES = 64 * KB  # from clients; consumers refuse more than 4 KB with a sentence
EARLY_BYTES = 32 * KB  # of its request and all bytes before it is accepted
FRAMES = (80, 400)  # a second, and at once: twice the messages that a consumer takes

# -- connections ---------------------------------------------------------------------------------
CONNECTIONS = 400  # of one address at a time, unless there are proxies
PLACES = 5_000  # addresses whose connections are counted, at least

SAID = {
    400: (
        "malformed",
        _("We couldn’t understand that request"),
        _("Your browser sent something we can’t read."),
    ),
    403: ("forbidden", _("Not for you"), _("You may not see or do this.")),
    408: ("too_slow", _("Too slow"), _("The request didn’t arrive in time. Please try again.")),
    413: ("too_large", _("Too much at once"), ""),
    414: ("too_long", _("Too long"), _("This address is too long.")),
    431: (
        "too_many_headers",
        _("Too much at once"),
        _("Your browser sent too many headers, or too long ones. Clearing its cookies may help."),
    ),
    500: (
        "internal",
        _("Something went wrong"),
        _("It’s our fault, and nothing you did was lost."),
    ),
    501: ("not_allowed", _("Nothing here"), _("The portal doesn’t know this kind of request.")),
    503: (
        "unavailable",
        _("One moment, please"),
        _("The server is busy. Please try again in a moment."),
    ),
}
Headers = list[tuple[bytes, bytes]]


@cache
def answer(status: int, for_program: bool) -> tuple[Headers, bytes]:
    """Headers and body of an answer without Django."""
    code, title, text = SAID.get(status, SAID[400])
    with translation.override(settings.LANGUAGE_CODE):
        text = str(text) or request_json.too_large().detail
        if for_program:
            kind, body = "application/json", json.dumps({"code": code, "detail": text})
        else:
            context = {"title": title, "text": text, "site_name": settings.SITE_NAME}
            kind, body = "text/html; charset=utf-8", render_to_string("unavailable.html", context)
    encoded = body.encode()
    headers = [
        (b"Content-Type", kind.encode()),
        (b"Content-Length", b"%d" % len(encoded)),
        (b"Cache-Control", b"no-store"),
        (b"Content-Security-Policy", b"default-src 'self'; img-src 'self' data:"),
        (b"X-Content-Type-Options", b"nosniff"),
        (b"Connection", b"close"),
    ]
    return headers, encoded


def whole_answer(status: int, for_program: bool, more: Iterable[tuple[bytes, bytes]] = ()) -> bytes:
    """The same answer as bytes of HTTP/1.1, with `more` headers added."""
    REFUSED.labels(status).inc()
    headers, body = answer(status, for_program)
    lines = [b"HTTP/1.1 %d %s" % (status, HTTPStatus(status).phrase.encode())]
    lines += [name + b": " + value for name, value in (*headers, *more)]
    return b"\r\n".join([*lines, b"", body])


def _is_for_program(target: bytes) -> bool:
    below = target.removeprefix(settings.ROOT_PATH.encode())
    return below.startswith((b"/api/", b"/ws/api/"))


class TooLarge(Exception):
    """A body grows beyond the limit."""


class Request(WebRequest):
    """Daphne's request, whose body is neither parsed nor written to disk."""

    def __init__(self, channel: Any, *_queued: object) -> None:
        super().__init__(channel, parsePOSTFormSubmission=False)
        self.pieces = 0

    def gotLength(self, length: int | None) -> None:
        """Keep chunks in memory: on a full disk, Twisted's temporary file fails in the loop."""
        self.content = BytesIO()

    def handleContentChunk(self, data: bytes) -> None:
        """Raise TooLarge before keeping too much."""
        self.pieces += 1
        if self.content.tell() + len(data) > BODY_BYTES or self.pieces > PIECES:
            raise TooLarge
        super().handleContentChunk(data)

    def process(self) -> Any:
        """Drop the header from which Daphne takes the script prefix: anybody can send it."""
        self.requestHeaders.removeHeader(b"Daphne-Root-Path")
        # Daphne fails to decode protocols that aren't ASCII.
        protocols = self.requestHeaders.getRawHeaders(b"Sec-WebSocket-Protocol", ())
        # No address has a zero byte, which PostgreSQL refuses.
        if not all(map(bytes.isascii, protocols)) or b"%00" in self.uri:
            return self.basic_error(400, b"", "")
        return super().process()

    def handle_reply(self, message: dict[str, Any]) -> None:
        """Send no body for HEAD: Twisted drops only its first piece."""
        body = {"body": b""} if self.method == b"HEAD" and "body" in message else {}
        super().handle_reply(message | body)

    def basic_error(self, status: int, status_text: bytes, body: str) -> None:
        """Replace Daphne's own answers by the portal's."""
        if self.finished or self.channel is None:
            return
        REFUSED.labels(status).inc()
        headers, content = answer(status, _is_for_program(self.uri))
        start = {"type": "http.response.start", "status": status, "headers": headers}
        try:
            self.handle_reply(start)
        except ValueError:  # half an answer was sent, and must not look complete
            self.channel.transport.abortConnection()
            return
        self.channel.persistent = 0  # the answer says so
        self.handle_reply({"type": "http.response.body", "body": content})

    def check_timeouts(self) -> None:
        """Skip answers whose client has left: Daphne would fail, and never check again."""
        if not self.finished and self.channel is not None:
            super().check_timeouts()


_connections: set[Any] = set()  # transports


def let_go() -> int:
    """Close idle connections now, and all others after their answer; count those left.

    `portal.draining` closes sockets. Connections opened since it began may still send a request.
    """
    left = list(_connections)
    for channel in [each.protocol for each in left if isinstance(each.protocol, Channel)]:
        channel.end()
    return sum(not getattr(each.protocol, "may_ask", False) for each in left)


class Channel(http.HTTPChannel):
    """An HTTP connection.

    Each time limit holds for a whole part of a request, unlike Twisted's, which every byte extends.
    """

    transport: Any
    MAX_LENGTH = LINE_BYTES

    idle = True  # no part of a request has come
    refused = False
    unread = False  # the client doesn't read what it is sent
    ahead = 0  # bytes of further requests that came during the present one
    first_line = b""
    head_lines = head_bytes = 0  # of the request that is coming

    def connectionMade(self) -> None:
        super().connectionMade()
        self.late = draining.under_way()
        _connections.add(self.transport)
        if not self.factory.admits(self.transport):
            self.transport.abortConnection()

    def connectionLost(self, reason: Any = connectionDone) -> None:
        _connections.discard(self.transport)
        super().connectionLost(reason)

    def dataReceived(self, data: bytes) -> None:
        if self.idle:
            self.idle = False
            self.setTimeout(HEAD_SECONDS)
        super().dataReceived(data)

    def resetTimeout(self) -> None:
        """Ignore Twisted's calls for every byte."""

    def lineReceived(self, line: bytes) -> None:
        if not self.requests:
            self.first_line = line
            self.head_lines = self.head_bytes = 0
        self.head_lines += 1
        self.head_bytes += len(line)
        if self.head_lines > 1 + HEADERS + 1 or self.head_bytes > HEAD_BYTES:
            self.refuse(431)
        else:
            super().lineReceived(line)

    def lineLengthExceeded(self, line: bytes) -> None:
        if self.requests:
            self.refuse(431)
        else:
            self.first_line = line[:LINE_BYTES]
            self.refuse(414)

    def headerReceived(self, line: bytes) -> bool:
        try:
            return bool(super().headerReceived(line))
        except ValueError:  # a length of thousands of digits, which Python doesn't parse
            self.refuse(413)
            return False

    def allHeadersReceived(self) -> None:
        objection = self.objection()
        if objection:
            self.refuse(objection)
        else:
            super().allHeadersReceived()
            self.setTimeout(BODY_SECONDS)

    def checkPersistence(self, request: Any, version: bytes) -> bool:
        if not draining.under_way():
            return bool(super().checkPersistence(request, version))
        request.responseHeaders.setRawHeaders(b"Connection", [b"close"])
        return False

    @property
    def may_ask(self) -> bool:
        """Whether it was opened while the process drains and hasn't sent a request."""
        return self.idle and self.late

    def end(self) -> None:
        """Close after the answer in progress."""
        if self.requests:  # else it would drop the request that is arriving
            self.persistent = 0
        elif self.idle and not self.late:
            self.transport.loseConnection()

    def objection(self) -> int:
        """The HTTP status that refuses these headers, or 0."""
        method, target, version = self.first_line.split(b" ")
        headers = self.requests[-1].requestHeaders
        hosts = headers.getRawHeaders(b"Host", ())
        upgrades = [value.lower() for value in headers.getRawHeaders(b"Upgrade", ())]
        if self.length is not None and self.length > BODY_BYTES:
            return 413
        if method not in METHODS:
            return 501
        ambiguous = (
            not target.startswith(b"/")
            or len(hosts) > 1
            or (version == b"HTTP/1.1" and not hosts)
            # Proxies and the portal must agree on where a body ends.
            or (headers.hasHeader(b"Transfer-Encoding") and self.length is not None)
            or (version == b"HTTP/1.0" and self.length is None)
            or (b"websocket" in upgrades and version == b"HTTP/1.0")
            # Daphne would take a body for the socket's first frames.
            or (b"websocket" in upgrades and self.length != 0)
        )
        return 400 if ambiguous else 0

    def allContentReceived(self) -> None:
        if not self.refused:
            self.ahead = 0
            super().allContentReceived()

    def rawDataReceived(self, data: bytes) -> None:
        if self.refused:
            self.drain(data)
            return
        self.ahead += len(data)
        try:
            super().rawDataReceived(data)
        except TooLarge:
            self.refuse(413)

    def requestDone(self, request: Any) -> None:
        """Serve requests that came meanwhile, but only if the client reads the answers."""
        if self.unread and self.ahead:
            self.persistent = 0
        self.idle = True
        super().requestDone(request)
        if self.idle:  # still
            self.setTimeout(UNREAD_SECONDS if self.unread else IDLE_SECONDS)

    def pauseProducing(self) -> None:
        self.unread = True
        super().pauseProducing()

    def resumeProducing(self) -> None:
        self.unread = False
        super().resumeProducing()
        if self.idle:
            self.setTimeout(IDLE_SECONDS)

    def timeoutConnection(self) -> None:
        if self.refused:
            self.transport.abortConnection()
        elif self.idle:
            super().timeoutConnection()
        else:
            self.refuse(408)

    def refuse(self, status: int) -> None:
        """Answer now, then close without resetting the connection."""
        if self.refused:
            return
        self.refused = True
        self.left = DRAIN_BYTES
        self._transferDecoder = None  # ends a reference cycle, which would keep the bytes read
        self.setRawMode()
        self.setTimeout(DRAIN_SECONDS)
        target = self.first_line.split(b" ")[1:2]
        self.transport.write(whole_answer(status, bool(target) and _is_for_program(target[0])))
        self.transport.unregisterProducer()
        self.drain(b"")
        if ITCPTransport.providedBy(self.transport):
            self.transport.loseWriteConnection()
        else:
            self.transport.loseConnection()

    def drain(self, data: bytes) -> None:
        self.left -= len(data)
        if self.left < 0:
            self.transport.abortConnection()
        else:
            self.transport.pauseProducing()
            self.callLater(DRAIN_PAUSE_SECONDS, self.transport.resumeProducing)

    def _respondToBadRequestAndDisconnect(self) -> None:
        """Replace Twisted's empty answer; there is no public method for it."""
        self.refuse(400)


class Doors(HTTPFactory):
    """Builds a `Channel` for each connection, and counts connections by address."""

    protocol = Channel

    def __init__(self, server: Any) -> None:
        server.server_name = ""  # no Server header
        super().__init__(server)
        self.timeOut = IDLE_SECONDS
        self.connections: Memory[str, list[Any]] = Memory(PLACES)

    def buildProtocol(self, addr: Any) -> Any:
        channel = super().buildProtocol(addr)
        channel.requestFactory = Request  # Daphne sets its own
        return channel

    def acceptableProtocols(self) -> list[bytes]:
        """Leave HTTP/2 to proxies; it would need its own limits."""
        return [b"http/1.1"]

    def admits(self, transport: Any) -> bool:
        """Whether the address may have one more connection, which is then counted."""
        place = place_of(getattr(transport.getPeer(), "host", ""))
        if settings.TRUSTED_PROXIES or not place or ipaddress.ip_address(place).is_loopback:
            return True  # everybody shares this address
        opened = [other for other in self.connections.get(place) or () if other.connected]
        admitted = len(opened) < CONNECTIONS
        self.connections.put(place, [*opened, transport] if admitted else opened)
        return admitted


class Socket(WebSocketProtocol):
    """A socket that ends if its client floods it or doesn't read."""

    early = 0  # bytes that came before it was accepted
    unread: Any = None  # the delayed call that ends the socket if the client doesn't read

    def connectionMade(self) -> None:
        super().connectionMade()
        self.frames = TokenBucket(*FRAMES)
        self.transport.unregisterProducer()  # the HTTP channel
        self.registerProducer(self, True)

    def connectionLost(self, reason: Any) -> None:
        self._stop_waiting()
        _connections.discard(self.transport)
        super().connectionLost(reason)

    def dataReceived(self, data: bytes) -> None:
        if self.state == self.STATE_CONNECTING:
            self.early += len(data)
            if self.early > EARLY_BYTES:
                self.dropConnection(abort=True)
                return
        super().dataReceived(data)

    def onMessageFrameBegin(self, length: int) -> None:
        super().onMessageFrameBegin(length)
        if self.message_data_total_length > MESSAGE_BYTES:
            self.dropConnection(abort=True)
        else:
            self._count_frame()

    def onPing(self, payload: bytes) -> None:
        if self._count_frame():
            super().onPing(payload)

    def onPong(self, payload: bytes) -> None:
        self._count_frame()

    def _count_frame(self) -> bool:
        if settings.NO_LIMITS or self.frames.take():
            return True
        self.dropConnection(abort=True)
        return False

    def pauseProducing(self) -> None:
        """Stop reading from a client that doesn't read, and give it some time."""
        self.transport.pauseProducing()
        self._wait()

    def resumeProducing(self) -> None:
        self._stop_waiting()
        self.transport.resumeProducing()

    def stopProducing(self) -> None:
        """Nothing to do: `connectionLost` follows."""

    def dropConnection(self, abort: bool = False) -> None:
        super().dropConnection(abort)
        if not abort:  # the client may never read the bytes that remain
            self._wait()

    def serverClose(self, code: int | None = None) -> None:
        """Allow all standard codes; Autobahn refuses to send some (try again, restart)."""
        self.sendCloseFrame(code=code or 1000)

    def _wait(self) -> None:
        wait = self.factory.reactor.callLater
        self.unread = self.unread or wait(UNREAD_SOCKET_SECONDS, self._give_up)

    def _give_up(self) -> None:
        self.unread = None
        self.dropConnection(abort=True)  # tells the consumer
        self.transport.abortConnection()

    def _stop_waiting(self) -> None:
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None

    def sendHttpErrorResponse(
        self, code: int, reason: str, responseHeaders: Iterable[tuple[str, str]] | None = None
    ) -> None:
        """Replace Autobahn's answer, which has no body and echoes the client."""
        more = [(name.encode(), value.encode()) for name, value in responseHeaders or ()]
        target = getattr(self, "http_request_uri", "")  # missing if it was unreadable
        self.sendData(whole_answer(code, _is_for_program(target.encode()), more))


class Sockets(WebSocketFactory):
    """Builds a `Socket` for each upgrade."""

    protocol = Socket

    def __init__(self, server_class: Any, **options: Any) -> None:
        super().__init__(server_class, **options | {"server": ""})  # no Server header

    def setProtocolOptions(self, **options: Any) -> None:
        """Limit frames: Autobahn's limit of messages would also apply to those it sends."""
        super().setProtocolOptions(**options | {"maxFramePayloadSize": MESSAGE_BYTES})


def guard() -> None:
    """Have every Daphne in this process use these classes; it has no option for that."""
    daphne.server.HTTPFactory = Doors
    daphne.server.WebSocketFactory = Sockets
