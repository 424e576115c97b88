"""What a move asks of PostgreSQL: statements planned once, in few ways there and back.

Read on PostgreSQL alone (tests/conftest.py): SQLite has no ways to save.
"""

from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import psycopg
import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import (
    IntegrityError,
    OperationalError,
    connection,
    connections,
    transaction,
)

from games.matches.models import Match, Seat
from games.matches.play import services, steps
from games.matches.record import stored
from games.matches.record.prepared import PreparedInsert, PreparedUpdate, at_once
from tests.games.matches.conftest import legal, look, play, play_on, user_to_move
from tests.support.waiting import wait_for

pytestmark = pytest.mark.django_db(transaction=True)

Begin = Callable[..., Match]


def planned(table: str) -> int:
    """How many statements about that table this connection has a plan for."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        return sum(f'"{table}"' in statement for (statement,) in cursor.fetchall())


def test_the_statements_of_a_move_are_planned_once(begin: Begin) -> None:
    match = begin()
    play_on(match, 3)
    early = planned("matches_step")
    assert early
    play_on(match, 6)
    assert planned("matches_step") == early


def test_a_statement_has_one_plan_whatever_its_values_are(begin: Begin) -> None:
    """None and numbers of any size included."""
    match = begin()
    play_on(match, 2)
    for size in (None, 1, 40_000, 3_000_000_000):
        match.acted_by_id = size and match.seats.get(index=0).user_id
        match.version, match.chance_counters = 2, {"size": size}
        assert PreparedUpdate(Match, ("acted_by", "chance_counters"), "version")(match, 2)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*), count(DISTINCT statement) FROM pg_prepared_statements")
        ((plans, statements),) = cursor.fetchall()
    assert plans == statements


def test_a_table_changed_by_a_migration_fails_no_move(begin: Begin) -> None:
    """Nor what is read outside a transaction."""
    match = begin()
    play_on(match, 2)
    assert len(stored.seats_now(match.pk)) == 2
    try:
        change_a_column_to("varchar(77)")
        assert play(match).version == 3
        change_a_column_to("varchar(78)")
        assert len(stored.seats_now(match.pk)) == 2
        assert play(match).version == 4
    finally:
        change_a_column_to("varchar(8)")
    assert play(match).version == 5


def change_a_column_to(kind: str) -> None:
    """By another connection, as a migration does."""

    def change() -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE matches_seat ALTER COLUMN outcome TYPE {kind}")
        connections.close_all()

    migration = Thread(target=change)
    migration.start()
    migration.join()


def test_a_move_waits_for_the_server_three_times(begin: Begin, tmp_path: Path) -> None:
    """For match and seats, for all that it writes, for the end."""
    match = begin()
    play_on(match, 2)  # planned by now
    move, said = coming(match), tmp_path / "said"
    with said.open("w") as file:
        connection.connection.pgconn.trace(file.fileno())
        services.submit_action(**move)
        connection.connection.pgconn.untrace()
    assert said.read_text().count("ReadyForQuery") == 3


def test_seats_are_read_when_the_lock_is_there(begin: Begin) -> None:
    match = begin()
    seen: list[str] = []

    def read() -> None:
        with steps.one_step(public_id=match.public_id) as (_match, seats):
            seen.append(seats[1].name)
        connections.close_all()

    def waits() -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM pg_locks WHERE NOT granted")
            return cursor.fetchone() is not None

    reader = Thread(target=read)
    with transaction.atomic():
        Match.objects.select_for_update().get(pk=match.pk)
        reader.start()
        wait_for(waits, "the reader to wait for the lock")
        Seat.objects.filter(match=match, index=1).update(name="another")
    reader.join()
    assert seen == ["another"]


def test_what_fails_together_leaves_a_connection_that_works(begin: Begin) -> None:
    match = begin()
    step = match.steps.get(index=0)
    with pytest.raises(IntegrityError), transaction.atomic(), at_once():
        PreparedInsert(type(step))(step)  # its index is taken
    play(match)
    assert Match.objects.get(pk=match.pk).version == 1


def test_who_is_interrupted_has_changed_nothing_and_may_go_on(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begin()
    play_on(match, 1)
    waits = psycopg.Connection.wait
    answers = iter((waits, interrupted))  # what is read, and what is written

    def wait(*said: Any, **how: Any) -> Any:
        return next(answers, waits)(*said, **how)

    monkeypatch.setattr(psycopg.Connection, "wait", wait)
    with pytest.raises(SoftTimeLimitExceeded):
        play(match)
    monkeypatch.undo()
    assert Match.objects.get(pk=match.pk).version == 1
    assert play(match).version == 2


def interrupted(*_said: Any, **_how: Any) -> None:
    raise SoftTimeLimitExceeded


def test_after_a_lost_connection_the_next_move_has_another(begin: Begin) -> None:
    match = begin()
    play_on(match, 2)
    lost, move = connection.connection.info.backend_pid, coming(match)

    def lose() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s)", [lost])
        connections.close_all()

    operator = Thread(target=lose)
    operator.start()
    operator.join()
    with pytest.raises(OperationalError):
        services.submit_action(**move)
    assert services.submit_action(**move).version == 3


def coming(match: Match) -> dict[str, Any]:
    """The next move, as `submit_action` takes it."""
    shown = look(match)
    user = user_to_move(shown)
    move = {"user": user, "action": legal(shown, user)[0], "version": shown.version}
    return move | {"public_id": match.public_id}
