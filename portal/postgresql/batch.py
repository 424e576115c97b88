"""Statements sent to PostgreSQL in one write, and prepared once per connection.

The driver has a pipeline mode, too, but it calls the kernel twice for each statement, and waits for
the BEGIN before them: that was a third of what a move's transaction took. Here everything leaves in
one write, including BEGIN and COMMIT. This uses the driver's bindings of libpq (`psycopg.pq`) and
its conversion of values (`psycopg.adapt`).
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import psycopg
from psycopg import IsolationLevel, abc, errors, postgres
from psycopg.adapt import AdaptersMap, PyFormat, Transformer
from psycopg.pq import ConnStatus, ExecStatus, Format, TransactionStatus
from psycopg.pq.abc import PGconn, PGresult
from psycopg.waiting import Ready, Wait

# What the server says of a prepared statement whose table has changed, or that it doesn't have.
_NOT_PREPARED = (errors.FeatureNotSupported, errors.InvalidSqlStatementName)


class Statement:
    """Looks like a cursor. It has rows and a row count once its batch has run."""

    def __init__(self, send: "Callable[[Statement], None]") -> None:
        self._send = send
        self.sql = ""
        self.params: Sequence[Any] = ()
        self.rowcount = -1
        self.rows: list[tuple[Any, ...]] = []

    def execute(self, sql: str, params: Sequence[Any] = ()) -> None:
        self.sql, self.params = sql, params
        self._send(self)

    def fetchall(self) -> list[tuple[Any, ...]]:
        return self.rows

    def close(self) -> None:
        """Nothing to release."""


class _Session:
    """What is kept per connection: how values are converted, and what is prepared."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self.connection, self.adapters = connection, _adapters(connection)
        self.values: abc.Transformer = Transformer(self)  # it reads these two
        self.prepared: dict[str, bytes] = {}  # the statements' names, by SQL
        self._named = 0

    def new_name(self) -> bytes:
        """None is used twice: the server may still have what is no longer in `prepared`."""
        self._named += 1
        return b"portal_%d" % self._named


def _session(connection: psycopg.Connection) -> _Session:
    """The connection's own. It is an attribute of it, so that both end together."""
    kept = vars(connection)
    if "portal_session" not in kept:
        kept["portal_session"] = _Session(connection)
    session: _Session = kept["portal_session"]
    return session


def _adapters(connection: psycopg.Connection) -> AdaptersMap:
    """Django's, but with the driver's own loader for timestamps.

    Django's is written in Python, and needed only where a connection's time zone isn't UTC.
    """
    adapters = AdaptersMap(connection.adapters)
    oid = postgres.types["timestamptz"].oid
    loader: Any = psycopg.adapters.get_loader(oid, Format.TEXT)
    adapters.register_loader(oid, loader)
    return adapters


class Batch:
    """Statements that are executed in order.

    They begin a transaction unless the connection is in autocommit mode, or in one already.
    `commits`: also commit, unless one of them fails.
    """

    def __init__(
        self,
        connection: psycopg.Connection,
        statements: Sequence[Statement],
        *,
        commits: bool = False,
    ) -> None:
        self.connection, self.statements, self.commits = connection, statements, commits
        self.session = _session(connection)

    def run(self) -> None:
        """Send them and wait for all results. Raises the driver's errors: the first there is.

        No statement after that one is executed.
        """
        pgconn = self.connection.pgconn
        begins = pgconn.transaction_status == TransactionStatus.IDLE
        params = [self._dumped(statement) for statement in self.statements]
        try:
            results = self._results(params)
        except _NOT_PREPARED:
            if not begins:  # a rollback would undo what was done before
                raise
            self.connection.rollback()
            results = self._results(params)
        for statement, result in zip(self.statements, results, strict=True):
            self._deliver(statement, result)

    def _dumped(self, statement: Statement) -> Sequence[Any]:
        """The parameters as text, of a type that the server infers from the statement.

        If we declared types by value, None or a small number would need another statement.
        """
        formats = [PyFormat.TEXT] * len(statement.params)
        return self.session.values.dump_sequence(statement.params, formats)

    def _results(self, params: Sequence[Sequence[Any]]) -> list[PGresult]:
        """One per statement."""
        pgconn, sent = self.connection.pgconn, _Sent()
        try:
            pgconn.enter_pipeline_mode()
            self._send(params, sent)
            results = self.connection.wait(_talk(pgconn))
            pgconn.exit_pipeline_mode()
        except BaseException:
            pgconn.finish()  # its protocol state is unknown
            raise
        for result in results:
            if result.status == ExecStatus.FATAL_ERROR:
                error = errors.error_from_result(result)
                self._forget(sent, results, error)
                raise error
        return [results[index] for index in sent.statements]

    def _send(self, params: Sequence[Sequence[Any]], sent: "_Sent") -> None:
        pgconn, session = self.connection.pgconn, self.session
        if begin := _begin(self.connection):
            pgconn.send_query_params(begin, None)
            sent.count += 1
        for statement, values in zip(self.statements, params, strict=True):
            sql = statement.sql
            if sql not in session.prepared:
                session.prepared[sql] = session.new_name()
                pgconn.send_prepare(session.prepared[sql], _numbered(sql))
                sent.prepared[sql] = sent.count
                sent.count += 1
            pgconn.send_query_prepared(session.prepared[sql], values)
            sent.statements.append(sent.count)
            sent.count += 1
        if self.commits:
            pgconn.send_query_params(b"COMMIT", None)
        pgconn.pipeline_sync()

    def _forget(self, sent: "_Sent", results: Sequence[PGresult], error: Exception) -> None:
        """Forget the statements that the server didn't come to prepare, or can't use anymore."""
        if isinstance(error, _NOT_PREPARED):
            self.session.prepared.clear()
        for sql, index in sent.prepared.items():
            if results[index].status != ExecStatus.COMMAND_OK:
                self.session.prepared.pop(sql, None)

    def _deliver(self, statement: Statement, result: PGresult) -> None:
        statement.rowcount = -1 if result.command_tuples is None else result.command_tuples
        if result.status == ExecStatus.TUPLES_OK:
            values = self.session.values
            values.set_pgresult(result)
            statement.rows = values.load_rows(0, result.ntuples, tuple)


class _Sent:
    """Where the results of a batch will be among all that the server answers."""

    def __init__(self) -> None:
        self.count = 0
        self.statements: list[int] = []
        self.prepared: dict[str, int] = {}  # by SQL, those that weren't before


def _begin(connection: psycopg.Connection) -> bytes:
    """What begins a transaction; nothing if the connection is in one, or in autocommit mode."""
    if connection.autocommit or connection.pgconn.transaction_status != TransactionStatus.IDLE:
        return b""
    if connection.isolation_level is None:
        return b"BEGIN"
    level = IsolationLevel(connection.isolation_level).name.replace("_", " ")
    return b"BEGIN ISOLATION LEVEL " + level.encode()


@lru_cache
def _numbered(sql: str) -> bytes:
    """The SQL with `$1`, `$2`, … for `%s`."""
    first, *rest = (part.replace("%%", "%") for part in sql.split("%s"))
    numbered = first + "".join(f"${number}{part}" for number, part in enumerate(rest, 1))
    return numbered.encode()


def _talk(pgconn: PGconn) -> abc.PQGen[list[PGresult]]:
    """Write all that libpq holds and read all results; for `Connection.wait`."""
    while pgconn.flush():
        if (yield Wait.RW) & Ready.R:
            pgconn.consume_input()
    results: list[PGresult] = []
    while True:
        while pgconn.is_busy():
            yield Wait.R
            pgconn.consume_input()
        result = pgconn.get_result()
        if result is None:  # the end of one statement's results
            if pgconn.status == ConnStatus.BAD:
                raise _lost(results)
        elif result.status == ExecStatus.PIPELINE_SYNC:
            return results
        else:
            results.append(result)


def _lost(results: Sequence[PGresult]) -> psycopg.Error:
    """Why there is no connection any longer, if the server has said so."""
    if results and results[-1].status == ExecStatus.FATAL_ERROR:
        return errors.error_from_result(results[-1])
    return errors.OperationalError("the connection was lost")
