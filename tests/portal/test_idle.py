"""A portal that nobody uses has little to do."""

from collections import Counter
from datetime import timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from celery.fixups.django import DjangoWorkerFixup
from celery.signals import task_postrun, task_prerun
from django.conf import settings as configured
from django.db import connection
from django.utils import timezone

from portal import beat, pulse, tasks
from portal.beat import Every, Scheduler
from portal.celery import app


@pytest.mark.django_db(transaction=True)
def test_tasks_keep_their_connection_until_django_gives_it_up():
    fixup = DjangoWorkerFixup(app)
    task = SimpleNamespace(request=SimpleNamespace(is_eager=False))

    def pass_a_task() -> None:
        fixup.on_task_prerun(task)
        task_prerun.send(sender=None, task=task)
        fixup.on_task_postrun(task)
        task_postrun.send(sender=None, task=task)

    connection.ensure_connection()
    kept = connection.connection
    connection.close_at = None
    pass_a_task()
    assert connection.connection is kept
    connection.close_at = 0.0  # which has come long ago
    pass_a_task()
    assert connection.connection is None


def test_a_round_does_each_sweep_when_its_turn_has_come(settings, monkeypatch, caplog):
    done: Counter[str] = Counter()

    def fail() -> None:
        raise OSError("on purpose")

    def count(name: str) -> None:
        done[name] += 1

    named: dict[str, Any] = {"fails": fail, "often": partial(count, "often")}
    named["seldom"] = partial(count, "seldom")
    known = {name: SimpleNamespace(run=run) for name, run in named.items()}
    monkeypatch.setattr(tasks, "current_app", SimpleNamespace(tasks=known))
    settings.SWEEPS = {"fails": 1, "often": 1, "seldom": 3}
    for _round in range(9):
        tasks.sweep()
    assert done == {"often": 9, "seldom": 3}
    assert caplog.text.count("fails failed") == 9


def test_every_sweep_of_a_round_is_a_task():
    app.loader.import_default_modules()
    assert {*configured.SWEEPS} <= {*app.tasks}


def test_beat_sleeps_until_it_is_time(monkeypatch):
    """Celery's own scheduler wakes ten milliseconds before and asks without a pause."""
    now = timezone.now()
    monkeypatch.setattr(beat, "now", lambda: now)
    every = Every(timedelta(minutes=4))
    scheduler = Scheduler(app, lazy=True)
    entry = scheduler.Entry(name="sweep", task="x", schedule=every, last_run_at=now, app=app)
    scheduler._store = {"entries": {"sweep": entry}}
    assert scheduler.tick() == pytest.approx(240, abs=0.001)


def test_beat_keeps_its_schedule_whatever_the_system_clock_is_set_to(monkeypatch, frozen):
    now = 1_000.0
    monkeypatch.setattr(pulse, "steady", lambda: now)
    sent: list[str] = []
    monkeypatch.setattr(Scheduler, "apply_entry", lambda self, entry, producer: sent.append("it"))
    scheduler = Scheduler(app, lazy=True)
    every = Every(60.0)
    entry = scheduler.Entry(name="x", task="x", schedule=every, last_run_at=every.now(), app=app)
    scheduler._store = {"entries": {"x": entry}}
    for minute in range(1, 5):
        assert scheduler.tick() == pytest.approx(60, abs=0.01)
        frozen.shift((3600, -3600, -3600, 3600)[minute - 1])
        assert scheduler.tick() == pytest.approx(60, abs=0.01)
        now += 60.001
        assert scheduler.tick() == 0
        assert len(sent) == minute


def test_what_was_run_in_the_future_is_due_at_once():
    """The clock was set back, and then the portal was started anew."""
    every = Every(60.0)
    assert every.is_due(every.now() + timedelta(hours=1)) == (True, 60.0)
    assert not every.is_due(every.now())[0]
