"""The Celery application: AI turns on queue `ai`, everything else on `default`."""

import os
from typing import Any

from celery import Celery, platforms
from celery.signals import (
    beat_init,
    task_postrun,
    task_prerun,
    worker_init,
    worker_process_init,
)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")

from django import db

from accounts.checks import check_site
from portal.pool_pulse import PoolPulse, give_signs
from portal.pulse import WorkerPulse

app = Celery("portal")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add(WorkerPulse)
app.steps["worker"].add(PoolPulse)
worker_process_init.connect(give_signs)
app.autodiscover_tasks()
_NO_APPS = ("portal", "lobby.daily", "lobby.leaderboards", "lobby.quick")
app.autodiscover_tasks([*_NO_APPS])


@task_prerun.connect
@task_postrun.connect
def close_old_connections(task: Any, **_sender: Any) -> None:
    """As between two requests: those that broke, or that Django has kept for long enough.

    Celery would close all after every task, for good or ill (`CELERY_DB_REUSE_MAX`).
    """
    if not task.request.is_eager:
        db.close_old_connections()


@worker_init.connect
@beat_init.connect
def refuse_without_site(**_sender: Any) -> None:
    """Mails have links, too. Celery would only log another exception."""
    for problem in check_site(None):
        raise SystemExit(f"{problem.msg} {problem.hint}")


_worker = 0  # the process id, where one runs


@worker_init.connect
def note_worker(**_sender: Any) -> None:
    """Before its pool is forked."""
    global _worker
    _worker = os.getpid()


@worker_process_init.connect
def die_with_the_worker(**_sender: Any) -> None:
    """A killed worker's processes must not survive it: the next worker brings its own.

    Celery asks the kernel for that in its pool, but doesn't notice a worker that was killed before.
    """
    platforms.set_pdeathsig("SIGKILL")  # type: ignore[attr-defined]  # not in the stubs
    forked = os.getpid() != _worker
    if forked and os.getppid() != _worker:
        os._exit(1)
