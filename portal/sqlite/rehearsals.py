"""A transaction worked out before its turn to write, while somebody else writes.

Most of a move is reading and thinking, and SQLite would let nobody else write meanwhile. While
several processes write, a caller that asks for it (`DatabaseWrapper.rehearsing`) reads right away
and notes what to write. When its turn comes all is read once more: if it is as it was, so is what
follows from it, and what was noted is written. Otherwise, or where something can't be done so,
nothing has happened and `Unrehearsed` is raised, for the caller to begin anew in the ordinary way.
"""

from typing import Any

from django.db import DatabaseError

WRITES = ("INSERT", "UPDATE", "DELETE")  # as Django begins what changes rows


class Unrehearsed(DatabaseError):
    """The transaction must be done in the ordinary way."""


class Rehearsal:
    """What was read so far, and what is to be written, in SQLite's own words."""

    def __init__(self) -> None:
        self.read: list[tuple[str, Any, list[Any]]] = []
        self.written: list[tuple[str, Any]] = []

    def perform(self, connection: Any) -> None:
        """Write what was noted, within a transaction that has begun. Raises `Unrehearsed`."""
        for query, values, rows in self.read:
            if connection.execute(query, values).fetchall() != rows:
                raise Unrehearsed("what was read has changed")
        for query, values in self.written:
            if not connection.execute(query, values).rowcount:
                raise Unrehearsed("there is no such row")


class RehearsedCursor:
    """Stands in for a cursor. It does what moves need, and raises `Unrehearsed` for all else."""

    rowcount = 1  # at least, of every statement that writes: `perform` gives up otherwise

    def __init__(self, rehearsal: Rehearsal, cursor: Any) -> None:
        self._rehearsal, self._cursor = rehearsal, cursor
        self._rows: list[Any] = []

    def execute(self, query: str, values: Any = None) -> None:
        if values is None:
            raise Unrehearsed(query[:20])
        written = self._cursor.convert_query(query)
        if query.startswith(WRITES) and " RETURNING " not in query:
            self._rehearsal.written.append((written, values))
        elif query.startswith("SELECT") and not self._rehearsal.written:
            self._rows = self._cursor.execute(query, values).fetchall()
            self._rehearsal.read.append((written, values, self._rows))
        else:
            raise Unrehearsed(query[:20])

    def fetchall(self) -> list[Any]:
        return self._rows

    def close(self) -> None:
        self._cursor.close()

    def __getattr__(self, name: str) -> Any:
        raise Unrehearsed(name)


class Trial:
    """Whether a transaction was rehearsed: `tried`, and if in vain `failed`.

    What follows a success, on commit say, is done in the ordinary way. After a failure the
    connection does nothing more in this try: it may come from rows that don't fit together, and
    must have no consequences.
    """

    tried = False
    failed = False
