"""The embedded broker: whether it answers, and that workers survive its end."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import kombu
import pytest
import redis

from portal.celery import Connection
from portal.celery_settings import celery_url
from portal.supervisor import broker
from tests.support.patience import PATIENCE_SECONDS
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


def test_whether_the_broker_answers_is_asked_on_one_connection(folder):
    """As often as a supervisor asks, a new one each time would cost more than all else it does."""
    for _life in range(2):
        with running(folder) as address, redis.Redis.from_url(address) as asking:
            before = asking.info("stats")["total_connections_received"]  # type: ignore[index]
            assert all(broker.answers(address) for _ in range(5))
            after = asking.info("stats")["total_connections_received"]  # type: ignore[index]
            assert after == before
        assert not broker.answers(address)


def test_an_answer_that_came_too_late_says_nothing_later(folder):
    with running(folder) as address:
        with redis.Redis.from_url(address) as asking:
            server = asking.info("server")["process_id"]  # type: ignore[index]
        os.kill(server, signal.SIGSTOP)
        assert not broker.answers(address)
        os.kill(server, signal.SIGCONT)
        wait_for(lambda: broker.answers(address), "the broker to answer")
        os.kill(server, signal.SIGSTOP)
        assert not broker.answers(address)


def test_a_worker_with_a_task_can_close_its_connection_to_a_broker_that_has_ended(folder):
    """Or else Celery would end the worker, instead of connecting anew."""
    tasks = []
    with running(folder) as address:
        connection = Connection(celery_url(address))
        connection.SimpleQueue("tasks").put("a task")
        channels = {"tasks": connection.default_channel, "others": connection.channel()}
        for queue, channel in channels.items():
            consumer = kombu.Consumer(channel, [kombu.Queue(queue)])
            consumer.register_callback(lambda body, _never_acknowledged: tasks.append(body))
            consumer.consume()
        while not tasks:
            connection.drain_events(timeout=PATIENCE_SECONDS)
        with pytest.raises(TimeoutError):  # it waits for another
            connection.drain_events(timeout=0.1)
    connection.collect()  # as Celery does
    connection.close()
    assert tasks == ["a task"]
    assert not connection.connected
