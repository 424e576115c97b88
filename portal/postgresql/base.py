"""The engine that the settings name for PostgreSQL: Django's, with cheaper moves.

The server plans a statement anew each time, and for a move that takes longer than running it. The
plan of a prepared one it keeps until the connection's next rollback, when the driver forgets it
(`prepared_cursor`). Statements that don't need each other's answers are sent together (`at_once`).
And with DEBUG Django would record every statement; nobody reads that here.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db.backends.postgresql import base, operations


class _Operations(operations.DatabaseOperations):
    def last_executed_query(self, cursor: Any, sql: Any, params: Any) -> Any:
        """Tests count queries. A statement still on its way has no text yet: take its SQL."""
        return super().last_executed_query(cursor, sql, params) or sql


class DatabaseWrapper(base.DatabaseWrapper):
    ops_class = _Operations

    @property
    def queries_logged(self) -> bool:
        return bool(self.force_debug_cursor)  # tests count queries

    def prepared_cursor(self) -> Any:
        """A cursor for statements that come again and again, differing only in their values."""
        self.close_if_health_check_failed()
        self.ensure_connection()
        connection: Any = self.connection
        usual, connection.cursor_factory = connection.cursor_factory, _PreparedCursor
        try:
            with self.wrap_database_errors:
                made = self.create_cursor()
        finally:
            connection.cursor_factory = usual
        return self._prepare_cursor(made)  # type: ignore[attr-defined] # missing from the stubs

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Send the statements in here together, and wait for all answers at the end.

        Until then no cursor has rows or a row count. The first error is raised, at the latest at
        the end; nothing after it has been done.
        """
        self.ensure_connection()
        with self.wrap_database_errors, self.connection.pipeline():
            yield


class _PreparedCursor(base.ServerBindingCursor):
    def execute(self, query: Any, params: Any = None, **how: Any) -> Any:
        """Prepared within a transaction alone.

        A plan is of no use any more once a migration has changed a table. In a transaction that
        fails once, and the rollback forgets it; outside it would fail for ever.
        """
        cursor: Any = super()  # the stubs don't know what it is
        within = not self.connection.autocommit  # type: ignore[attr-defined]
        return cursor.execute(query, params, prepare=within, **how)
