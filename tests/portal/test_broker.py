"""The embedded broker: whether it answers."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis

from portal.supervisor import broker
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
