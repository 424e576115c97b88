"""Statements that go to PostgreSQL together, and are planned once for a connection.

The driver has a pipeline, too, but it asks the kernel twice for each statement in it, and sends
each alone, after a BEGIN that it waits for: that took half of the time of a move. Here all leave in
one write, with the BEGIN of their transaction. Of the driver this uses the functions of libpq
(`psycopg.pq`) and what turns values into text and back (`psycopg.adapt`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import psycopg
from psycopg import Binary, IsolationLevel, abc, errors, postgres
from psycopg.adapt import AdaptersMap, PyFormat, Transformer
from psycopg.pq import ConnStatus, ExecStatus, Format, TransactionStatus
from psycopg.pq.abc import PGconn, PGresult
from psycopg.waiting import Ready, Wait

_BINARY, _TEXT = PyFormat.BINARY, PyFormat.TEXT


class Statement:
    """Looks like a cursor. What it has found or changed is known when its exchange is over."""

    def __init__(self, ask: "Callable[[Statement], None]") -> None:
        self._ask = ask
        self.sql = ""
        self.given: Sequence[Any] = ()
        self.rowcount = -1
        self.rows: list[tuple[Any, ...]] = []

    def execute(self, sql: str, given: Sequence[Any] = ()) -> None:
        self.sql, self.given = sql, given
        self._ask(self)

    def fetchall(self) -> list[tuple[Any, ...]]:
        return self.rows

    def close(self) -> None:
        """It holds nothing."""


class _Session:
    """What is kept for a connection: how its values are written and read, and what is planned."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self.connection, self.adapters = connection, _adapters(connection)
        self.values: abc.Transformer = Transformer(self)  # it looks for these two
        self.plans: dict[str, bytes] = {}  # their names, by SQL
        self.stale = False  # the server may have plans, or lack some, that aren't in there

    def forget(self) -> None:
        self.plans.clear()
        self.stale = True


def _session(connection: psycopg.Connection) -> _Session:
    """The connection's own. It keeps it itself, so that both go together."""
    kept = vars(connection)
    if "portal_session" not in kept:
        kept["portal_session"] = _Session(connection)
    session: _Session = kept["portal_session"]
    return session


def _adapters(connection: psycopg.Connection) -> AdaptersMap:
    """Django's, but for times: its loader is written in Python, since not all zones are UTC."""
    adapters = AdaptersMap(connection.adapters)
    oid = postgres.types["timestamptz"].oid
    loader: Any = psycopg.adapters.get_loader(oid, Format.TEXT)
    adapters.register_loader(oid, loader)
    return adapters


@dataclass
class _Sending:
    """What libpq holds of an exchange: how many answers there will be, and which are whose."""

    count: int = 0
    own: list[int] = field(default_factory=list)  # for each statement, the place of its answer
    planned: bool = False  # it has statements that weren't planned before


class Exchange:
    """Statements in the order they were added, and their answers.

    They begin a transaction if the connection is to be in one and isn't. The first failure is
    raised; nothing after it has been done then.
    """

    def __init__(self, connection: psycopg.Connection, *statements: Statement) -> None:
        self.connection, self.statements = connection, list(statements)
        self.session = _session(connection)

    def run(self) -> None:
        """Send them, wait, and give each statement its answer. Raises psycopg's errors."""
        first = self.connection.pgconn.transaction_status == TransactionStatus.IDLE
        packed = [self._packed(statement) for statement in self.statements]
        try:
            answers = self._answers(packed)
        except errors.FeatureNotSupported:
            # A migration has changed a table since its plan was made. If nothing was done in this
            # transaction before, it can begin again.
            if not first:
                raise
            self.connection.rollback()
            answers = self._answers(packed)
        for statement, answer in zip(self.statements, answers, strict=True):
            _give(statement, answer, self.session.values)

    def _packed(self, statement: Statement) -> tuple[str, Sequence[Any], Sequence[Format] | None]:
        """SQL, values and their formats.

        Of what type values are is for the server to say: by what Python has, None or a small number
        would make it another plan. So all are text but for bytes, which can only be meant.
        """
        values = self.session.values
        formats = [_BINARY if type(value) is Binary else _TEXT for value in statement.given]
        return statement.sql, values.dump_sequence(statement.given, formats), values.formats

    def _answers(self, packed: Sequence[Any]) -> list[PGresult]:
        """One for each statement."""
        pgconn, sending = self.connection.pgconn, _Sending()
        pgconn.enter_pipeline_mode()
        try:
            self._send(packed, sending)
            answers = self.connection.wait(_talk(pgconn))
        except BaseException:
            pgconn.finish()  # nobody knows what it would say next
            raise
        pgconn.exit_pipeline_mode()
        for answer in answers:
            if answer.status == ExecStatus.FATAL_ERROR:
                error = errors.error_from_result(answer)
                if sending.planned or isinstance(error, errors.FeatureNotSupported):
                    self.session.forget()
                raise error
        return [answers[at] for at in sending.own]

    def _send(self, packed: Sequence[Any], sending: _Sending) -> None:
        pgconn, session = self.connection.pgconn, self.session
        if begin := _begin(self.connection):
            pgconn.send_query_params(begin, None)
            sending.count += 1
        if session.stale:
            pgconn.send_query_params(b"DEALLOCATE ALL", None)
            session.stale = False
            sending.count += 1
        for sql, values, formats in packed:
            if (name := session.plans.get(sql)) is None:
                name = session.plans[sql] = b"plan_%d" % len(session.plans)
                pgconn.send_prepare(name, _numbered(sql))
                sending.count, sending.planned = sending.count + 1, True
            pgconn.send_query_prepared(name, values, formats)
            sending.own.append(sending.count)
            sending.count += 1
        pgconn.pipeline_sync()


def _begin(connection: psycopg.Connection) -> bytes:
    """What begins a transaction; nothing if the connection is in one, or is to be in none."""
    if connection.autocommit or connection.pgconn.transaction_status != TransactionStatus.IDLE:
        return b""
    if connection.isolation_level is None:
        return b"BEGIN"
    level = IsolationLevel(connection.isolation_level).name.replace("_", " ")
    return b"BEGIN ISOLATION LEVEL " + level.encode()


@lru_cache
def _numbered(sql: str) -> bytes:
    """The same with its parameters numbered, as PostgreSQL has them."""
    first, *rest = sql.split("%s")
    numbered = first + "".join(f"${number}{part}" for number, part in enumerate(rest, 1))
    return numbered.encode()


def _talk(pgconn: PGconn) -> abc.PQGen[list[PGresult]]:
    """Write all that libpq holds and read all answers; for `Connection.wait`."""
    while pgconn.flush():
        if (yield Wait.RW) & Ready.R:
            pgconn.consume_input()
    answers: list[PGresult] = []
    while True:
        while pgconn.is_busy():
            yield Wait.R
            pgconn.consume_input()
        answer = pgconn.get_result()
        if answer is None:  # the end of what one statement is answered
            if pgconn.status == ConnStatus.BAD:
                raise errors.OperationalError("the connection was lost")
        elif answer.status == ExecStatus.PIPELINE_SYNC:
            return answers
        else:
            answers.append(answer)


def _give(statement: Statement, answer: PGresult, values: abc.Transformer) -> None:
    changed = answer.command_tuples
    statement.rowcount = -1 if changed is None else changed
    if answer.status == ExecStatus.TUPLES_OK:
        values.set_pgresult(answer)
        statement.rows = values.load_rows(0, answer.ntuples, tuple)
