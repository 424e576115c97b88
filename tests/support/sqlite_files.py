"""Connections of our engine to an SQLite file, as other threads and processes have them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

from portal.sqlite.base import DatabaseWrapper


@contextmanager
def connections_to(path: Path) -> Iterator[Callable[[], DatabaseWrapper]]:
    """Gives what opens one; in the end all are closed."""
    opened: list[DatabaseWrapper] = []
    chosen = {**connection.settings_dict, "NAME": str(path)}

    def open_one() -> DatabaseWrapper:
        opened.append(DatabaseWrapper(chosen, "default"))
        opened[-1].inc_thread_sharing()
        opened[-1].ensure_connection()
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()


def begin(one: DatabaseWrapper) -> None:
    """Begin a transaction."""
    one.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
