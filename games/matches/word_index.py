"""An index of the words of a text column: FTS5 on SQLite, GIN on PostgreSQL."""

from collections.abc import Sequence
from typing import Any

from django.db import connection, models, transaction

# SQLite's index is a table of its own, which triggers keep in step with the texts.
_FTS5 = (
    'CREATE VIRTUAL TABLE IF NOT EXISTS "{name}" USING fts5("{column}", content="{table}", '
    'content_rowid="{key}", tokenize="unicode61 remove_diacritics 0")'
)
_ENTER = 'INSERT INTO "{name}" (rowid, "{column}") VALUES (new."{key}", new."{column}");'
_TAKE_OUT = (
    'INSERT INTO "{name}" ("{name}", rowid, "{column}") '
    'VALUES (\'delete\', old."{key}", old."{column}");'
)
_TRIGGER = 'CREATE TRIGGER IF NOT EXISTS "{name}_{when}" AFTER {when} ON "{table}" BEGIN {does} END'
_GIN = 'CREATE INDEX "{name}" ON "{table}" USING gin (to_tsvector(\'simple\', "{column}"))'

# FTS5 keeps the words of a deleted row until it has merged the segments they lie in. A negative
# number of pages starts to merge all of them; a positive one continues, by about that many.
_MERGE = 'INSERT INTO "{name}" ("{name}", rank) VALUES (\'merge\', %s)'
_NOTHING = 2  # a merge that changes fewer rows had nothing to do, FTS5's documentation says
PAGES = 16  # of 4 kB, per step

_NEWEST = {
    "sqlite": 'SELECT rowid FROM "{name}" WHERE "{name}" MATCH %s AND rowid < %s '
    "ORDER BY rowid DESC LIMIT %s",
    # Materialized, so that the index comes first: reading texts takes far longer.
    "postgresql": 'WITH found AS MATERIALIZED (SELECT "{key}" AS key FROM "{table}" '
    "WHERE to_tsvector('simple', \"{column}\") @@ to_tsquery('simple', %s)) "
    "SELECT key FROM found WHERE key < %s ORDER BY key DESC LIMIT %s",
}


class WordIndex(models.Index):
    """An index of a column of words, separated by white space. The primary key must be a number."""

    def create_sql(self, model: Any, schema_editor: Any, using: str = "", **said: Any) -> Any:
        names = self._names(model)
        if schema_editor.connection.vendor == "postgresql":
            return _GIN.format(**names)
        does = {"insert": _ENTER, "delete": _TAKE_OUT, "update": _TAKE_OUT + _ENTER}
        for when, what in does.items():
            trigger = _TRIGGER.format(when=when, does=what.format(**names), **names)
            schema_editor.deferred_sql.append(trigger)
        return _FTS5.format(**names)

    def remove_sql(self, model: Any, schema_editor: Any, **said: Any) -> Any:
        if schema_editor.connection.vendor == "postgresql":
            return f'DROP INDEX "{self.name}"'
        for when in ("insert", "delete", "update"):
            schema_editor.execute(f'DROP TRIGGER IF EXISTS "{self.name}_{when}"')
        return f'DROP TABLE "{self.name}"'

    def newest(
        self, model: type[models.Model], words: Sequence[str], *, before: int, at_most: int
    ) -> list[int]:
        """The highest keys below `before` of rows with all these words, highest first.

        `words`: at least one, of letters and digits, in lower case; the last may be a beginning.
        """
        if connection.vendor == "postgresql":
            asked = " & ".join(f"'{word}'" for word in words) + ":*"
        else:
            asked = " AND ".join(f'"{word}"' for word in words) + " *"
        query = _NEWEST[connection.vendor].format(**self._names(model))
        with connection.cursor() as cursor:
            cursor.execute(query, [asked, before, at_most])
            return [key for (key,) in cursor.fetchall()]

    def purge(self, model: type[models.Model], steps: int, *, goes_on: bool = False) -> bool:
        """Take words of deleted rows out of SQLite's index, in at most `steps` short transactions.

        Returns whether that is done; else call it again with `goes_on`. PostgreSQL needs no purge.
        """
        if connection.vendor == "postgresql":
            return True
        query = _MERGE.format(**self._names(model))
        for step in range(steps):
            begins = step == 0 and not goes_on
            with transaction.atomic(), connection.cursor() as cursor:
                before = _changes(cursor)
                cursor.execute(query, [-PAGES if begins else PAGES])
                if _changes(cursor) - before < _NOTHING:
                    return True
        return False

    def _names(self, model: Any) -> dict[str, str]:
        (field,) = self.fields
        return {
            "name": self.name,
            "table": model._meta.db_table,
            "column": model._meta.get_field(field).column,
            "key": model._meta.pk.column,
        }


def _changes(cursor: Any) -> int:
    """The rows that this connection has ever changed, an index's own tables included."""
    return int(cursor.execute("SELECT total_changes()").fetchone()[0])
