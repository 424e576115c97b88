"""Celery tasks of the whole portal: the rounds of the sweeper, and folding SQLite's log.

All sweeps share one task, because a message wakes beat, broker, worker and pool, which costs an
idle portal more than most sweeps.
"""

import logging
from itertools import count
from typing import Any

from celery import current_app, shared_task
from django.conf import settings
from django.db import connection as default

log = logging.getLogger(__name__)

_rounds = count()  # of this process


@shared_task
def sweep() -> None:
    """Make one round (setting SWEEPS). A failing sweep is logged and doesn't stop the others."""
    number = next(_rounds)
    for name, every in settings.SWEEPS.items():
        if number % every == 0:
            try:
                current_app.tasks[name].run()
            except Exception:
                log.exception("%s failed", name)


@shared_task
def fold_log() -> None:
    """Fold SQLite's log into its file. Safe at any time, and twice."""
    fold()


def fold(connection: Any = default) -> None:
    """Fold as much of the log as possible without delays for others. Only for SQLite.

    SQLite folds its write-ahead log itself after a commit that makes it long enough (DATABASES
    says how many pages), but that commit takes five milliseconds instead of a tenth of one.
    """
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
