"""What a move asks of PostgreSQL: statements planned once, in few ways there and back.

Read on PostgreSQL alone (tests/conftest.py): SQLite has no ways to save.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest
from django.db import (
    IntegrityError,
    NotSupportedError,
    connection,
    connections,
    transaction,
)

from games.matches.models import Match, Seat
from games.matches.play import services, steps
from games.matches.record import stored
from games.matches.record.prepared import PreparedInsert, at_once
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


def test_a_table_changed_by_a_migration_fails_one_move_at_most(begin: Begin) -> None:
    """What is read outside a transaction, which no rollback would heal, isn't planned."""
    match = begin()
    play_on(match, 2)
    for _time in range(3):
        assert len(stored.seats_now(match.pk)) == 2
    try:
        change_a_column_to("varchar(77)")
        for _time in range(3):
            assert len(stored.seats_now(match.pk)) == 2
        with suppress(NotSupportedError):
            play(match)
        assert play(match).version > 2
    finally:
        change_a_column_to("varchar(8)")
        connection.close()
        connection.close_pool()  # other threads' connections have plans, too, of tests before


def change_a_column_to(kind: str) -> None:
    """By another connection, as a migration does."""

    def change() -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE matches_seat ALTER COLUMN outcome TYPE {kind}")
        connections.close_all()

    migration = Thread(target=change)
    migration.start()
    migration.join()


def test_a_move_waits_for_the_server_four_times(begin: Begin, tmp_path: Path) -> None:
    """For the transaction, for match and seats, for all that it writes, for the end."""
    match = begin()
    play_on(match, 2)  # planned by now
    shown = look(match)
    user, said = user_to_move(shown), tmp_path / "said"
    move = {"user": user, "action": legal(shown, user)[0], "version": shown.version}
    with said.open("w") as file:
        connection.connection.pgconn.trace(file.fileno())
        services.submit_action(public_id=match.public_id, **move)
        connection.connection.pgconn.untrace()
    assert said.read_text().count("ReadyForQuery") == 4


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
