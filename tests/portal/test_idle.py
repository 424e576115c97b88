"""A portal that nobody uses has little to do."""

from types import SimpleNamespace

import pytest
from celery.fixups.django import DjangoWorkerFixup
from celery.signals import task_postrun, task_prerun
from django.db import connection

from portal.celery import app


@pytest.mark.django_db(transaction=True)
def test_tasks_keep_their_connection_until_django_gives_it_up() -> None:
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
