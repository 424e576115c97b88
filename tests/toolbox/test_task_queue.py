"""Queueing a task by its name."""

import re
from pathlib import Path
from typing import Any

import pytest
from celery import Task
from django.utils.module_loading import import_string

from lobby import tasks
from toolbox import task_queue
from toolbox.task_queue import queue

NAME = "lobby.tasks.start_when_due"


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is handed to the broker: arguments and countdown of each task."""
    calls: list[Any] = []

    def apply_async(arguments: Any, countdown: float) -> None:
        calls.append((arguments, countdown))

    monkeypatch.setattr(tasks.start_when_due, "apply_async", apply_async)
    return calls


def test_what_is_held_back_is_sent_afterwards(sent, settings):
    held: list[task_queue.Call] = []
    with task_queue.held_back(held):
        queue(NAME, 7, countdown=2.5)
    assert (sent.pop(), held) == (((7,), 2.5), []), "what is done where it is queued isn't held"
    settings.CELERY_TASK_ALWAYS_EAGER = False
    with task_queue.held_back(held):
        queue(NAME, 7, countdown=2.5)
        queue(NAME, 8)
    assert sent == []
    queue(NAME, 9)
    assert sent.pop() == ((9,), 0)
    task_queue.send_all(held)
    assert sent == [((7,), 2.5), ((8,), 0)]


@pytest.mark.parametrize("name", ["lobby.tasks.nothing", "nowhere.at_all"])
def test_a_name_that_nothing_has_is_a_warning(name, caplog):
    queue(name)
    assert name in caplog.text


def test_a_broker_that_is_away_is_a_warning(monkeypatch, caplog):
    def away(*_arguments: Any, **_said: Any) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr(tasks.start_when_due, "apply_async", away)
    queue(NAME, 7)
    assert "(7,) was not queued" in caplog.text


NAMED = re.compile(r'"((?:[a-z_]+\.)+tasks\.[a-z_]+)"')
ROOT = Path(__file__).parents[2]


def named_tasks() -> list[str]:
    """The tasks that code and settings name, so that they are queued without being imported."""
    folders = ("accounts", "games", "lobby", "portal", "toolbox")
    files = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return sorted({name for path in files for name in NAMED.findall(path.read_text())})


@pytest.mark.parametrize("name", named_tasks())
def test_whatever_is_queued_by_its_name_is_a_task(name):
    assert isinstance(import_string(name), Task)
