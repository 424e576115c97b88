"""The engine that the settings name for SQLite: Django's, and two things that make moves cheaper.

Django writes `%s` for each value, SQLite wants `?`. Finding them anew in every statement is a fifth
of what most statements cost, so converted statements are remembered. And with DEBUG Django would
ask SQLite for every statement with its values, which nobody reads here.
"""

from typing import Any

from django.db.backends.sqlite3 import base

from toolbox.memory import Memory

REMEMBERED = 300  # statements at least, a few kilobytes each
LONGEST = 10_000  # characters of one worth remembering

_written: Memory[str, str] = Memory(REMEMBERED)


class DatabaseWrapper(base.DatabaseWrapper):
    @property
    def queries_logged(self) -> bool:
        return bool(self.force_debug_cursor)  # tests count queries

    def create_cursor(self, name: Any = None) -> Any:
        return self.connection.cursor(factory=_Cursor)


class _Cursor(base.SQLiteCursorWrapper):
    def convert_query(self, query: str, *, param_names: Any = None) -> str:
        if param_names is not None or len(query) > LONGEST:
            return super().convert_query(query, param_names=param_names)
        known = _written.get(query)
        return _written.put(query, super().convert_query(query)) if known is None else known
