"""Sockets of one match gather in one web process; whatever happens, each is served by somebody."""

import asyncio
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from types import SimpleNamespace
from typing import Any

import pytest
from twisted.internet.protocol import Factory, Protocol

from portal import gathering
from portal.gathering import Gathering
from portal.reactor import Reactor
from portal.supervisor import streets
from portal.supervisor.streets import Street


def request(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nUpgrade: websocket\r\n\r\n".encode()


HERE, THERE = request("/ws/matches/here/"), request("/ws/matches/elsewhere/?version=3")


@pytest.fixture(autouse=True)
def homes(monkeypatch: pytest.MonkeyPatch) -> None:
    """«here» lives in the first process, «elsewhere» in the second."""
    monkeypatch.setattr(streets.zlib, "crc32", lambda name: int(name != b"here"))


class Seen(Protocol):
    """What a process has come to speak with: Daphne's protocols, as far as they matter here."""

    _raw_query_string: bytes

    def dataReceived(self, data: bytes) -> None:
        self.factory.seen.append(data)
        self.factory.queries.append(self._raw_query_string)
        self.transport.write(self.factory.answer)


class Speaking(Factory):
    protocol = Seen

    def __init__(self, answer: bytes) -> None:
        self.answer = answer
        self.seen: list[bytes] = []
        self.queries: list[bytes] = []


class House:
    """A web process of two, as far as its sockets go."""

    def __init__(self, reactor: Reactor, street: Street) -> None:
        self.reactor = reactor
        self.sockets = Speaking(b"process %d" % (street.own + 1))
        self.server = SimpleNamespace(ws_factory=self.sockets)
        Gathering(self.server, street, reactor)

    @property
    def seen(self) -> list[bytes]:
        return self.sockets.seen

    def visit(self, said: bytes) -> socket.socket:
        """Someone comes to this process and says that; their end of it."""
        with socket.create_server(("127.0.0.1", 0)) as door:
            far = socket.create_connection(door.getsockname())
            near, _address = door.accept()
        far.setblocking(False)
        with near:
            near.setblocking(False)
            family = near.family
            self.came: Any = self.reactor.adoptStreamConnection(
                near.fileno(), family, self.server.ws_factory
            )
        self.came.protocol.dataReceived(said)
        return far


class Road:
    """Two web processes that share an event loop, which only this turns."""

    def __init__(self, sockets: streets.Sockets) -> None:
        self.loop = asyncio.new_event_loop()
        self.reactor = Reactor(self.loop)
        self.streets = [
            streets.understood(streets.told(number, [*map(os.dup, sockets.descriptors(number))]))
            for number in (1, 2)
        ]
        self.first, self.second = (House(self.reactor, street) for street in self.streets)

    def until(self, done: Callable[[], Any]) -> Any:
        for _turn in range(2_000):
            if found := done():
                return found
            self.loop.run_until_complete(asyncio.sleep(0))
        raise AssertionError("it doesn't come to it")

    def close(self) -> None:
        for left in self.reactor.removeAll():
            if hasattr(left, "abortConnection"):
                left.abortConnection()
        for street in self.streets:
            for one in (street.read, *street.write):
                one.close()
        self.loop.run_until_complete(asyncio.sleep(0))
        self.loop.close()


@pytest.fixture
def road() -> Iterator[Road]:
    with ExitStack() as closing:
        sockets = streets.Sockets(2)
        closing.callback(sockets.close)
        found = Road(sockets)
        closing.callback(found.close)
        yield found


def read(far: socket.socket) -> bytes:
    try:
        return far.recv(1_000)
    except BlockingIOError:
        return b""


def test_a_socket_of_a_match_that_lives_elsewhere_goes_there_with_what_it_said(road: Road) -> None:
    far = road.first.visit(THERE)
    assert road.until(lambda: read(far)) == b"process 2"
    assert road.second.seen == [THERE]
    assert road.second.sockets.queries == [b"version=3"]
    assert road.first.seen == []
    far.send(b"more")
    assert road.until(lambda: road.second.seen[1:]) == [b"more"]
    far.close()


@pytest.mark.parametrize("said", [HERE, request("/ws/me/"), request("/ws/tables/elsewhere/")])
def test_others_stay_where_they_came(road: Road, said: bytes) -> None:
    far = road.first.visit(said)
    assert road.until(lambda: read(far)) == b"process 1"
    assert road.first.seen == [said]
    assert road.first.sockets.queries == [b""]
    assert road.second.seen == []
    far.close()


def test_a_request_too_long_to_be_handed_over_stays(road: Road) -> None:
    said = THERE + b"x" * gathering.LARGEST
    far = road.first.visit(said)
    assert road.until(lambda: read(far)) == b"process 1"
    assert road.first.seen == [said]
    far.close()


@pytest.fixture
def crowded(road: Road, monkeypatch: pytest.MonkeyPatch) -> Road:
    """As many wait for the second process as may, and whoever comes tries again at once."""
    monkeypatch.setattr(gathering, "AGAIN_SECONDS", 0)
    with suppress(BlockingIOError):
        while True:
            road.streets[0].write[1].send(b"")
    return road


def test_who_comes_while_many_wait_is_asked_to_wait(crowded: Road) -> None:
    far = crowded.first.visit(THERE)
    assert crowded.until(lambda: read(far)) == b"process 2"
    far.close()


def test_whom_its_home_does_not_take_is_served_where_it_came(crowded: Road) -> None:
    crowded.reactor.removeAll()  # nobody reads what is handed over
    far = crowded.first.visit(THERE)
    assert crowded.until(lambda: read(far)) == b"process 1"
    assert crowded.first.seen == [THERE]
    far.close()


def test_what_someone_says_while_they_wait_goes_along(crowded: Road) -> None:
    far = crowded.first.visit(THERE)
    crowded.first.came.protocol.dataReceived(b" and more")
    assert crowded.until(lambda: crowded.second.seen) == [THERE + b" and more"]
    far.close()


def test_who_says_too_much_while_they_wait_is_sent_away(crowded: Road) -> None:
    far = crowded.first.visit(THERE)
    crowded.first.came.protocol.dataReceived(b"x" * gathering.LARGEST)
    with pytest.raises(ConnectionResetError):
        crowded.until(lambda: read(far))
    far.close()


def test_who_has_not_read_earlier_answers_stays(road: Road) -> None:
    far = road.first.visit(HERE)
    road.first.came.write(b"an earlier page")
    arrival = gathering.Arrival(road.first.server.ws_factory, None)
    arrival.makeConnection(road.first.came)
    arrival.dataReceived(THERE)
    assert road.until(lambda: road.first.seen[1:]) == [THERE]
    assert road.second.seen == []
    far.close()


class Asking:
    """What Daphne's channel is to its connection: asked for more whenever all is written."""

    def pauseProducing(self) -> None:
        pass

    def resumeProducing(self) -> None:
        pass


def test_who_is_handed_over_while_a_producer_waits_is_let_go(road: Road) -> None:
    far = road.first.visit(HERE)
    came = road.first.came
    assert road.until(lambda: read(far)) == b"process 1"
    came.registerProducer(Asking(), True)
    came.producerPaused = True
    arrival = gathering.Arrival(road.first.server.ws_factory, None)
    arrival.makeConnection(came)
    arrival.dataReceived(THERE)
    assert road.until(lambda: read(far)) == b"process 2"
    assert not came.connected
    far.close()


def test_a_process_without_descriptors_goes_on_taking_what_comes(
    road: Road, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = socket.recv_fds

    def cut_short(*given: Any) -> Any:
        read, descriptors, *rest = real(*given)
        for descriptor in descriptors:
            os.close(descriptor)
        return read, [], *rest

    far = road.first.visit(THERE)
    with monkeypatch.context() as patched:
        patched.setattr(gathering.socket, "recv_fds", cut_short)
        assert road.until(lambda: caplog.messages) == ["a connection that was handed over is lost"]
    other = road.first.visit(THERE)
    assert road.until(lambda: read(other)) == b"process 2"
    far.close()
    other.close()


def test_who_goes_while_it_is_handed_over_disturbs_nobody(road: Road) -> None:
    far = road.first.visit(THERE)
    far.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    far.close()
    other = road.first.visit(THERE)
    assert road.until(lambda: read(other)) == b"process 2"
    other.close()


def test_both_kinds_of_sockets_of_a_match_have_the_same_home(road: Road) -> None:
    first, second = road.streets
    for said in (THERE, request("/ws/api/matches/elsewhere/")):
        assert [street.home(said) for street in (first, second)] == [1, 1]


def test_a_process_alone_has_no_street() -> None:
    assert streets.Sockets(1).descriptors(1) == ()
    assert streets.told(1, ()) == ""
