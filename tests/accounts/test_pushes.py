"""Pushes: several that leave together."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
import redis

from accounts import pushes


@pytest.fixture
def loops(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is delivered, and a 0 for each event loop that was made for it."""
    noted: list[Any] = []

    def made(deed: Any) -> Any:
        def run(*said: Any) -> None:
            noted.append(0)
            with pytest.raises(StopIteration):
                deed(*said).send(None)

        return run

    async def group_send(group: str, message: dict[str, Any]) -> None:
        noted.append((group, message["n"]))
        if failure := message.get("failure"):
            raise failure

    layer = SimpleNamespace(group_send=group_send)
    monkeypatch.setattr(pushes, "async_to_sync", made)
    monkeypatch.setattr(pushes, "get_channel_layer", lambda: layer)
    return noted


def test_pushes_leave_together_in_their_order_by_one_event_loop(loops):
    with pushes.together():
        for n in range(3):
            pushes.send("a" if n else "b", {"n": n})
        assert loops == []
    assert loops == [0, ("b", 0), ("a", 1), ("a", 2)]
    with pushes.together():
        pass
    assert len(loops) == 4


def test_what_was_pushed_before_an_error_leaves_all_the_same(loops):
    @pushes.together()
    def send_and_fail() -> None:
        pushes.send("a", {"n": 1})
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        send_and_fail()
    assert loops == [0, ("a", 1)]


def test_whoever_collects_pushes_gets_these_too(loops):
    held: list[Any] = []
    with pushes.held_back(held), pushes.together():
        pushes.send("a", {"n": 1})
    assert (held, loops) == ([("a", {"n": 1})], [])


@pytest.mark.parametrize(
    ("failure", "sent"), [(redis.ConnectionError(), [1, 2]), (redis.TimeoutError(), [1])]
)
def test_a_broker_that_hangs_is_waited_for_once(loops, failure, sent):
    with pushes.together():
        pushes.send("a", {"n": 1, "failure": failure})
        pushes.send("a", {"n": 2})
    assert loops == [0, *(("a", n) for n in sent)]


async def test_what_comes_while_others_are_sent_is_sent_together(monkeypatch):
    """A busy event loop takes long for each message to the broker, not for a longer one."""
    sent, free = list[pushes.Push](), asyncio.Event()

    async def deliver_all(batch):
        await free.wait()
        sent.extend(batch)

    monkeypatch.setattr(pushes, "deliver_all", deliver_all)
    outbox = pushes.Outbox()
    for number in range(4):
        outbox.put([("matches", {"type": "moved", "news": [number]}), ("you", {"type": "hello"})])
        await asyncio.sleep(0)
    free.set()
    while len(sent) < 6:
        await asyncio.sleep(0)
    hello = ("you", {"type": "hello"})
    assert sent[:3] == [("matches", {"type": "moved", "news": [0, 1]}), hello, hello]
    assert sent[3:] == [("matches", {"type": "moved", "news": [2, 3]}), hello, hello]
