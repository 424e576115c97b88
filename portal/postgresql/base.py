"""The engine that the settings name for PostgreSQL: Django's, which makes moves cheaper.

The server parses and plans a statement anew each time, which takes longer than executing those of a
move. `prepared_cursor` has that done once per connection, and `at_once` sends statements together
that don't need each other's results, or puts them off, so that they leave with what follows: at the
latest with the COMMIT. With DEBUG Django would record every statement; here it doesn't, since
nobody reads those.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import DatabaseError, InternalError
from django.db.backends.postgresql import base, operations
from psycopg.pq import TransactionStatus

from .batch import Batch, Statement


class _Operations(operations.DatabaseOperations):
    def last_executed_query(self, cursor: Any, sql: Any, params: Any) -> Any:
        """What tests read that count queries. A `Statement` may not have been sent yet."""
        if isinstance(cursor, Statement):
            return sql
        return super().last_executed_query(cursor, sql, params)

    def adapt_integerfield_value(self, value: Any, internal_type: str) -> Any:
        """Django wraps each integer in a type of its own, for parameters of declared types.

        Here the server infers them, and for all other queries the driver writes values into the
        SQL.
        """
        return value


class DatabaseWrapper(base.DatabaseWrapper):
    ops_class = _Operations
    waiting: list[Statement] | None = None  # what `at_once` will send
    put_off: Sequence[Statement] = ()  # what will leave with the next statement, or the COMMIT

    @property
    def queries_logged(self) -> bool:
        return bool(self.force_debug_cursor)  # tests count queries

    def create_cursor(self, name: str | None = None) -> Any:
        assert self.waiting is None, "an ordinary query would overtake those that wait"
        if self.put_off:
            self._run()
        return super().create_cursor(name)

    def prepared_cursor(self) -> Any:
        """A cursor for one statement that comes again and again, differing only in its values.

        Numbers must be of a size that their columns can have: others raise DataError.
        """
        self.close_if_health_check_failed()
        self.ensure_connection()
        return self._prepare_cursor(Statement(self._send))  # type: ignore[attr-defined] # the stubs

    @contextmanager
    def at_once(self, *, until_commit: bool = False) -> Iterator[None]:
        """Send the statements of prepared cursors in here together, at the end.

        Until then they have no rows and no row count. The first error is raised then, and nothing
        after it is executed. No other queries in here, no transaction, no second `at_once`.

        `until_commit`: in a transaction they leave only with the next query or with its end. What
        they raise is raised there, and a rollback forgets them. Don't use a cursor made before the
        block until they have been sent.
        """
        assert self.waiting is None, "at_once can't be nested"
        statements: list[Statement] = []
        try:
            self.waiting = statements
            yield
        finally:
            self.waiting = None
        if until_commit and self.in_atomic_block:
            self.put_off = [*self.put_off, *statements]
        elif statements:
            self._run(statements)

    def _send(self, statement: Statement) -> None:
        if self.waiting is None:
            self._run([statement])
        else:
            self.waiting.append(statement)

    def _run(self, statements: Sequence[Statement] = (), *, commits: bool = False) -> None:
        """Send what was put off, then these."""
        connection = self.connection
        together, self.put_off = [*self.put_off, *statements], ()
        try:
            with self.wrap_database_errors:
                Batch(connection, together, commits=commits).run()
        finally:
            if connection.closed:
                self.close()

    def _commit(self) -> None:
        if self._has_failed():  # the server would roll back and say nothing
            raise InternalError("the transaction had failed before the COMMIT")
        if not self.put_off:
            super()._commit()  # type: ignore[misc] # the stubs
            return
        try:
            self._run(commits=True)
        except DatabaseError:
            raise
        except BaseException:  # for which Django wouldn't roll back here
            self.close()
            raise

    def _has_failed(self) -> bool:
        if self.connection is None:
            return False
        return bool(self.connection.pgconn.transaction_status == TransactionStatus.INERROR)

    def _set_autocommit(self, autocommit: bool) -> None:
        """Close a connection that is left in a transaction, as an interrupt can leave it.

        Django would take the next transaction for a part of that one, and never commit it.
        """
        try:
            super()._set_autocommit(autocommit)  # type: ignore[misc] # the stubs
        except BaseException:
            self.close()
            raise

    def _rollback(self) -> None:
        self.put_off = ()
        super()._rollback()  # type: ignore[misc] # the stubs

    def _close(self) -> None:
        self.waiting, self.put_off = None, ()
        super()._close()  # type: ignore[misc] # the stubs
