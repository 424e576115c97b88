"""The channel layer with a broker of its own: pushes in one write, and a broker that dies."""

import asyncio
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import redis

from portal.channel_layer import ChannelLayer
from portal.listeners import SharedMarks, understood
from portal.supervisor import broker
from portal.supervisor.streets import told
from tests.support.waiting import wait_for


@contextmanager
def running(folder: Path) -> Iterator[str]:
    """A broker in that folder; its address."""
    address = broker.address_in(folder)
    command = broker.command(broker.find_server(), folder, folder / "log.txt")
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        try:
            wait_for(lambda: broker.answers(address), "the broker to answer")
            yield address
        finally:
            server.kill()


@pytest.fixture
def folder() -> Iterator[Path]:
    made = broker.choose_folder()
    broker.make_folder(made)
    yield made
    broker.sweep(str(made))


async def heard(layer: ChannelLayer, channel: str) -> Any:
    return await asyncio.wait_for(layer.receive(channel), 10)


async def listener(layer: ChannelLayer, *groups: str) -> str:
    channel: str = await layer.new_channel()
    for group in groups:
        await layer.group_add(group, channel)
    return channel


async def test_several_groups_are_told_in_one_write_and_in_order(folder: Path) -> None:
    with running(folder) as address, redis.Redis.from_url(address) as asking:
        layer = ChannelLayer([{"address": address}])
        one, both = await listener(layer, "a"), await listener(layer, "a", "b")
        await layer.group_send_all([("a", {"n": 0})])  # by then it is connected
        before = asking.info("stats")["total_reads_processed"]  # type: ignore[index]
        told = [("a", {"n": 1}), ("b", {"n": 2}), ("nobody", {"n": 3}), ("a", {"n": 4})]
        await layer.group_send_all(told)
        reads = asking.info("stats")["total_reads_processed"] - before  # type: ignore[index]
        assert reads == 2, "the pushes, and this question"
        assert [(await heard(layer, one))["n"] for _ in range(3)] == [0, 1, 4]
        assert [(await heard(layer, both))["n"] for _ in range(4)] == [0, 1, 2, 4]
        await layer.flush()


@pytest.fixture
def layers(folder: Path) -> Iterator[list[ChannelLayer]]:
    """Those of two web processes that share their marks. The broker isn't running yet."""
    memory = SharedMarks(2)
    made = [ChannelLayer([{"address": broker.address_in(folder)}]) for _process in range(2)]
    for number, layer in enumerate(made, start=1):
        layer.listeners = understood(told(number, memory.descriptors))
    yield made
    memory.close()


async def test_what_nobody_elsewhere_listens_to_needs_no_broker(
    folder: Path, layers: list[ChannelLayer]
) -> None:
    layer = layers[0]
    with running(folder):
        one, both = await listener(layer, "a"), await listener(layer, "a", "b")
    await layer.group_send_all([("a", {"n": 1}), ("b", {"n": 2}), ("nobody", {"n": 3})])
    assert (await heard(layer, one))["n"] == 1
    assert [(await heard(layer, both))["n"] for _ in range(2)] == [1, 2]
    await layer.flush()


async def test_what_is_listened_to_elsewhere_is_heard_everywhere_once(
    folder: Path, layers: list[ChannelLayer]
) -> None:
    first, second = layers
    with running(folder):
        here, there = await listener(first, "a", "own"), await listener(second, "a")
        await first.group_send_all([("a", {"n": 1}), ("own", {"n": 2})])
        assert (await heard(second, there))["n"] == 1
        assert sorted([(await heard(first, here))["n"] for _ in range(2)]) == [1, 2]
        await second.group_discard("a", there)
        await first.group_send_all([("a", {"n": 3})])
        assert (await heard(first, here))["n"] == 3
        await first.flush()
        await second.flush()


async def test_a_group_is_marked_until_its_last_socket_here_has_left(
    folder: Path, layers: list[ChannelLayer]
) -> None:
    layer, other = layers
    with running(folder):
        one, two = await listener(layer, "a"), await listener(layer, "a")
        await layer.group_discard("a", one)
        assert other.is_heard_elsewhere("a")
        await layer.group_discard("a", two)
        assert not other.is_heard_elsewhere("a")
        await layer.flush()


async def test_who_cannot_join_for_want_of_a_broker_leaves_no_mark(
    folder: Path, layers: list[ChannelLayer]
) -> None:
    layer, other = layers
    with running(folder):
        channel = await layer.new_channel()
    with pytest.raises(redis.RedisError):
        await layer.group_add("a", channel)
    assert not other.is_heard_elsewhere("a")


async def test_without_a_broker_a_group_is_left_all_the_same(
    folder: Path, layers: list[ChannelLayer]
) -> None:
    layer, other = layers
    with running(folder):
        channel = await listener(layer, "a")
        assert other.is_heard_elsewhere("a")
    with suppress(redis.RedisError):
        await layer.group_discard("a", channel)
    assert not other.is_heard_elsewhere("a")
    await layer.group_send_all([("a", {"n": 1})])  # neither does it hear anything here
    assert layer.channels[channel].empty()


async def test_after_a_broker_has_died_the_next_one_is_told(folder: Path) -> None:
    layer = ChannelLayer([{"address": broker.address_in(folder)}])
    with pytest.raises(redis.ConnectionError):
        await layer.group_send_all([("a", {"n": 0})])
    for number in (1, 2):
        with running(folder) as address:
            other = ChannelLayer([{"address": address}])
            channel = await listener(other, "a")
            await layer.group_send_all([("a", {"n": number})])
            assert (await heard(other, channel))["n"] == number
            await other.flush()
        with pytest.raises(redis.ConnectionError):
            await layer.group_send_all([("a", {"n": 0})])


async def test_an_answer_that_comes_late_is_never_taken_for_the_next_ones(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(folder) as address:
        layer = ChannelLayer([{"address": address}])
        channel = await listener(layer, "a")
        await layer.group_send_all([("a", {"n": 1})])
        with redis.Redis.from_url(address) as asking:
            server = asking.info("server")["process_id"]  # type: ignore[index]
        os.kill(server, signal.SIGSTOP)
        with monkeypatch.context() as impatient:
            impatient.setattr("portal.channel_layer.PATIENCE_SECONDS", 0.05)
            with pytest.raises(TimeoutError):
                await layer.group_send_all([("a", {"n": 2}), ("a", {"n": 3})])
        os.kill(server, signal.SIGCONT)
        await layer.group_send_all([("a", {"n": 4})])
        assert [(await heard(layer, channel))["n"] for _ in range(4)] == [1, 2, 3, 4]
        await layer.flush()


async def test_of_channels_that_cannot_be_opened_nothing_stays(folder: Path) -> None:
    """Without a broker somebody tries again each second, for each match."""
    layer = ChannelLayer(hosts=[broker.address_in(folder)])
    with pytest.raises(redis.RedisError):
        await layer.new_channel()
    assert layer.channels == {}


def test_whether_the_broker_answers_is_asked_on_one_connection(folder: Path) -> None:
    """As often as a supervisor asks, a new one each time would cost more than all else it does."""
    for _life in range(2):
        with running(folder) as address, redis.Redis.from_url(address) as asking:
            before = asking.info("stats")["total_connections_received"]  # type: ignore[index]
            assert all(broker.answers(address) for _ in range(5))
            after = asking.info("stats")["total_connections_received"]  # type: ignore[index]
            assert after == before
        assert not broker.answers(address)


def test_an_answer_that_came_too_late_says_nothing_later(folder: Path) -> None:
    with running(folder) as address:
        with redis.Redis.from_url(address) as asking:
            server = asking.info("server")["process_id"]  # type: ignore[index]
        os.kill(server, signal.SIGSTOP)
        assert not broker.answers(address)
        os.kill(server, signal.SIGCONT)
        wait_for(lambda: broker.answers(address), "the broker to answer")
        os.kill(server, signal.SIGSTOP)
        assert not broker.answers(address)
