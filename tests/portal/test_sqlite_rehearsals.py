"""Transactions that are worked out before their turn: as if they had waited, or not at all.

`one` is who rehearses; what others do meanwhile goes around the turns, by a connection of its own.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, connections, transaction

from portal.sqlite import turns
from portal.sqlite.base import DatabaseWrapper
from portal.sqlite.rehearsals import Rehearsal, Unrehearsed
from tests.support.sqlite_files import begin, connections_to

pytestmark = pytest.mark.django_db


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "portal.sqlite3"
    with closing(sqlite3.connect(path)) as made:
        made.executescript(
            "CREATE TABLE said (who text UNIQUE, what text);"
            "INSERT INTO said VALUES ('amber', 'hello'), ('birch', 'hi');"
        )
    return path


@pytest.fixture
def open_one(path: Path) -> Iterator[Callable[[], DatabaseWrapper]]:
    """Opens connections to that database."""
    with connections_to(path) as opener:
        yield opener


@pytest.fixture
def one(open_one: Any) -> DatabaseWrapper:
    """A connection in a crowd: somebody else wrote when it should have been its turn."""
    crowded: DatabaseWrapper = open_one()
    assert crowded.turns is not None
    crowded.turns._crowded_until = float("inf")
    return crowded


def read(one: DatabaseWrapper, who: str) -> Any:
    with one.cursor() as cursor:
        cursor.execute("SELECT what FROM said WHERE who = %s", [who])
        return cursor.fetchall()


def write(one: DatabaseWrapper, who: str, what: str) -> int:
    with one.cursor() as cursor:
        cursor.execute("UPDATE said SET what = %s WHERE who = %s", [what, who])
        return int(cursor.rowcount)


def elsewhere(path: Path, statement: str) -> Any:
    """What another process does or sees, whoever's turn it is."""
    with closing(sqlite3.connect(path, timeout=0)) as other, other:
        return other.execute(statement).fetchall()


def stored(path: Path) -> dict[str, str]:
    return dict(elsewhere(path, "SELECT who, what FROM said"))


HELLO = {"amber": "hello", "birch": "hi"}


def test_others_write_while_it_is_worked_out(path: Path, one: Any) -> None:
    with one.rehearsing() as trial:
        begin(one)
        assert read(one, "amber") == [("hello",)]
        assert write(one, "amber", "good evening") == 1
        elsewhere(path, "UPDATE said SET what = 'bye' WHERE who = 'birch'")
        assert stored(path)["amber"] == "hello"
        one.commit()
    assert trial.tried
    assert stored(path) == {"amber": "good evening", "birch": "bye"}


def test_what_was_read_must_be_as_it_was(path: Path, one: Any) -> None:
    with one.rehearsing():
        begin(one)
        read(one, "amber")
        write(one, "birch", "good evening")
        elsewhere(path, "UPDATE said SET what = 'bye' WHERE who = 'amber'")
        with pytest.raises(Unrehearsed):
            one.commit()
        one.rollback()
    assert stored(path) == {"amber": "bye", "birch": "hi"}


def test_what_was_not_there_must_still_be_missing(path: Path, one: Any) -> None:
    with one.rehearsing():
        begin(one)
        assert read(one, "cedar") == []
        write(one, "amber", "who is missing?")
        elsewhere(path, "INSERT INTO said VALUES ('cedar', 'me')")
        with pytest.raises(Unrehearsed):
            one.commit()
        one.rollback()
    assert stored(path) == {**HELLO, "cedar": "me"}


def test_all_or_nothing_is_written(path: Path, one: Any) -> None:
    with one.rehearsing():
        begin(one)
        write(one, "amber", "good evening")
        write(one, "nobody", "good evening")  # as if there were such a row
        with pytest.raises(Unrehearsed):
            one.commit()
        one.rollback()
    assert stored(path) == HELLO


def test_what_the_database_refuses_is_refused(path: Path, one: Any) -> None:
    with one.rehearsing():
        begin(one)
        write(one, "birch", "good evening")
        with one.cursor() as cursor:
            cursor.execute("INSERT INTO said VALUES (%s, %s)", ["amber", "again"])
        with pytest.raises(IntegrityError):
            one.commit()
        one.rollback()
    assert stored(path) == HELLO


@pytest.mark.parametrize(
    "unfit",
    [
        "SELECT what FROM said",  # after a write, which it wouldn't see
        "INSERT INTO said VALUES (%s, 'x') RETURNING who",
        "CREATE TABLE more (what text)",
        "SAVEPOINT here",
    ],
)
def test_what_cannot_be_rehearsed_is_not(path: Path, one: Any, unfit: str) -> None:
    with one.rehearsing():
        begin(one)
        write(one, "amber", "good evening")
        with one.cursor() as cursor, pytest.raises(Unrehearsed):
            cursor.execute(unfit, ["cedar"] if "%s" in unfit else [])
        one.rollback()
    assert stored(path) == HELLO


@pytest.mark.parametrize("fetch", ["fetchone", "fetchmany", "lastrowid"])
def test_only_fetchall_can_be_rehearsed(one: Any, fetch: str) -> None:
    with one.rehearsing():
        begin(one)
        with one.cursor() as cursor:
            cursor.execute("SELECT what FROM said WHERE who = %s", ["amber"])
            with pytest.raises(Unrehearsed):
                getattr(cursor, fetch)
        one.rollback()


@pytest.mark.parametrize("end", ["rollback", "close"])
def test_what_was_noted_goes_with_its_transaction(path: Path, one: Any, end: str) -> None:
    with one.rehearsing():
        begin(one)
        write(one, "amber", "good evening")
        getattr(one, end)()
    one.ensure_connection()
    assert write(one, "birch", "good evening") == 1
    assert stored(path) == {"amber": "hello", "birch": "good evening"}


def test_it_is_written_in_its_turn_and_gives_it_back(
    path: Path, one: Any, open_one: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = open_one()
    begin(other)
    with one.rehearsing():
        begin(one)
        write(one, "amber", "good evening")

        def sleep(seconds: float) -> None:
            write(other, "birch", "first")
            other.commit()

        monkeypatch.setattr("portal.sqlite.turns.time.sleep", sleep)
        one.commit()
    assert stored(path) == {"amber": "good evening", "birch": "first"}
    begin(other)  # or it would sleep, and write once more outside of a transaction
    other.rollback()


def test_nobody_rehearses_who_has_not_asked_to(path: Path, one: Any) -> None:
    with one.rehearsing():
        pass
    begin(one)
    write(one, "amber", "good evening")
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        elsewhere(path, "UPDATE said SET what = 'bye'")
    one.commit()
    assert stored(path)["amber"] == "good evening"


def test_alone_one_writes_at_once(path: Path, open_one: Any) -> None:
    one = open_one()
    with one.rehearsing() as trial:
        begin(one)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            elsewhere(path, "UPDATE said SET what = 'bye'")
        one.commit()
    assert not trial.tried


def test_whoever_found_the_turn_taken_rehearses_for_a_while(
    open_one: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr("portal.sqlite.turns.time.monotonic", lambda: now)
    one, other = open_one(), open_one()

    def rehearses() -> bool:
        with one.rehearsing() as trial:
            begin(one)
            one.rollback()
        return bool(trial.tried)

    assert not rehearses()
    begin(other)
    assert rehearses()
    other.rollback()
    assert rehearses()
    now += turns.CROWDED_SECONDS
    assert not rehearses()


@pytest.mark.parametrize("unfit", [2**70, "\ud800"])
def test_what_the_driver_cannot_take_leaves_nothing_behind(
    path: Path, one: Any, unfit: Any
) -> None:
    with one.rehearsing():
        begin(one)
        write(one, "amber", "half of it")
        write(one, "birch", unfit)
        with pytest.raises(Unrehearsed):
            one.commit()
        one.rollback()
        one.set_autocommit(True)
    assert stored(path) == HELLO
    assert not one.connection.in_transaction
    assert write(one, "amber", "the next one") == 1


def test_an_end_half_way_leaves_nothing_behind(
    path: Path, one: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def perform(rehearsal: Rehearsal, connection: Any) -> None:
        connection.execute("UPDATE said SET what = 'half of it'")
        raise KeyboardInterrupt

    monkeypatch.setattr(Rehearsal, "perform", perform)
    with one.rehearsing():
        begin(one)
        with pytest.raises(KeyboardInterrupt):
            one.commit()
        one.set_autocommit(True)
    assert stored(path) == HELLO
    assert write(one, "amber", "the next one") == 1


def test_what_follows_a_success_is_done_in_the_ordinary_way(path: Path, one: Any) -> None:
    with one.rehearsing():
        begin(one)
        write(one, "amber", "good evening")
        one.commit()
        begin(one)
        with one.cursor() as cursor:
            cursor.execute("INSERT INTO said VALUES (%s, %s) RETURNING who", ["cedar", "me"])
            assert cursor.fetchone() == ("cedar",)
        one.commit()
    assert stored(path) == {"amber": "good evening", "birch": "hi", "cedar": "me"}


def test_a_failure_after_a_success_is_no_failure_of_the_try(path: Path, one: Any) -> None:
    with one.rehearsing() as trial:
        begin(one)
        write(one, "amber", "good evening")
        one.commit()
        begin(one)
        write(one, "birch", "never mind")
        one.rollback()
        begin(one)
        write(one, "birch", "good evening, too")
        one.commit()
    assert (trial.tried, trial.failed) == (True, False)
    assert stored(path) == {"amber": "good evening", "birch": "good evening, too"}


def test_after_a_failure_nothing_more_is_done_in_that_try(path: Path, one: Any) -> None:
    with one.rehearsing():
        begin(one)
        write(one, "amber", "good evening")
        one.rollback()
        one.set_autocommit(True)
        with pytest.raises(Unrehearsed):
            write(one, "birch", "this didn't work")
        with pytest.raises(Unrehearsed):
            read(one, "birch")
        with pytest.raises(Unrehearsed):
            begin(one)
    assert write(one, "birch", "by the book") == 1
    assert stored(path) == {"amber": "hello", "birch": "by the book"}


def test_a_rehearsal_in_vain_ends_as_any_failed_transaction(path: Path, one: Any) -> None:
    done: list[str] = []
    connections["one"] = one

    def rehearse() -> None:
        with transaction.atomic(using="one"):
            read(one, "amber")
            write(one, "birch", "good evening")
            one.on_commit(lambda: done.append("told"))
            elsewhere(path, "UPDATE said SET what = 'bye' WHERE who = 'amber'")

    try:
        with one.rehearsing(), pytest.raises(Unrehearsed):
            rehearse()
        assert (one.get_autocommit(), one.in_atomic_block, done) == (True, False, [])
        with transaction.atomic(using="one"):
            write(one, "birch", "good evening")
    finally:
        del connections["one"]
    assert stored(path) == {"amber": "bye", "birch": "good evening"}
