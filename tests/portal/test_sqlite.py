"""The database engine for SQLite: statements are written for it once, and say what they said.

Those who write take turns, and nothing is kept that nobody reads.
"""

import errno
import fcntl
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.db import DatabaseError, connection, reset_queries
from django.test.utils import CaptureQueriesContext

from portal.sqlite import base, log, turns
from tests.support.sqlite_files import begin, connections_to

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "_written", base.Memory(base.REMEMBERED))


def answer(query: str, values: object = None) -> object:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return cursor.fetchone()[0]


@pytest.mark.parametrize(
    ("query", "values", "said"),
    [
        ("SELECT %s || %s", ["a", "b"], "ab"),
        ("SELECT '100%%' || %s", ["?"], "100%?"),
        ("SELECT '%%s' || %s", ["a"], "%sa"),
        ("SELECT %(last)s || %(first)s", {"first": "a", "last": "b"}, "ba"),
        ("SELECT '%s'", None, "%s"),
        (f"SELECT %s -- {'x' * base.LONGEST}", ["a"], "a"),
    ],
)
def test_every_value_comes_to_its_place_the_second_time_too(
    query: str, values: object, said: str
) -> None:
    assert answer(query, values) == said
    assert answer(query, values) == said


def test_a_statement_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    real = base.base.SQLiteCursorWrapper.convert_query

    def convert(cursor: object, query: str, *, param_names: object = None) -> str:
        asked.append(query)
        return str(real(cursor, query, param_names=param_names))  # type: ignore[arg-type]

    monkeypatch.setattr(base.base.SQLiteCursorWrapper, "convert_query", convert)
    assert [answer("SELECT %s", [number]) for number in range(3)] == [0, 1, 2]
    assert asked == ["SELECT %s"]


# -- turns ---------------------------------------------------------------------------------------


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Callable[[], base.DatabaseWrapper]]:
    """Opens connections to one database in a file."""
    with connections_to(tmp_path / "portal.sqlite3") as open_one:
        yield open_one


def is_free(tmp_path: Path) -> bool:
    with (tmp_path / "portal.sqlite3-turn").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


@pytest.mark.parametrize("end", ["commit", "rollback", "close"])
def test_a_turn_is_over_when_its_transaction_is(tmp_path: Path, database: Any, end: str) -> None:
    one = database()
    assert is_free(tmp_path)
    begin(one)
    assert not is_free(tmp_path)
    getattr(one, end)()
    assert is_free(tmp_path)


def test_a_transaction_that_could_not_begin_has_no_turn(tmp_path: Path, database: Any) -> None:
    one = database()
    one.connection.execute("BEGIN")  # behind its back: SQLite refuses the next one
    with pytest.raises(DatabaseError, match="within a transaction"):
        begin(one)
    assert is_free(tmp_path)


def test_a_single_statement_that_writes_is_a_turn(tmp_path: Path, database: Any) -> None:
    one = database()
    one.cursor().execute("CREATE TABLE said (what text)")
    with (tmp_path / "portal.sqlite3-turn").open("a") as another:
        fcntl.flock(another, fcntl.LOCK_EX)
        slept = []

        def sleep(seconds: float) -> None:
            slept.append(seconds)
            fcntl.flock(another, fcntl.LOCK_UN)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("portal.sqlite.turns.time.sleep", sleep)
            assert one.cursor().execute("SELECT count(*) FROM said").fetchone() == (0,)
            assert slept == []
            one.cursor().execute("INSERT INTO said VALUES (%s)", ["your turn"])
        assert slept == [turns.EVERY_SECONDS]
    assert is_free(tmp_path)


def test_a_statement_that_fails_has_no_turn_left(tmp_path: Path, database: Any) -> None:
    one = database()
    with pytest.raises(DatabaseError, match="no such table"):
        one.cursor().execute("INSERT INTO nowhere VALUES (1)")
    assert is_free(tmp_path)


def test_a_statement_within_a_transaction_does_not_end_its_turn(
    tmp_path: Path, database: Any
) -> None:
    one = database()
    begin(one)
    one.cursor().execute("CREATE TABLE said (what text)")
    one.cursor().execute("INSERT INTO said VALUES (%s)", ["your turn"])
    assert not is_free(tmp_path)


def test_a_turn_that_a_fork_has_open_too_is_over_when_its_connection_closes(
    tmp_path: Path, database: Any
) -> None:
    one = database()
    begin(one)
    forked = os.dup(one.turns._file)  # as a fork has it
    one.close()
    assert is_free(tmp_path)
    os.close(forked)


def test_a_file_system_without_locks_has_no_turns(
    database: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(*_asked: Any) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("portal.sqlite.turns.fcntl.flock", no_locks)
    one = database()
    begin(one)
    one.commit()


def test_the_next_turn_begins_when_the_one_before_it_is_over(
    database: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = database(), database()
    begin(one)
    slept = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            one.commit()

    monkeypatch.setattr("portal.sqlite.turns.time.sleep", sleep)
    begin(other)
    assert slept == [turns.EVERY_SECONDS] * 3


def test_whoever_waits_too_long_asks_the_database_itself(
    tmp_path: Path, database: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "PATIENCE_SECONDS", 0.0)
    one = database()
    with (tmp_path / "portal.sqlite3-turn").open("a") as stopped:
        fcntl.flock(stopped, fcntl.LOCK_EX)  # somebody who never goes on
        begin(one)
        one.connection.execute("CREATE TABLE said (what text)")
        one.commit()
        assert not is_free(tmp_path)  # it took no turn, so it gave none back


def test_a_connection_that_is_dropped_drops_its_turn(tmp_path: Path, database: Any) -> None:
    one = database()
    begin(one)
    one.connection.rollback()
    one.turns = None
    assert is_free(tmp_path)


def test_a_turn_file_of_somebody_else_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    Path("shared-turn").touch(0o444)
    own = os.geteuid()
    if own == 0:  # to whom everything is open
        os.seteuid(65_534)
    try:
        one, other = turns.turns_at("shared"), turns.turns_at("shared")
    finally:
        os.seteuid(own)
    assert one is not None
    assert other is not None
    one.wait()
    with Path("shared-turn").open() as file, pytest.raises(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    one.over()
    other.wait()
    with Path("shared-turn").open() as file, pytest.raises(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_where_no_file_can_be_made_there_are_no_turns(tmp_path: Path) -> None:
    assert turns.turns_at(str(tmp_path / "nowhere" / "portal.sqlite3")) is None
    assert turns.turns_at("file:portal.sqlite3?cache=private") is None


# -- what nobody reads ---------------------------------------------------------------------------


def test_statements_are_kept_for_those_who_ask_alone(settings: Any) -> None:
    settings.DEBUG = True
    reset_queries()
    assert answer("SELECT %s", [1]) == 1
    assert connection.queries == []
    with CaptureQueriesContext(connection) as asked:
        assert answer("SELECT %s", [1]) == 1
    assert [query["sql"] for query in asked] == ["SELECT 1"]


# -- the log -------------------------------------------------------------------------------------


def in_the_file_itself(tmp_path: Path) -> int:
    """How many tables there are in the database's file, without its log."""
    alone = tmp_path / "alone.sqlite3"
    shutil.copy(tmp_path / "portal.sqlite3", alone)
    with closing(sqlite3.connect(alone)) as opened:
        (count,) = opened.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
    return int(count)


def test_the_log_is_folded_into_the_file_while_somebody_writes(
    database: Callable[[], base.DatabaseWrapper], tmp_path: Path
) -> None:
    writer, folder = database(), database()
    with writer.cursor() as cursor:
        cursor.execute("CREATE TABLE first (name)")
        cursor.execute("BEGIN IMMEDIATE")
        cursor.execute("CREATE TABLE second (name)")
        assert in_the_file_itself(tmp_path) == 0
        log.fold(folder)
        assert in_the_file_itself(tmp_path) == 1
        cursor.execute("COMMIT")


def test_moves_fold_it_only_where_the_sweeper_comes_too_late() -> None:
    assert answer("PRAGMA wal_autocheckpoint") == 8_000
    assert "portal.tasks.fold_log" in settings.SWEEPS


def test_other_databases_have_no_such_log() -> None:
    log.fold(SimpleNamespace(vendor="postgresql"))
