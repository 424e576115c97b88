"""SIGKILL at the worst moments: nothing acknowledged is lost or doubled, and play goes on."""

import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from typing import Any

import pytest

from games.protocol.record_file import load_record
from games.protocol.verification import verify_record
from tests.support.also import also
from tests.support.running_portal import RunningPortal, descendants
from tests.support.stubborn_player import (
    Database,
    StubbornPlayer,
    against_computers,
    assert_nothing_lost_or_doubled,
    call,
    given_up,
)
from tests.support.waiting import wait_for

pytestmark = pytest.mark.whole


@pytest.fixture
def database(running_portal: RunningPortal) -> Iterator[Database]:
    with closing(Database(running_portal.data_dir)) as opened:
        yield opened


def play_on_and_verify(player: StubbornPlayer, database: Database) -> None:
    """Two more moves, with the computer's between them; then the match is given up."""
    player.play(2)
    assert_nothing_lost_or_doubled(database, player)
    player.close()
    verify(given_up(player))


def verify(record: Any) -> None:
    verify_record(load_record(json.dumps(record).encode()))


@pytest.mark.xdist_group("kills")
def test_daphne_killed_between_commit_and_push(running_portal, database):
    player = against_computers(running_portal, "between", computers=1)
    player.play(1)
    move = player.choose(player.my_turn())
    broker = running_portal.pids["broker"]
    os.kill(broker, signal.SIGSTOP)  # a push can't leave now
    try:
        assert player.send(move)
        wait_for(
            lambda: move["client_id"] in [step[1] for step in database.steps(player.match_id)],
            "the commit",
        )
        running_portal.kill("web")
    finally:
        os.kill(broker, signal.SIGCONT)
    running_portal.wait_until_healthy()
    player.insist(move)  # the answer was lost with the server: the same move again, made once
    play_on_and_verify(player, database)


@pytest.mark.xdist_group("kills")
def test_the_worker_killed_in_the_middle_of_a_computer_turn(running_portal, database):
    player = against_computers(running_portal, "middle", computers=1)
    player.play(1)
    for _ in range(3):
        move = player.choose(player.my_turn())
        before = len(database.steps(player.match_id))
        assert player.send(move)
        _wait_for_a_computer_to_think(player, database, before)
        running_portal.kill("worker-ai")
        player.insist(move)
    play_on_and_verify(player, database)


def _wait_for_a_computer_to_think(player: StubbornPlayer, database: Database, before: int) -> None:
    """Return in the middle of its turn, or just after it where it is too quick to be seen."""

    def thinks() -> bool:
        moved = len(database.steps(player.match_id)) > before + 1
        return moved or bool(database.lease(player.match_id))

    wait_for(thinks, "a computer to think")


@pytest.mark.xdist_group("kills")
def test_a_worker_process_killed_while_it_waits_to_write(running_portal, database):
    player = against_computers(running_portal, "writing", computers=1)
    player.insist(player.choose(player.my_turn()))
    player.my_turn()
    worker = running_portal.pids["worker-ai"]
    os.kill(worker, signal.SIGSTOP)  # so that its turn begins under our lock
    player.insist(player.choose(player.my_turn()))
    database.lock()
    try:
        os.kill(worker, signal.SIGCONT)
        for child in descendants(worker):
            os.kill(child, signal.SIGKILL)  # the pool process, not its parent
    finally:
        database.unlock()
    play_on_and_verify(player, database)


@pytest.mark.xdist_group("kills")
def test_the_broker_killed_after_an_acknowledged_move(running_portal, database):
    player = against_computers(running_portal, "broker", computers=1)
    for _ in range(3):
        player.insist(player.choose(player.my_turn()))
        running_portal.kill("broker")
    play_on_and_verify(player, database)


# -- time-outs -------------------------------------------------------------------------------------

CLOCK = {"type": "move", "seconds": 10}


def seconds_left(state: dict[str, Any]) -> float:
    """How long the player of seat 0 may still think, by the portal's own clock."""
    clock = state["clock"]
    deadline = datetime.fromisoformat(clock["seats"][0]["deadline"])
    return (deadline - datetime.fromisoformat(clock["now"])).total_seconds()


def actors(player: StubbornPlayer, database: Database) -> list[str]:
    return [actor for _, _, actor in database.steps(player.match_id)]


def wait_for_the_time_out(player: StubbornPlayer, database: Database, version: int) -> None:
    """The decision of that version is made by the clock, once: then it is the computer's turn."""
    wait_for(lambda: len(actors(player, database)) > version + 2, "the time-out")
    assert actors(player, database)[version + 1 : version + 3] == ["clock", "ai:easy"]
    assert player.acknowledged == {}
    verify(given_up(player))


def wait_until_late(deadline: float) -> None:
    wait_for(lambda: time.monotonic() > deadline, "the time to run out")


@pytest.mark.xdist_group("late")
@pytest.mark.parametrize("kind", ["worker-default", *also("web")])
def test_who_makes_a_time_out_is_killed_and_it_is_made_once(running_portal, database, kind):
    player = against_computers(running_portal, f"late{len(kind)}", computers=1, clock=CLOCK)
    state = player.my_turn()
    deadline = time.monotonic() + seconds_left(state)
    wait_until_late(deadline - 0.5)
    database.lock()  # the time-out begins, but it can't be written
    try:
        wait_until_late(deadline + 0.5)
        player.send(player.choose(state))  # late: now the web server makes the time-out too
        wait_until_late(deadline + 1)
        running_portal.kill(kind)
    finally:
        database.unlock()
    running_portal.wait_until_healthy()
    player.close()
    wait_for_the_time_out(player, database, state["version"])


@pytest.mark.xdist_group("late")
def test_everything_killed_at_once(running_portal, database):
    player = against_computers(running_portal, "everything")
    player.play(2)
    move = player.choose(player.my_turn())
    assert player.send(move)
    assert running_portal.process is not None
    port = running_portal.base_url.rstrip("/").rsplit(":", 1)[1]
    running_portal.process.kill()
    running_portal.process.wait()
    player.close()
    running_portal.environment["PORT"] = port
    running_portal.start()
    del running_portal.environment["PORT"]
    player.insist(move)
    state = player.play()
    player.close()
    assert state["status"] == "finished"
    assert_nothing_lost_or_doubled(database, player)
    verify(call(running_portal.base_url, f"matches/{player.match_id}/record/"))
