"""A web process that is told to stop, and an upgrade that fails: nothing lost, and nobody does
anything about it. Backups of a portal that runs, too."""

import http.client
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.running_portal import ROOT, RunningPortal, clean_environment, exists
from tests.support.stubborn_player import (
    Database,
    StubbornPlayer,
    against_computers,
    assert_nothing_lost_or_doubled,
    given_up,
    together,
)
from tests.support.waiting import wait_for

pytestmark = [pytest.mark.whole, pytest.mark.xdist_group("kills")]


@pytest.fixture
def database(running_portal: RunningPortal) -> Iterator[Database]:
    with closing(Database(running_portal.data_dir)) as opened:
        yield opened


@contextmanager
def terminated(portal: RunningPortal) -> Iterator[int]:
    """The web process is told to stop; afterwards another has taken its place."""
    pid = portal.pids["web"]
    os.kill(pid, signal.SIGTERM)
    portal.killed["web"] += 1
    yield pid
    wait_for(lambda: portal.pids["web"] != pid, "another web process")
    portal.wait_until_healthy()


def readyz(portal: RunningPortal) -> tuple[int, list[str]]:
    """Its status, and what it finds wrong."""
    try:
        answer = urllib.request.urlopen(portal.base_url + "readyz", timeout=30)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        checks = json.load(answer)["checks"]
        return answer.status, [name for name, found in checks.items() if not found["ok"]]


def test_a_move_under_way_is_acknowledged_while_readyz_says_draining(running_portal, database):
    player = against_computers(running_portal, "drained", computers=1)
    wait_for(lambda: readyz(running_portal)[0] == 200, "/readyz")
    move = player.choose(player.my_turn())
    socket = player._connection()
    database.lock()
    with ExitStack() as locked:
        locked.callback(database.unlock)
        assert player.send(move)
        readyz(running_portal)  # answered later than the move was read
        with terminated(running_portal) as pid:
            wait_for(lambda: "draining" in readyz(running_portal)[1], "/readyz to say draining")
            assert readyz(running_portal)[0] == 503
            assert running_portal.healthy()
            assert exists(pid)
            locked.close()
            heard: list[Any] = []
            with suppress(ConnectionClosed):
                while True:
                    heard.append(json.loads(socket.recv(timeout=60)))
    assert socket.close_code == 1012
    accepted = [message for message in heard if message["type"] == "accepted"]
    assert [message["client_id"] for message in accepted] == [move["client_id"]]
    player.acknowledged[move["client_id"]] = accepted[0]["version"]
    player.close()
    player.play(1)
    assert_nothing_lost_or_doubled(database, player)
    player.close()
    given_up(player)


def test_people_play_on_while_web_processes_come_and_go(running_portal, database):
    portal = running_portal
    games = {"castle-panic": {"options": {}}, "please-dont-burn-my-village": {}}
    tables = [
        together(portal, [f"{game[:4]}{number}" for number in (1, 2)], game=game, **wishes)
        for game, wishes in games.items()
    ]
    ended = threading.Event()
    done: list[int] = []

    def play(players: list[StubbornPlayer]) -> None:
        """Whoever may moves, until the web process has gone twice and ten moves are made."""
        while not ended.is_set() or sum(len(each.acknowledged) for each in players) < 10:
            for player in players:
                state = player.state()
                if state["status"] != "active":
                    done.append(0)
                    return
                if state["actions"]:
                    player.insist(player.choose(state))
        done.append(0)

    threads = [threading.Thread(target=play, args=(players,)) for players in tables]
    for thread in threads:
        thread.start()
    for moves in (4, 8):
        wait_for(lambda moves=moves: _made(tables) >= moves, "moves")
        with terminated(portal):
            pass
    ended.set()
    for thread in threads:
        thread.join(300)
    assert len(done) == len(threads)
    for players in tables:
        assert_nothing_lost_or_doubled(database, *players)
        for player in players:
            player.close()


def _made(tables: list[list[StubbornPlayer]]) -> int:
    return sum(len(player.acknowledged) for players in tables for player in players)


def test_with_nobody_there_a_web_process_ends_at_once(running_portal):
    host = running_portal.base_url.split("/")[2]
    with closing(http.client.HTTPConnection(host, timeout=60)) as kept:  # as a proxy keeps it
        kept.request("GET", "/healthz")
        assert kept.getresponse().read() == b"ok"
        with terminated(running_portal) as pid:
            wait_for(lambda: not exists(pid), "its end")
            assert kept.sock is not None
            assert kept.sock.recv(1) == b"", "closed, not reset"


# -- backups -------------------------------------------------------------------------------------


def manage(data: Path, *command: Any, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *map(str, command)],
        cwd=ROOT,
        env=clean_environment(DATA_DIR=str(data), **environment),
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def test_a_portal_that_runs_is_backed_up_and_never_overwritten(running_portal, tmp_path):
    player = against_computers(running_portal, "keeper", computers=1)
    player.play(2)
    file, phrase = tmp_path / "kept.backup", {"BACKUP_PASSPHRASE": "a long phrase"}
    done = manage(running_portal.data_dir, "backup", file, **phrase)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{file}\n"
    refused = manage(running_portal.data_dir, "restore", file, "--replace")
    assert refused.returncode == 1
    assert refused.stderr.startswith("CommandError: Stop the portal first. ")
    assert running_portal.base_url in refused.stderr
    known = dict(player.acknowledged)
    player.play(1)
    player.close()
    given_up(player)
    data = tmp_path / "elsewhere"
    done = manage(data, "restore", file, **phrase)
    assert done.returncode == 0, done.stderr
    key = "record_key"
    assert (data / key).read_text() == (running_portal.data_dir / key).read_text()
    done = manage(data, "check_matches", "--all")
    assert done.returncode == 0, done.stderr
    with RunningPortal(data) as restored, closing(Database(data)) as copy:
        player.portal, player.acknowledged = restored, known
        player.newest = {"version": -1, "status": "active", "actions": []}
        player.dice.seed(1)
        player._moves += 100
        player.play(2)
        player.close()
        assert_nothing_lost_or_doubled(copy, player)
        given_up(player)


# -- an upgrade that fails -----------------------------------------------------------------------


def test_an_upgrade_that_fails_says_so_in_a_line_and_the_older_version_goes_on(tmp_path, migrated):
    bad = {"DJANGO_SETTINGS_MODULE": "tests.support.failing_upgrade"}
    with RunningPortal(tmp_path, database=migrated) as portal:
        player = against_computers(portal, "upgraded", computers=1)
        player.play(1)
        player.close()
        portal.stop()
        before = dump(tmp_path)
        done = manage(tmp_path, "portal", PORT="0", **bad)
        assert done.returncode == 1
        assert done.stdout + done.stderr == (
            "The database can’t be migrated: toolbox.0003_fails failed (half of it is done).\n"
        )
        assert dump(tmp_path) == before
        portal.start()
        player.play(2)
        player.close()
        with closing(Database(tmp_path)) as database:
            assert_nothing_lost_or_doubled(database, player)


def dump(data: Path) -> list[str]:
    with closing(sqlite3.connect(data / "portal.sqlite3")) as database:
        return list(database.iterdump())
