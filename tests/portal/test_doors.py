"""What Daphne lets in before Django sees it, in which words it refuses, and what that costs."""

import asyncio
import http.client
import json
import re
import socket as sockets
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import daphne.server
import pytest
from django.conf import settings
from twisted.internet.address import IPv4Address, UNIXAddress
from twisted.internet.interfaces import ITCPTransport
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from zope.interface import directlyProvides

from portal import doors
from tests.support.running_portal import ROOT, clean_environment

HOST = b"Host: example.org\r\n"
SOCKET = (
    HOST + b"Connection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


def request(head: str = "GET /", *, headers: bytes = HOST, body: bytes = b"") -> bytes:
    length = b"Content-Length: %d\r\n" % len(body) if body else b""
    return head.encode() + b" HTTP/1.1\r\n" + headers + length + b"\r\n" + body


def chunked(*parts: bytes) -> bytes:
    return b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts)


def frame(opcode: int, payload: bytes = b"") -> bytes:
    """A whole one, masked with nothing."""
    size = len(payload)
    long = b"\xfe" + size.to_bytes(2) if size < 2**16 else b"\xff" + size.to_bytes(8)
    length = bytes([0x80 | size]) if size < 126 else long
    return bytes([0x80 | opcode]) + length + bytes(4) + payload


class Wire(StringTransport):
    """The portal's end of a connection, of which `said` is what it has sent."""

    half_closed = False

    def setTcpNoDelay(self, on: bool) -> None:
        pass

    def unregisterProducer(self) -> None:
        self.producer = None

    def loseWriteConnection(self) -> None:
        self.half_closed = True

    @property
    def gone(self) -> bool:
        return getattr(self, "disconnected", False)

    @property
    def said(self) -> bytes:
        return self.value()

    @property
    def answer(self) -> http.client.HTTPResponse:
        source: Any = SimpleNamespace(makefile=lambda _mode: BytesIO(self.said))
        answer = http.client.HTTPResponse(source)
        answer.begin()
        return answer

    def hear(self, *said: bytes) -> None:
        for data in said:
            self.protocol.dataReceived(data)


class House:
    """A Daphne that listens to nobody but `visit`, with a clock that only tests turn."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.scopes: list[Any] = []
        self.bodies: list[bytes] = []
        self.does: Callable[..., Any] = self.say_ok
        self.server: Any = daphne.server.Server(self.application, endpoints=["tested"])
        self.server.connections = {}
        self.server.http_factory = doors.Doors(self.server)
        self.server.http_factory.reactor = self.clock
        self.server.ws_factory = doors.Sockets(self.server, reactor=self.clock)
        self.server.ws_factory.setProtocolOptions()

    async def application(self, scope: Any, receive: Any, send: Any) -> None:
        self.scopes.append(scope)
        await self.does(receive, send)

    async def say_ok(self, receive: Any, send: Any) -> None:
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message["body"], message["more_body"]
        self.bodies.append(body)
        await self.begin(send)
        await send({"type": "http.response.body", "body": b"ok"})

    async def begin(self, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def open(self, receive: Any, send: Any) -> None:
        """As a consumer that hears everything and says nothing."""
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass

    def visit(self, *said: bytes, address: Any = None) -> Wire:
        wire = Wire(peerAddress=address or IPv4Address("TCP", "192.0.2.7", 1), lenient=True)
        directlyProvides(wire, ITCPTransport)
        wire.protocol = self.server.http_factory.buildProtocol(wire.getPeer())
        wire.protocol.makeConnection(wire)
        wire.hear(*said)
        return wire

    async def turn(self) -> None:
        """Let everything happen that can."""
        for _ in range(10):
            await asyncio.sleep(0)
        for details in list(self.server.connections.values()):
            running = details.get("application_instance")
            if running and running.done() and running.exception():
                for protocol, found in list(self.server.connections.items()):
                    if found is details:
                        protocol.handle_exception(running.exception())


@pytest.fixture
async def house() -> House:
    return House()


# -- bodies --------------------------------------------------------------------------------------
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
PARTS = b"Content-Type: multipart/form-data; boundary=x\r\n"


@pytest.mark.parametrize("kind", [FORM, PARTS])
async def test_no_form_is_parsed_before_django_sees_it(house, kind):
    wire = house.visit(request("POST /healthz", headers=HOST + kind, body=b"a=&\n"))
    (parsed,) = [known.args for known in house.server.connections]
    assert parsed == {}
    await house.turn()
    assert house.bodies == [b"a=&\n"]
    assert wire.answer.status == 200


@pytest.mark.parametrize("length", [b"%d" % (doors.BODY_BYTES + 1), b"200000000", b"9" * 5_000])
async def test_a_body_above_the_limit_is_refused_before_it_comes(house, length):
    wire = house.visit(request("POST /", headers=HOST + b"Content-Length: " + length + b"\r\n"))
    assert wire.answer.status == 413
    assert wire.answer.headers["Connection"] == "close"
    assert b"64 kilobytes" in wire.said
    assert wire.half_closed
    assert not wire.gone, "the client may still be sending, and would lose the answer"


async def test_a_program_reads_why_as_data(house):
    wire = house.visit(request("POST /api/x", headers=HOST + b"Content-Length: 999999\r\n"))
    assert wire.answer.headers["Content-Type"] == "application/json"
    assert json.loads(wire.answer.read()) == {
        "code": "too_large",
        "detail": "At most 64 kilobytes, please. Shorten it and send it again.",
    }


async def test_chunks_are_counted(house):
    head = request("POST /", headers=HOST + b"Transfer-Encoding: chunked\r\n")
    half = b"x" * (doors.BODY_BYTES // 2)
    right = house.visit(head, chunked(half), chunked(half), b"0\r\n\r\n")
    await house.turn()
    assert right.answer.status == 200
    assert house.bodies == [half * 2]
    assert house.visit(head, chunked(half), chunked(half), chunked(b"x")).answer.status == 413
    assert house.visit(head, chunked(*[b"x"] * doors.PIECES)).said == b""
    assert house.visit(head, chunked(*[b"x"] * (doors.PIECES + 1))).answer.status == 413


async def test_who_was_refused_may_send_on_for_a_while(house):
    late = house.visit(request("POST /", headers=HOST + b"Content-Length: 200000000\r\n"))
    late.hear(b"x" * doors.DRAIN_BYTES)
    assert not late.gone
    house.clock.advance(doors.DRAIN_SECONDS)
    assert late.gone
    much = house.visit(request("POST /", headers=HOST + b"Content-Length: 200000000\r\n"))
    much.hear(b"x" * doors.DRAIN_BYTES, b"x")
    assert much.gone


# -- time ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("begins", "seconds"),
    [
        (b"G", doors.HEAD_SECONDS),
        (b"GET / HTTP/1.1\r\nX: ", doors.HEAD_SECONDS),
        (request("POST /", headers=HOST + b"Content-Length: 99\r\n"), doors.BODY_SECONDS),
        (
            request("POST /", headers=HOST + b"Transfer-Encoding: chunked\r\n") + b"ff\r\n",
            doors.BODY_SECONDS,
        ),
    ],
)
async def test_a_request_that_trickles_ends(house, begins, seconds):
    wire = house.visit(begins)
    for _ in range(seconds - 1):
        house.clock.advance(1)
        wire.hear(b"x")
    assert wire.said == b""
    house.clock.advance(1)
    assert wire.answer.status == 408
    assert wire.half_closed


async def test_a_connection_without_requests_is_closed_without_a_word(house):
    fresh, used = house.visit(), house.visit(request())
    house.clock.advance(doors.IDLE_SECONDS - 1)
    await house.turn()
    said = used.said
    assert not fresh.disconnecting
    house.clock.advance(1)
    assert fresh.disconnecting
    assert not used.disconnecting, "it has just been answered"
    house.clock.advance(doors.IDLE_SECONDS)
    assert used.disconnecting
    assert (fresh.said, used.said) == (b"", said)


async def test_an_answer_may_take_its_time(house):
    wire = house.visit(request())
    house.clock.advance(10 * doors.IDLE_SECONDS)
    await house.turn()
    assert wire.answer.status == 200
    assert not wire.disconnecting


async def test_an_answer_that_nobody_reads_is_dropped(house):
    for connection in (b"", b"Connection: close\r\n"):
        wire = house.visit(request(headers=HOST + connection))
        wire.producer.pauseProducing()  # so does a transport that can't get rid of its bytes
        await house.turn()
        house.clock.advance(doors.UNREAD_SECONDS - 1)
        assert wire.disconnecting == bool(connection)
        assert not wire.gone
        house.clock.pump([1, wire.protocol.abortTimeout])
        assert wire.gone


async def test_requests_sent_ahead_are_served_to_those_who_read(house):
    reading, silent = (house.visit(request() * 3) for _ in range(2))
    silent.producer.pauseProducing()
    await house.turn()
    assert reading.said.count(b"200 OK") == 3
    assert silent.said.count(b"200 OK") == 1
    assert silent.disconnecting
    assert not reading.disconnecting


# -- what isn't a request ------------------------------------------------------------------------
WRONG = [
    (b"nonsense\r\n", 400),
    (request("TRACE /"), 501),
    (request("CONNECT /"), 501),
    (request("GET http://example.org/"), 400),
    (request(headers=b""), 400),
    (request(headers=HOST + HOST), 400),
    (request(headers=HOST + b"Content-Length: 5\r\nContent-Length: 5\r\n"), 400),
    (request(headers=HOST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"), 400),
    (request(headers=HOST + b"Content-Length: 5\r\nTransfer-Encoding: identity\r\n"), 400),
    (request(headers=HOST + b"Transfer-Encoding: gzip\r\n"), 400),
    (b"GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
    (request(headers=HOST + b"Transfer-Encoding: chunked\r\n") + b"no number\r\n", 400),
    (request("GET /ws/", headers=SOCKET, body=b"a frame"), 400),
    (request(headers=HOST + b"X : a blank before the colon\r\n"), 400),
    (request(headers=HOST + b"X: a form feed\x0c\r\n"), 400),
    (request(f"GET /{'x' * doors.LINE_BYTES}"), 414),
    (request(headers=HOST + b"X: " + b"x" * doors.LINE_BYTES + b"\r\n"), 431),
    (request(headers=HOST + b"X: y\r\n" * doors.HEADERS), 431),
    (request(headers=HOST + (b"X: " + b"x" * 5_000 + b"\r\n") * 4), 431),
    (request(headers=SOCKET.replace(b"Version: 13", b"Version: 99")), 400),
    (request(headers=SOCKET.replace(b"Connection: Upgrade\r\n", b"")), 400),
    (request("POST /", headers=SOCKET), 405),
    (request(headers=SOCKET + b"Sec-WebSocket-Protocol: \xe9\r\n"), 400),
    (request("GET /clubs/%00/"), 400),
    (request("GET /figures/?at=%00"), 400),
]


@pytest.mark.parametrize(("said", "status"), WRONG)
async def test_what_is_no_request_is_answered_in_the_words_of_the_site(house, said, status, caplog):
    wire = house.visit(said)
    assert wire.answer.status == status
    assert wire.answer.headers["Connection"] == "close"
    assert settings.SITE_NAME.encode() in wire.said.replace(b"&amp;", b"&")
    assert "Server" not in wire.answer.headers
    assert not re.search(b"daphne|twisted|autobahn", wire.said, re.IGNORECASE)
    assert wire.half_closed or wire.disconnecting
    assert not house.scopes
    assert not [record for record in caplog.records if record.name.startswith("daphne")]
    assert len(wire.said) < 4_000, "no pages one after another"


async def test_a_program_below_the_root_path_hears_json(house, monkeypatch):
    monkeypatch.setattr(settings, "ROOT_PATH", "/games")
    wire = house.visit(request("TRACE /games/api/games/"))
    assert wire.answer.headers["Content-Type"] == "application/json"


async def test_no_header_becomes_the_script_prefix_and_continue_is_said_where_a_body_is_wanted(
    house,
):
    house.visit(request(headers=HOST + b"Daphne-Root-Path: https://evil.example/\xe9\r\n"))
    house.does = house.open
    house.visit(request("GET /ws/", headers=SOCKET + b"Daphne-Root-Path: //evil.example\r\n"))
    await house.turn()
    assert [scope["type"] for scope in house.scopes] == ["http", "websocket"]
    assert not [scope for scope in house.scopes if "evil" in str(scope)]
    ready = HOST + b"Expect: 100-continue\r\nContent-Length: "
    assert house.visit(request("POST /", headers=ready + b"5\r\n")).said.startswith(b"HTTP/1.1 100")
    assert house.visit(request("POST /", headers=ready + b"200000\r\n")).answer.status == 413


async def test_an_application_that_fails_is_answered_for_half_way_too_and_a_head_has_no_body(house):
    async def fail(receive: Any, send: Any) -> None:
        raise KeyError("nobody home")

    house.does = fail
    wire = house.visit(request("GET /api/x"))
    await house.turn()
    assert wire.answer.status == 500
    assert json.loads(wire.answer.read())["code"] == "internal"

    async def fail(receive: Any, send: Any) -> None:
        await house.begin(send)
        await send({"type": "http.response.body", "body": b"half", "more_body": True})
        raise KeyError("nobody home")

    house.does = fail
    wire = house.visit(request())
    await house.turn()
    assert wire.said.endswith(b"half\r\n")
    assert wire.gone

    async def tell(receive: Any, send: Any) -> None:
        await house.begin(send)
        await send({"type": "http.response.body", "body": b"one", "more_body": True})
        await send({"type": "http.response.body", "body": b"two"})

    house.does = tell
    wire = house.visit(request("HEAD /"))
    await house.turn()
    assert wire.said.startswith(b"HTTP/1.1 200")
    assert wire.said.endswith(b"\r\n\r\n")


# -- sockets -------------------------------------------------------------------------------------
@pytest.fixture
async def socket(house: House) -> Wire:
    """One that is open, with somebody at its other end."""
    house.does = house.open
    wire = house.visit(request("GET /ws/", headers=SOCKET))
    await house.turn()
    assert wire.said.startswith(b"HTTP/1.1 101")
    assert b"Server:" not in wire.said
    wire.clear()
    return wire


async def test_a_socket_takes_messages_and_answers_pings(house, socket):
    socket.hear(frame(1, b"x" * doors.MESSAGE_BYTES), frame(9, b"there?"))
    assert socket.said == b"\x8a\x06there?"
    assert not socket.gone


@pytest.mark.parametrize("opcode", [1, 9, 10])
async def test_a_socket_full_of_frames_is_dropped(socket, opcode):
    socket.hear(frame(opcode) * doors.FRAMES[1])
    assert not socket.gone
    socket.hear(frame(opcode) * doors.FRAMES[1])
    assert socket.gone


async def test_a_message_that_is_too_large_is_dropped_before_it_comes(socket):
    socket.hear(frame(1, b"x" * (doors.MESSAGE_BYTES + 1))[:20])
    assert socket.gone


async def test_a_message_that_grows_too_large_by_parts_is_dropped(socket):
    part = b"x" * (doors.MESSAGE_BYTES // 2)
    first, more = frame(1, part), frame(0, part)
    socket.hear(*(bytes([part[0] & 0x7F]) + part[1:] for part in (first, more)))  # to go on
    assert not socket.gone
    socket.hear(frame(0, b"x"))
    assert socket.gone


async def test_what_the_portal_sends_may_be_larger(house):
    said = b"x" * (2 * doors.MESSAGE_BYTES)

    async def tell(receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "bytes": said})
        await receive()

    house.does = tell
    wire = house.visit(request("GET /ws/", headers=SOCKET))
    await house.turn()
    assert wire.said.endswith(said)
    assert not wire.gone


async def test_whoever_does_not_read_is_not_heard_and_then_dropped(house, socket):
    socket.producer.pauseProducing()
    assert socket.producerState == "paused"
    house.clock.advance(doors.UNREAD_SOCKET_SECONDS - 1)
    socket.producer.resumeProducing()
    assert socket.producerState == "producing"
    house.clock.advance(doors.UNREAD_SOCKET_SECONDS)
    assert not socket.gone
    socket.producer.pauseProducing()
    house.clock.advance(doors.UNREAD_SOCKET_SECONDS)
    assert socket.gone


async def test_a_closed_socket_does_not_wait_for_its_reader_for_good(house, socket):
    socket.hear(frame(8))
    assert socket.disconnecting
    assert not socket.gone
    house.clock.advance(doors.UNREAD_SOCKET_SECONDS)
    assert socket.gone


@pytest.mark.parametrize("code", [None, 1012, 1013, 4403])
async def test_a_socket_is_closed_with_the_code_that_was_meant(house, code):
    async def close(receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": code})

    house.does = close
    wire = house.visit(request("GET /ws/", headers=SOCKET))
    await house.turn()
    assert wire.said.endswith(b"\x88\x02" + (code or 1000).to_bytes(2))


async def test_little_is_heard_before_a_socket_is_accepted(house):
    async def wait(receive: Any, send: Any) -> None:
        await asyncio.Event().wait()

    house.does = wait
    wire = house.visit(request("GET /ws/", headers=SOCKET))
    wire.hear(b"x" * (doors.EARLY_BYTES // 2))
    assert not wire.gone
    wire.hear(b"x" * (doors.EARLY_BYTES // 2))
    assert wire.gone


async def test_a_socket_that_may_not_be_is_refused_in_words(house):
    async def close(receive: Any, send: Any) -> None:
        await send({"type": "websocket.close"})

    house.does = close
    wire = house.visit(request("GET /ws/api/x/", headers=SOCKET))
    await house.turn()
    assert wire.answer.status == 403
    assert json.loads(wire.answer.read())["code"] == "forbidden"


# -- connections ---------------------------------------------------------------------------------
async def test_one_address_has_only_its_share_of_connections(house, monkeypatch, settings):
    monkeypatch.setattr(doors, "CONNECTIONS", 2)
    first, _second, third = (house.visit() for _ in range(3))
    assert third.gone
    assert not first.gone
    assert not house.visit(address=IPv4Address("TCP", "192.0.2.8", 1)).gone
    first.connected = False
    assert not house.visit().gone
    for shared in (IPv4Address("TCP", "127.0.0.1", 1), UNIXAddress("/portal.sock")):
        assert not [wire for wire in [house.visit(address=shared) for _ in range(3)] if wire.gone]
    settings.TRUSTED_PROXIES = 1
    assert not house.visit().gone


async def test_a_process_that_drains_lets_each_connection_go_after_its_answer(house, monkeypatch):
    others = doors.let_go()  # of other tests
    may = asyncio.Event()

    async def when_it_may(receive: Any, send: Any) -> None:
        await may.wait()
        await house.say_ok(receive, send)

    house.does = when_it_may
    fresh, kept, busy = house.visit(), house.visit(request()), house.visit(request())
    may.set()
    await house.turn()
    may.clear()
    busy.clear()
    busy.hear(request())
    monkeypatch.setattr(doors.draining, "under_way", lambda: True)
    assert doors.let_go() == others + 3
    assert (fresh.disconnecting, kept.disconnecting, busy.disconnecting) == (True, True, False)
    silent, late = house.visit(), house.visit()
    assert doors.let_go() == others + 3, "who has come since may ask, and isn't waited for"
    assert not silent.disconnecting
    late.hear(request())
    assert doors.let_go() == others + 4
    may.set()
    await house.turn()
    assert busy.answer.status == late.answer.status == 200
    assert late.answer.getheader("Connection") == "close"
    assert busy.disconnecting
    assert late.disconnecting
    for wire in (fresh, kept, busy, late, silent):
        wire.protocol.connectionLost(doors.connectionDone)
    assert doors.let_go() == others


async def test_a_draining_process_waits_for_sockets(house, socket):
    others = doors.let_go() - 1
    assert not socket.disconnecting, "that is `portal.draining`'s"
    socket.protocol.connectionLost(doors.connectionDone)
    assert doors.let_go() == others


# -- a Daphne as docs/operations.md starts it ----------------------------------------------------
@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Where one listens, or will in a moment: whoever comes waits."""
    with sockets.create_server(("127.0.0.1", 0)) as listening:
        own = str(listening.fileno())
        running = subprocess.Popen(
            [Path(sys.executable).with_name("daphne"), "--fd", own, "portal.asgi:application"],
            cwd=ROOT,
            env=clean_environment(
                DATA_DIR=str(tmp_path_factory.mktemp("data")), SITE_URL="http://localhost:8000"
            ),
            stdout=subprocess.DEVNULL,
            pass_fds=[listening.fileno()],
        )
        yield listening.getsockname()[1]
    running.terminate()
    running.wait()


@pytest.mark.parametrize(("length", "status"), [(doors.BODY_BYTES, 405), (200_000_000, 413)])
def test_a_plain_daphne_has_these_doors(port, length, status):
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.putrequest("POST", "/healthz")
        connection.putheader("Content-Type", "application/x-www-form-urlencoded")
        connection.putheader("Content-Length", str(length))
        connection.endheaders(b"&" * doors.BODY_BYTES)
        answer = connection.getresponse()
        assert answer.status == status
        assert "Server" not in answer.headers
        answer.read()
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("GET", "/healthz")
        assert connection.getresponse().read() == b"ok"
