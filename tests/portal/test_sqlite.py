"""The database engine for SQLite: statements are written for it once, and say what they said."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.db import connection, reset_queries
from django.test.utils import CaptureQueriesContext

from portal.sqlite import base
from portal.tasks import fold

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
def test_every_value_comes_to_its_place_the_second_time_too(query, values, said):
    assert answer(query, values) == said
    assert answer(query, values) == said


def test_a_statement_is_written_once(monkeypatch):
    asked = []
    real = base.base.SQLiteCursorWrapper.convert_query

    def convert(cursor: object, query: str, *, param_names: object = None) -> str:
        asked.append(query)
        return str(real(cursor, query, param_names=param_names))  # type: ignore[arg-type]

    monkeypatch.setattr(base.base.SQLiteCursorWrapper, "convert_query", convert)
    assert [answer("SELECT %s", [number]) for number in range(3)] == [0, 1, 2]
    assert asked == ["SELECT %s"]


# -- what nobody reads ---------------------------------------------------------------------------


def test_statements_are_kept_for_those_who_ask_alone(settings):
    settings.DEBUG = True
    reset_queries()
    assert answer("SELECT %s", [1]) == 1
    assert connection.queries == []
    with CaptureQueriesContext(connection) as asked:
        assert answer("SELECT %s", [1]) == 1
    assert [query["sql"] for query in asked] == ["SELECT 1"]


# -- the log -------------------------------------------------------------------------------------


@contextmanager
def opened_at(tmp_path: Path) -> Iterator[base.DatabaseWrapper]:
    """A connection of our engine to a file, as another process has it."""
    chosen = {**connection.settings_dict, "NAME": str(tmp_path / "portal.sqlite3")}
    with closing(base.DatabaseWrapper(chosen, "default")) as opened:
        yield opened


def in_the_file_itself(tmp_path: Path) -> int:
    """How many tables there are in the database's file, without its log."""
    alone = tmp_path / "alone.sqlite3"
    shutil.copy(tmp_path / "portal.sqlite3", alone)
    with closing(sqlite3.connect(alone)) as opened:
        (count,) = opened.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
    return int(count)


def test_the_log_is_folded_into_the_file_while_somebody_writes(tmp_path):
    with ExitStack() as opened:
        writer, folder = (opened.enter_context(opened_at(tmp_path)) for _ in range(2))
        with writer.cursor() as cursor:
            cursor.execute("CREATE TABLE first (name)")
            cursor.execute("BEGIN IMMEDIATE")
            cursor.execute("CREATE TABLE second (name)")
            assert in_the_file_itself(tmp_path) == 0
            fold(folder)
            assert in_the_file_itself(tmp_path) == 1
            cursor.execute("COMMIT")
    assert answer("PRAGMA wal_autocheckpoint") == 8_000
    assert "portal.tasks.fold_log" in settings.SWEEPS
    fold(SimpleNamespace(vendor="postgresql"))
