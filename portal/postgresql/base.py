"""The engine that the settings name for PostgreSQL: Django's, with cheaper moves.

The server plans a statement anew each time, and for a move that takes longer than running it: those
of `prepared_cursor` it plans once for a connection. Those that don't need each other's answers are
sent together (`at_once`). And with DEBUG Django would record every statement; nobody reads that.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db.backends.postgresql import base, operations

from .exchange import Exchange, Statement


class _Operations(operations.DatabaseOperations):
    def last_executed_query(self, cursor: Any, sql: Any, params: Any) -> Any:
        """Tests count queries. A statement may be still on its way; take its SQL."""
        if isinstance(cursor, Statement):
            return sql
        return super().last_executed_query(cursor, sql, params)

    def adapt_integerfield_value(self, value: Any, internal_type: str) -> Any:
        """The server knows of what type a column is; Django says it with each value."""
        return value


class DatabaseWrapper(base.DatabaseWrapper):
    ops_class = _Operations
    exchange: Exchange | None = None  # to which statements are being added

    @property
    def queries_logged(self) -> bool:
        return bool(self.force_debug_cursor)  # tests count queries

    def prepared_cursor(self) -> Any:
        """A cursor for one statement that comes again and again, differing only in its values."""
        self.close_if_health_check_failed()
        self.ensure_connection()
        return self._prepare_cursor(Statement(self._ask))  # type: ignore[attr-defined] # the stubs

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Send the statements of prepared cursors in here together, at the end.

        Until then no cursor has rows or a row count. The first error is raised then; nothing after
        it has been done.
        """
        self.ensure_connection()
        self.exchange = exchange = Exchange(self.connection)
        try:
            yield
        finally:
            self.exchange = None
        self._run(exchange)

    def _ask(self, statement: Statement) -> None:
        if self.exchange is not None:
            self.exchange.statements.append(statement)
        else:
            self._run(Exchange(self.connection, statement))

    def _run(self, exchange: Exchange) -> None:
        try:
            with self.wrap_database_errors:
                exchange.run()
        finally:
            if self.connection.closed:
                self.close()
