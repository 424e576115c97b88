"""The hub: what it remembers, and whom it goes on telling."""

import asyncio
import threading
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest

from games.matches.live import base, hub, people
from games.matches.play.parts import announcements
from tests.support.patience import PATIENCE_SECONDS
from toolbox import database_errors
from toolbox.task_queue import queue


class Follower:
    def __init__(self, heard=None, turns=0):
        self.heard = [] if heard is None else heard
        self.turns = turns  # of the event loop, which it takes more than others

    async def notify(self, version, *, fresh=False):
        for _turn in range(self.turns):
            await asyncio.sleep(0)
        self.heard.append((version, fresh))

    async def fail(self, error):
        self.heard.append(error)


def answering(monkeypatch, *answers, waits=None):
    """What the hub reads, one after the other; what `waits` is read when that is set."""
    going_on, answers = asyncio.Event(), list(answers)

    async def read(function, **arguments):
        answer = answers.pop(0)
        if waits in (None, answer):
            await going_on.wait()
        return answer

    monkeypatch.setattr(hub, "in_reads_thread", read)
    return going_on


class SilentListener:
    def __init__(self, *told):
        pass

    async def is_open(self):
        pass

    def close(self):
        pass


@pytest.fixture
async def here(monkeypatch) -> AsyncIterator[hub.Hub]:
    monkeypatch.setattr(hub.pushes, "Listener", SilentListener)
    made = hub.Hub()
    yield made
    if made._resync is not None:
        made._resync.cancel()


async def test_what_a_move_queues_leaves_after_those_who_are_here_were_told(
    here, monkeypatch, settings
):
    """Even if it failed."""
    settings.CELERY_TASK_ALWAYS_EAGER = False
    order = []
    hub.current._made[asyncio.get_running_loop()] = here
    monkeypatch.setattr(hub.task_queue, "send", order.append)
    await here.follow("a", Follower(order, turns=1))

    def move(fails):
        queue("a.task", 7)
        if fails:
            raise LookupError
        announcements.push("a", 3)
        return "accepted"

    assert await hub.in_moves_thread(move, fails=False) == "accepted"
    await asyncio.gather(*hub._under_way)
    assert order == [(3, False), ("a.task", (7,), 0)]
    with pytest.raises(LookupError):
        await hub.in_moves_thread(move, fails=True)
    await asyncio.gather(*hub._under_way)
    assert order[2:] == [("a.task", (7,), 0)]


async def test_a_broker_that_does_not_answer_holds_up_nothing_here(
    here, monkeypatch, settings, caplog
):
    """And what waits for it doesn't grow for ever."""
    settings.CELERY_TASK_ALWAYS_EAGER = False
    answers, sent = threading.Event(), list[Any]()
    monkeypatch.setattr(hub, "MOST_QUEUEING", 2)

    def send(call: Any) -> None:
        assert answers.wait(PATIENCE_SECONDS)
        sent.append(call)

    monkeypatch.setattr(hub.task_queue, "send", send)
    for number in range(5):
        await hub.in_moves_thread(queue, name="a.task", countdown=number)
        for _turn in range(hub.TURNS_FOR_VIEWS + 2):
            await asyncio.sleep(0)
    assert sent == []
    answers.set()
    await asyncio.gather(*hub._under_way)
    assert sent[0].countdown == 0
    assert 2 <= len(sent) < 5
    assert "too slow" in caplog.text


async def test_a_pause_whose_push_was_lost_is_told_at_the_next_look(here, monkeypatch):
    paused = ""

    async def look(_versions, **_asked):
        return {"a": (3, paused)}

    monkeypatch.setattr(hub, "in_looks_thread", look)
    follower = Follower()
    await here.follow("a", follower)
    await here.resync()
    paused = "stop"
    await here.resync()
    await asyncio.gather(*hub._under_way)
    assert follower.heard[-1] == (3, True)
    told = len(follower.heard)
    await here.resync()
    assert follower.heard[told:] == [(3, False)]


@pytest.mark.parametrize(
    ("errors", "away", "ends"),
    [
        ([psycopg.OperationalError("no route")] * 2, True, True),
        ([psycopg.OperationalError("none is free")] * 2, False, False),
        ([psycopg.OperationalError("a dead connection"), None], False, False),
        ([psycopg.errors.LockNotAvailable()] * 2, False, False),
    ],
)
async def test_sockets_are_sent_elsewhere_once_the_database_is_out_of_reach(
    here, monkeypatch, errors, away, ends
):
    """Not by one dead connection, nor by a lock, nor while all connections are in use."""
    rounds, enough = iter(errors), asyncio.Event()
    monkeypatch.setattr(hub, "RESYNC_SECONDS", 0)
    monkeypatch.setattr(hub, "AGAIN_SECONDS", 0)

    async def look(function, **_asked):
        if function is database_errors.reach:
            if away:
                raise errors[-1]
        elif error := next(rounds, None):
            raise error
        else:
            enough.set()
        return {}

    monkeypatch.setattr(hub, "in_looks_thread", look)
    follower = Follower()
    await here.follow("a", follower)
    await asyncio.wait_for(enough.wait(), PATIENCE_SECONDS)
    assert follower.heard == ([errors[-1]] if ends else [])


async def test_what_was_drawn_before_a_change_without_a_version_is_drawn_anew(here):
    """A page is being drawn when the match is paused: nobody gets what it was."""
    going_on, key = asyncio.Event(), ("a", 5, "page")

    async def before():
        await going_on.wait()
        return "running"

    async def after():
        return "paused"

    drawing = asyncio.create_task(here.rendered(key, before))
    await asyncio.sleep(0)
    here.heard("a", 5, fresh=True)
    assert await asyncio.wait_for(here.rendered(key, after), PATIENCE_SECONDS) == "paused"
    going_on.set()
    await drawing
    assert await here.rendered(key, after) == "paused", "what came late isn't kept"


async def test_what_was_read_before_a_change_without_a_version_is_read_anew(here, monkeypatch):
    old = SimpleNamespace(version=5, paused="")
    new = SimpleNamespace(version=5, paused="flagged")
    going_on = answering(monkeypatch, old, new, waits=old)
    reading = asyncio.create_task(here.snapshot("a"))
    await asyncio.sleep(0)
    here.heard("a", 5, fresh=True)
    assert await asyncio.wait_for(here.snapshot("a", 5), PATIENCE_SECONDS) is new
    going_on.set()
    await reading
    assert await here.snapshot("a", 5) is new


async def test_a_reading_that_began_before_the_commit_is_not_enough(here, monkeypatch):
    going_on = answering(monkeypatch, *(SimpleNamespace(version=version) for version in (4, 5)))
    both = asyncio.gather(here.snapshot("a"), here.snapshot("a", 5))
    await asyncio.sleep(0)
    going_on.set()
    assert [shown.version for shown in await both] == [4, 5]


async def test_nothing_is_remembered_of_a_match_that_nobody_follows(here):
    """Nobody hears what changes there without a new version."""
    follower = Follower()
    await here.follow("a", follower)
    here.made(("a", 5, "json"), lambda: "running")
    here.unfollow("a", follower)
    assert here.made(("a", 5, "json"), lambda: "paused") == "paused"


async def test_a_socket_that_fails_as_it_opens_is_followed_no_longer(here, monkeypatch):
    """Channels calls `disconnect` only where somebody has left."""
    hub.current._made[asyncio.get_running_loop()] = here

    class Failing(base.MatchConsumer):
        channel_layer_alias = None

        async def who(self):
            return SimpleNamespace(is_authenticated=False, pk=None)

        async def find(self):
            nothing_asked = SimpleNamespace(request=None, running=False)
            return SimpleNamespace(seat_of=lambda user: "spectator", match=nothing_asked)

        async def opened(self, shown):
            raise ValueError("no view")

    async def receive():
        return {"type": "websocket.connect"}

    async def send(message):
        pass

    monkeypatch.setattr(base, "language_of", lambda scope: "en")
    scope = {"type": "websocket", "url_route": {"kwargs": {"public_id": "a"}}}
    with pytest.raises(ValueError, match="no view"):
        await Failing()(scope, receive, send)
    assert "a" not in here._followers
    assert not people.current()._visits


async def test_a_thread_gives_back_its_connection_after_each_piece_of_work(here, monkeypatch):
    done = []
    monkeypatch.setattr(hub, "close_old_connections", lambda: done.append("given back") or 1 / 0)
    for name in ("one", "two"):  # and lives on if it can't
        await hub.in_reads_thread(lambda name: done.append(name), name=name)
    assert done == ["one", "given back", "two", "given back"]
