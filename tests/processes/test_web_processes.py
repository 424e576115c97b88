"""Two web processes on PostgreSQL: each hears at once what happens in the other."""

import json
import os
import socket
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest

from bench import load
from tests.support.running_portal import RunningPortal

PATIENCE = 240  # seconds: many at once on few cores start slowly
SOCKETS = 12  # Linux divides them among the processes by chance


@pytest.fixture
def database() -> Iterator[str]:
    """The address of a database of this test's own, with all migrations run."""
    server, template = os.environ["DATABASE_URL"].rsplit("/", 1)
    name = f"running_{os.getpid()}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        yield f"{server}/{name}"
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def assert_each_keeps_a_core(portal: RunningPortal) -> None:
    """The web processes use a core each, as long as there are enough; all others any."""
    if not hasattr(os, "sched_getaffinity"):
        return  # macOS has none
    allowed, pids = os.sched_getaffinity(0), portal.pids
    kept = {frozenset(os.sched_getaffinity(pids[name])) for name in ("web", "web-2")}
    assert len(kept) == min(2, len(allowed))
    assert all(len(cores) == 1 for cores in kept)
    assert os.sched_getaffinity(pids["worker-default"]) == allowed


def upgrade(speaker: load.JsonSocket) -> bytes:
    """What a program says to have a socket, in one piece."""
    address = urlsplit(speaker.address)
    said = {
        "Host": address.netloc,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version": "13",
        **speaker.headers,
    }
    lines = [f"GET {address.path} HTTP/1.1", *(f"{name}: {text}" for name, text in said.items())]
    return "".join(f"{line}\r\n" for line in (*lines, "")).encode()


def ask(address: str, token: str = "", said: Any = None) -> Any:
    asked = urllib.request.Request(address, None if said is None else json.dumps(said).encode())
    asked.add_header("Content-Type", "application/json")
    if token:
        asked.add_header("Authorization", f"Token {token}")
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
        return json.load(answer)


def new_match(api: str) -> dict[str, Any]:
    people = [{"username": name, "password": f"{name}-lantern-moss"} for name in ("wren", "finch")]
    tokens = [ask(f"{api}accounts/", said=person)["token"] for person in people]
    table = ask(f"{api}tables/", tokens[0], {"game": load.GAME, "seats": 2})["id"]
    ask(f"{api}tables/{table}/join/", tokens[1], {})
    match = ask(f"{api}tables/{table}/start/", tokens[0], {})["match"]
    return {"id": match, "tokens": tokens}


def read_until(heard: socket.socket, text: bytes) -> bytes:
    read = b""
    while text not in read:
        more = heard.recv(65_536)
        assert more, read
        read += more
    return read


def test_sockets_hear_of_moves_made_in_any_web_process(tmp_path, database):
    with ExitStack() as closing_all:
        started = RunningPortal(tmp_path, {"WEB_PROCESSES": "2", "DATABASE_URL": database})
        portal = closing_all.enter_context(started)
        match = new_match(portal.base_url + "api/")
        pids = portal.pids
        assert {"web", "web-2"} <= pids.keys()
        assert_each_keeps_a_core(portal)
        speaker = load.JsonSocket(portal.base_url.replace("http", "ws", 1), match, 0)
        host = urlsplit(portal.base_url)
        address = (host.hostname, host.port)
        sockets = [
            closing_all.enter_context(socket.create_connection(address, PATIENCE))
            for _socket in range(SOCKETS)
        ]
        for each in sockets:
            each.sendall(upgrade(speaker))
            assert read_until(each, b'"type":"state"').startswith(b"HTTP/1.1 101")
        called = f"{portal.base_url}api/matches/{match['id']}/"
        views = [ask(called, token) for token in match["tokens"]]
        mover, view = next(pair for pair in enumerate(views) if pair[1]["actions"])
        move = {"action": view["actions"][0]["action"], "version": view["version"]}
        ask(f"{called}actions/", match["tokens"][mover], move)
        for each in sockets:
            assert read_until(each, f'"version":{view["version"] + 1}'.encode())
        portal.kill("web")
        portal.wait_until_healthy()
        assert portal.pids.keys() == pids.keys()
        assert_each_keeps_a_core(portal)
