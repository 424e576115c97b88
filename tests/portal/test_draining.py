"""What a socket hears of the end of its process; tests/processes/ ends whole ones."""

import asyncio
import itertools
import logging
import signal
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from twisted.internet.interfaces import IListeningPort
from zope.interface import directlyProvides

from portal import draining, health
from portal.draining import Draining, moments
from tests.support.patience import PATIENCE_SECONDS

CLOSE = {"type": "websocket.close", "code": 1012}


class Socket:
    """A client, and a consumer that answers each message when `may` says so."""

    def __init__(self) -> None:
        self.said: asyncio.Queue[Any] = asyncio.Queue()
        self.heard: list[Any] = []
        self.may = asyncio.Event()
        self.left = 0
        self.said.put_nowait({"type": "websocket.connect"})
        self.running = asyncio.ensure_future(Draining(self.consumer)({}, self.said.get, self.hear))

    async def hear(self, message: Any) -> None:
        self.heard.append(message)

    async def consumer(self, scope: Any, receive: Any, send: Any) -> None:
        while (message := await receive())["type"] != "websocket.disconnect":
            await self.may.wait()
            await send({"type": "websocket.send", "text": message["type"]})
        assert message["code"] == 1012
        self.left += 1


async def turn() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_a_message_under_way_is_answered_before_the_socket_is_to_come_again():
    busy, idle = Socket(), Socket()
    idle.may.set()
    await turn()
    draining.restart_sockets()
    await asyncio.wait_for(idle.running, PATIENCE_SECONDS)
    assert idle.heard[1:] == [CLOSE]
    assert busy.heard == []
    busy.said.put_nowait({"type": "websocket.receive"})  # too late: it is sent again elsewhere
    busy.may.set()
    await asyncio.wait_for(busy.running, PATIENCE_SECONDS)
    assert busy.heard == [{"type": "websocket.send", "text": "websocket.connect"}, CLOSE]
    assert (busy.left, idle.left) == (1, 1)


async def test_a_consumer_that_is_cancelled_ends_without_a_word():
    socket = Socket()
    socket.may.set()
    await turn()
    socket.running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await socket.running
    assert CLOSE not in socket.heard
    assert socket.left == 0


@pytest.mark.parametrize(("error", "lines"), [(asyncio.CancelledError, 0), (ConnectionError, 1)])
def test_a_stop_logs_nothing_for_sockets_that_it_cancels(caplog, error, lines):
    try:
        raise error
    except error:
        logging.getLogger("channels_redis.pubsub").exception("Unexpected exception …")
    assert len(caplog.records) == lines


async def test_a_new_socket_is_to_come_again_and_reaches_nobody(monkeypatch):
    monkeypatch.setattr(draining, "under_way", lambda: True)
    socket = Socket()
    await asyncio.wait_for(socket.running, PATIENCE_SECONDS)
    assert socket.heard == [{"type": "websocket.accept"}, CLOSE]
    assert socket.left == 0


def test_few_are_told_at_once_and_of_many_never_all_together():
    assert max(moments(10)) < 0.05
    assert moments(0) == []
    assert sum(moment < 1 for moment in moments(900)) <= 251
    assert 3.9 < max(moments(100_000)) < 4


class Reactor:
    """Twisted's, as far as it takes part."""

    def __init__(self) -> None:
        self.stopped = asyncio.Event()
        self.listening = True

    def callLater(self, seconds: float, do: Any) -> None:
        do()

    def callFromThread(self, do: Any, *arguments: Any) -> None:
        do(*arguments)

    def getReaders(self) -> list[Any]:
        port = SimpleNamespace(stopListening=lambda: setattr(self, "listening", False))
        directlyProvides(port, IListeningPort)
        return [SimpleNamespace(), *([port] if self.listening else [])]

    def stop(self) -> None:
        self.stopped.set()


@pytest.fixture
def reactor(monkeypatch) -> Iterator[Reactor]:
    stub, before = Reactor(), signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(draining, "_reactor", lambda: stub)
    monkeypatch.setattr(draining, "_under_way", False)
    yield stub
    signal.signal(signal.SIGTERM, before)


def time_counts_looks_at_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred are a second for this loop, however long the machine takes for them."""
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(loop, "time", itertools.count(loop.time(), 0.01).__next__)


async def test_it_ends_when_nothing_is_left(reactor, monkeypatch):
    time_counts_looks_at_it(monkeypatch)
    left = [2, 1]
    draining.begin_on_terminate(lambda: left.pop() if left else 0)
    signal.raise_signal(signal.SIGTERM)
    assert draining.under_way()
    assert not reactor.stopped.is_set()
    await asyncio.wait_for(reactor.stopped.wait(), PATIENCE_SECONDS)
    assert left == []
    assert reactor.listening


async def test_what_does_not_end_is_not_waited_for_longer_than_that(reactor, monkeypatch):
    time_counts_looks_at_it(monkeypatch)
    monkeypatch.setattr(draining, "SECONDS", 0.5)
    monkeypatch.setattr(draining, "LISTEN_SECONDS", 0.1)
    draining.begin_on_terminate(lambda: 1)
    signal.raise_signal(signal.SIGTERM)
    await asyncio.wait_for(reactor.stopped.wait(), PATIENCE_SECONDS)
    assert not reactor.listening


async def test_told_again_it_ends_at_once(reactor, monkeypatch):
    monkeypatch.setattr(draining, "SECONDS", 10**6)
    draining.begin_on_terminate(lambda: 1)
    signal.raise_signal(signal.SIGTERM)
    signal.raise_signal(signal.SIGTERM)
    await asyncio.wait_for(reactor.stopped.wait(), PATIENCE_SECONDS)


@pytest.mark.django_db
def test_readyz_says_so_at_once(monkeypatch):
    health.forget()
    assert Client().get("/readyz").status_code == 200
    monkeypatch.setattr(draining, "under_way", lambda: True)
    answer = Client().get("/readyz")
    assert answer.status_code == 503
    checks = answer.json()["checks"]
    assert [name for name in checks if not checks[name]["ok"]] == ["draining"]
