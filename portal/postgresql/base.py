"""The engine that the settings name for PostgreSQL: Django's, and three things that make moves
cheaper.

The server plans a statement anew each time, which for those of a move takes longer than doing them;
a prepared one it plans once for each connection (`prepared_cursor`). Several that don't wait for
each other's answers go there together (`at_once`). And with DEBUG Django would write down every
statement with its values, for somebody to read; here nobody does.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db.backends.postgresql import base, operations


class _Operations(operations.DatabaseOperations):
    def last_executed_query(self, cursor: Any, sql: Any, params: Any) -> Any:
        """For tests, which count queries: one that is on its way has no text of its own yet."""
        return super().last_executed_query(cursor, sql, params) or sql


class DatabaseWrapper(base.DatabaseWrapper):
    ops_class = _Operations

    @property
    def queries_logged(self) -> bool:
        return bool(self.force_debug_cursor)  # tests count queries

    def prepared_cursor(self) -> Any:
        """A cursor for statements that come again and again, each with nothing but its values new.

        Where `prepare_threshold` is None it is like any other.
        """
        self.ensure_connection()
        connection: Any = self.connection
        usual, connection.cursor_factory = connection.cursor_factory, _PreparedCursor
        try:
            with self.wrap_database_errors:
                made = self.create_cursor()
        finally:
            connection.cursor_factory = usual
        return self._prepare_cursor(made)  # type: ignore[attr-defined] # the stubs don't know it

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Let the statements in here go to the server together; the end waits for their answers.

        Until then a cursor knows no rows and no count of them. The first error is raised at the
        end; what came after it hasn't been done.
        """
        self.ensure_connection()
        with self.wrap_database_errors, self.connection.pipeline():
            yield


class _PreparedCursor(base.ServerBindingCursor):
    def execute(self, query: Any, params: Any = None, **how: Any) -> Any:
        return super().execute(query, params, prepare=True, **how)  # type: ignore[misc] # nor this
