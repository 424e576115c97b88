"""The web server's event loop: what is written goes at once, and all of it goes."""

import asyncio
import selectors
import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from twisted.internet.error import ConnectionDone
from twisted.internet.protocol import Protocol
from twisted.internet.tcp import Connection
from twisted.python.failure import Failure

from portal.reactor import Reactor


class Selector(selectors.DefaultSelector):  # type: ignore[valid-type,misc]
    """Notes who asked to be told when they can write."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[int] = []

    def register(self, fileobj: Any, events: int, data: Any = None) -> Any:
        self._note(fileobj, events)
        return super().register(fileobj, events, data)

    def modify(self, fileobj: Any, events: int, data: Any = None) -> Any:
        self._note(fileobj, events)
        return super().modify(fileobj, events, data)

    def _note(self, fileobj: Any, events: int) -> None:
        if events & selectors.EVENT_WRITE:
            self.asked.append(fileobj)


class Wire:
    """A connection of the reactor's, and the other end of it."""

    def __init__(self, reactor: Reactor) -> None:
        here, self.far = socket.socketpair()
        here.setblocking(False)
        self.far.setblocking(False)
        self.lost: list[Any] = []
        protocol = Protocol()
        protocol.connectionLost = self.lost.append
        self.near = Connection(here, protocol, reactor)
        self.near.connected = True
        protocol.makeConnection(self.near)

    def read(self) -> bytes:
        try:
            return self.far.recv(1 << 20)
        except BlockingIOError:
            return b""


@pytest.fixture
def selector() -> Selector:
    return Selector()


@pytest.fixture
def reactor(selector: Selector) -> Iterator[Reactor]:
    loop = asyncio.SelectorEventLoop(selector)
    yield Reactor(loop)
    loop.close()


@pytest.fixture
def wire(reactor: Reactor) -> Iterator[Wire]:
    made = Wire(reactor)
    yield made
    made.far.close()
    if not made.lost:
        made.near.connectionLost(Failure(ConnectionDone()))


def turn(reactor: Reactor, until: Callable[[], bool] = lambda: True) -> None:
    """Let the event loop turn once, and on until that is so."""
    for _turn in range(10_000):
        reactor._loop.call_soon(reactor._loop.stop)
        reactor._loop.run_forever()
        if until():
            return
    pytest.fail("it never was")


def test_what_is_written_in_one_turn_goes_in_one_piece_and_the_kernel_is_not_asked(
    reactor: Reactor, wire: Wire, selector: Selector
) -> None:
    wire.near.write(b"your ")
    wire.near.write(b"move")
    assert wire.read() == b""
    turn(reactor)
    assert wire.read() == b"your move"
    assert selector.asked == []


def test_what_a_full_socket_does_not_take_follows_in_order_when_it_does(
    reactor: Reactor, wire: Wire, selector: Selector
) -> None:
    sent = bytes(range(256)) * 20_000
    heard = bytearray()
    wire.near.write(sent)
    turn(reactor)
    assert len(selector.asked) == 1
    wire.near.write(b"the end")

    def all_there() -> bool:
        heard.extend(wire.read())
        return len(heard) == len(sent) + 7

    turn(reactor, all_there)
    assert bytes(heard) == sent + b"the end"
    assert reactor.getWriters() == []


def test_who_closes_has_said_everything_before(reactor: Reactor, wire: Wire) -> None:
    wire.near.write(b"goodbye")
    wire.near.loseConnection()
    turn(reactor, lambda: bool(wire.lost))
    assert wire.read() == b"goodbye"
    assert wire.read() == b""


def test_who_is_gone_is_told_to_the_protocol_and_to_nobody_else(
    reactor: Reactor, wire: Wire
) -> None:
    wire.far.close()
    wire.near.write(b"anybody there?")
    turn(reactor, lambda: bool(wire.lost))
    assert reactor.getWriters() == []


def test_who_is_dropped_meanwhile_writes_nothing(reactor: Reactor, wire: Wire) -> None:
    wire.near.write(b"never said")
    wire.near.abortConnection()
    turn(reactor, lambda: bool(wire.lost))
    assert wire.read() == b""


def test_who_has_something_to_write_is_among_the_writers_and_goes_with_them(
    reactor: Reactor, wire: Wire
) -> None:
    wire.near.write(b"a move")
    assert wire.near in reactor.getWriters()
    assert wire.near in reactor.removeAll()
    assert reactor.getWriters() == []
    turn(reactor)
    assert wire.read() == b""
