"""The engine that the settings name for SQLite: Django's, and three things that make moves cheaper.

Django writes `%s` for each value, SQLite wants `?`. Finding them anew in every statement is a fifth
of what most statements cost, so converted statements are remembered. Writers take turns (`turns`).
And with DEBUG Django would ask SQLite for every statement with its values, which nobody reads here.
"""

from typing import Any

from django.db.backends.sqlite3 import base

from accounts.memory import Memory
from portal.sqlite.turns import Turns, turns_at

REMEMBERED = 300  # statements at least, a few kilobytes each
LONGEST = 10_000  # characters of one worth remembering
WRITES = ("INSERT", "UPDATE", "DELETE")  # how Django's statements that change rows begin

_written: Memory[str, str] = Memory(REMEMBERED)


class DatabaseWrapper(base.DatabaseWrapper):
    turns: Turns | None = None  # while a connection is open to what others may open, too

    @property
    def queries_logged(self) -> bool:
        return bool(self.force_debug_cursor)  # tests count queries

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        opened = super().get_new_connection(conn_params)
        if not self.is_in_memory_db():
            self.turns = turns_at(str(self.settings_dict["NAME"]))
        return opened

    def _start_transaction_under_autocommit(self) -> None:
        try:
            if self.turns is not None:
                self.turns.wait()
            # Django's stubs don't know it.
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._turn_is_over()
            raise

    def _commit(self) -> None:
        try:
            super()._commit()  # type: ignore[misc]
        finally:
            if self.connection is None or not self.connection.in_transaction:
                self._turn_is_over()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._turn_is_over()

    def _close(self) -> None:
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
        made = self.connection.cursor(factory=_Cursor)
        made.turns = self.turns
        return made


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
