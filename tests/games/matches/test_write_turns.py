"""Steps on an SQLite file write one after another, in turns that order them and nothing else."""

import errno
import fcntl
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import transaction

from games.matches.models import Match
from games.matches.play import steps, write_turns
from games.matches.play.write_turns import write_turn


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The connection that steps have: to a file, in no transaction."""
    path = tmp_path / "portal.sqlite3"
    path.touch()
    connection = SimpleNamespace(
        vendor="sqlite", in_atomic_block=False, settings_dict={"NAME": path}
    )
    monkeypatch.setattr(write_turns, "connection", connection)
    return connection


@pytest.fixture
def is_free(database: SimpleNamespace) -> Callable[[], bool]:
    def tried() -> bool:
        with Path(f"{database.settings_dict['NAME']}-turn").open("a") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
            return True

    return tried


def test_a_turn_ends_with_its_block(is_free: Callable[[], bool]) -> None:
    with write_turn():
        assert not is_free()
    assert is_free()


def test_a_turn_ends_with_a_failure(is_free: Callable[[], bool]) -> None:
    with pytest.raises(ZeroDivisionError), write_turn():
        _ = 1 / 0
    assert is_free()


def test_a_turn_ends_early_for_whoever_says_so(is_free: Callable[[], bool]) -> None:
    with write_turn() as over:
        over()
        assert is_free()


def test_the_next_turn_begins_when_the_one_before_it_is_over(
    database: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    with write_turn() as over:
        slept = []

        def sleep(seconds: float) -> None:
            slept.append(seconds)
            if len(slept) == 3:
                over()

        monkeypatch.setattr(write_turns.time, "sleep", sleep)
        with write_turn():
            assert slept == [write_turns.EVERY_SECONDS] * 3


def test_a_step_that_waits_too_long_asks_the_database_itself(
    is_free: Callable[[], bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write_turns, "PATIENCE_SECONDS", 0.0)
    with write_turn():
        with write_turn():
            pass
        assert not is_free()  # it took no turn, so it gave none back


@pytest.mark.parametrize(
    "otherwise",
    [
        {"vendor": "postgresql"},
        {"in_atomic_block": True},
        {"settings_dict": {"NAME": "file:memorydb?mode=memory"}},
    ],
)
def test_there_are_no_turns_elsewhere(
    database: SimpleNamespace, otherwise: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(write_turns.time, "sleep")  # nobody waits
    with write_turn():
        vars(database).update(otherwise)
        with write_turn() as over:
            over()


def test_a_file_system_without_locks_has_no_turns(
    database: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(*_asked: Any) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(write_turns.fcntl, "flock", no_locks)
    with write_turn(), write_turn():
        pass


@pytest.mark.django_db(transaction=True)
def test_a_step_has_its_turn_until_it_is_stored(
    begin: Callable[..., Match], is_free: Callable[[], bool]
) -> None:
    seen = []
    with steps.one_step(pk=begin().pk):
        transaction.on_commit(lambda: seen.append(is_free()))
        seen.append(is_free())
    assert seen == [False, True]
