"""The engine that the settings name for SQLite: Django's, and four things that make moves cheaper.

Django writes `%s` for each value, SQLite wants `?`. To look for them anew in every statement is a
fifth of what most statements cost, so it is kept how they are written. Whoever writes waits for
their turn (`turns`), and may work out beforehand what to write (`rehearsals`). And with DEBUG
Django would ask SQLite once more for every statement, to keep it with its values for somebody to
read; here nobody does.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import DatabaseError
from django.db.backends.sqlite3 import base

from accounts.memory import Memory
from portal.sqlite.rehearsals import WRITES, Rehearsal, RehearsedCursor, Trial, Unrehearsed
from portal.sqlite.turns import Turns, turns_at

REMEMBERED = 300  # statements at least, a few kilobytes each
LONGEST = 10_000  # characters of one worth remembering
AFTER_A_FAILURE = "what follows from a rehearsal in vain must not happen, either"

_written: Memory[str, str] = Memory(REMEMBERED)


class DatabaseWrapper(base.DatabaseWrapper):
    turns: Turns | None = None  # while a connection is open to what others may open, too
    trial: Trial | None = None  # while the next transaction may be rehearsed, or is, or has failed
    rehearsal: Rehearsal | None = None  # the one under way

    @property
    def queries_logged(self) -> bool:
        return bool(self.force_debug_cursor)  # tests count queries

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        opened = super().get_new_connection(conn_params)
        if not self.is_in_memory_db():
            self.turns = turns_at(str(self.settings_dict["NAME"]))
        return opened

    @contextmanager
    def rehearsing(self) -> Iterator[Trial]:
        """Let the first transaction in here be worked out before its turn; see `rehearsals`."""
        self.trial = trial = Trial()
        try:
            yield trial
        finally:
            self.trial = None

    def _start_transaction_under_autocommit(self) -> None:
        if self.trial is not None and self.trial.failed:
            raise Unrehearsed(AFTER_A_FAILURE)
        if self.trial is not None and self.turns is not None and self.turns.crowded_or_taken():
            self.trial.tried = True
            self.rehearsal = Rehearsal()
        else:
            self.trial = None  # this transaction is an ordinary one, and so is what follows from it
            self._begin()

    def _begin(self) -> None:
        try:
            if self.turns is not None:
                self.turns.wait()
            # Django's stubs don't know it.
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._turn_is_over()
            raise

    def _commit(self) -> None:
        rehearsal, self.rehearsal = self.rehearsal, None
        try:
            if rehearsal is not None:
                self._begin()
                self._perform(rehearsal)
            super()._commit()  # type: ignore[misc]
            self.trial = None
        finally:
            if self.connection is None or not self.connection.in_transaction:
                self._turn_is_over()

    def _perform(self, rehearsal: Rehearsal) -> None:
        try:
            with self.wrap_database_errors:
                rehearsal.perform(self.connection)
        except DatabaseError:
            raise
        except BaseException as error:  # for which Django wouldn't roll back here
            self.connection.rollback()
            if not isinstance(error, Exception):
                raise
            raise Unrehearsed("something else went wrong") from error

    def _rollback(self) -> None:
        self.rehearsal = None
        if self.trial is not None:
            self.trial.failed = True
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._turn_is_over()

    def _close(self) -> None:
        self.rehearsal = None
        try:
            super()._close()  # type: ignore[misc]
        finally:
            if self.turns is not None:
                self.turns.close()
                self.turns = None

    def _turn_is_over(self) -> None:
        if self.turns is not None:
            self.turns.over()

    def create_cursor(self, name: Any = None) -> Any:
        if self.trial is not None and self.trial.failed:
            raise Unrehearsed(AFTER_A_FAILURE)
        made = self.connection.cursor(factory=_Cursor)
        made.turns = self.turns
        return made if self.rehearsal is None else RehearsedCursor(self.rehearsal, made)


class _Cursor(base.SQLiteCursorWrapper):
    turns: Turns | None = None

    def execute(self, query: str, params: Any = None) -> Any:
        """Run a statement; one that writes and is a transaction by itself waits for its turn."""
        if self.turns is None or self.connection.in_transaction or not query.startswith(WRITES):
            return super().execute(query, params)
        try:
            self.turns.wait()
            return super().execute(query, params)
        finally:
            self.turns.over()

    def convert_query(self, query: str, *, param_names: Any = None) -> str:
        if param_names is not None or len(query) > LONGEST:
            return super().convert_query(query, param_names=param_names)
        known = _written.get(query)
        return _written.put(query, super().convert_query(query)) if known is None else known
