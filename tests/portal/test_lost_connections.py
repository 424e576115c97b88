"""Connections to Redis that are lost without a word (the scenes of `attack.machines` make them)."""

import asyncio
import errno
import socket
from collections.abc import Iterator
from contextlib import suppress

import pytest
import redis
from redis.asyncio import ConnectionPool, UnixDomainSocketConnection

from portal import cache
from portal.links import NoticingConnection, NoticingSSLConnection, layer_host


@pytest.fixture
def silent() -> Iterator[socket.socket]:
    """A server that takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("redis://host:1/2", NoticingConnection),
        ("rediss://host:1/2?ssl_ca_certs=ca.pem", NoticingSSLConnection),
        ("unix:///redis.sock?db=2", UnixDomainSocketConnection),  # of no network
    ],
)
def test_the_channel_layer_notices_losses_whatever_the_address(address, kind):
    pool = ConnectionPool(**layer_host(address))
    assert pool.connection_class is kind
    assert pool.connection_kwargs["db"] == 2
    assert pool.connection_kwargs.get("ssl_ca_certs") in (None, "ca.pem")
    assert pool.connection_kwargs["socket_timeout"] == 2


@pytest.mark.parametrize("kind", [NoticingConnection, NoticingSSLConnection])
async def test_the_networks_time_out_is_not_the_end_of_a_wait(monkeypatch, kind):
    """Or else who listens would be told at once, for ever, that nothing has come yet."""
    connection, told = kind(), []

    async def gave_up(self, *_arguments, **_named):
        raise OSError(errno.ETIMEDOUT, "Connection timed out")

    monkeypatch.setattr(kind, "_read_response_from_parser", gave_up)
    monkeypatch.setattr(kind, "disconnect", lambda *_, **__: _noted(told))
    with pytest.raises(redis.ConnectionError):
        await connection.read_response(timeout=0.1)
    assert told == ["disconnected"]


async def _noted(told):
    told.append("disconnected")


async def test_nothing_to_hear_is_no_loss(silent):
    port = silent.getsockname()[1]
    pool = ConnectionPool(**layer_host(f"redis://127.0.0.1:{port}?protocol=2"))
    connection = pool.make_connection()
    connection._reader = asyncio.StreamReader()
    connection._parser.on_connect(connection)
    assert await connection.read_response(timeout=0.05) is None


def test_a_cache_that_is_away_is_waited_for_once_in_a_while(silent, monkeypatch):
    monkeypatch.setattr(cache, "_away_until", float("-inf"))
    monkeypatch.setattr(cache, "AWAY_SECONDS", 3600)  # a slow machine asks as often
    silent.setblocking(False)
    connected = []

    def tried() -> int:
        """The connections made so far, abandoned ones included."""
        with suppress(BlockingIOError):
            while True:
                connected.append(silent.accept())
        return len(connected)

    address = f"redis://127.0.0.1:{silent.getsockname()[1]}"
    away = cache.ForgivingRedisCache(address, {"OPTIONS": {"socket_timeout": 0.1}})
    assert away.get("a", "nothing") == "nothing"
    assert tried() == 1
    away.set("a", 1)
    assert away.add("a", 1) is False
    assert away.get_many(["a"]) == {}
    assert tried() == 1
    monkeypatch.setattr(cache, "_away_until", 0.0)
    assert away.get("a") is None
    assert tried() == 2
