"""What only PostgreSQL does to a move: locks of rows, lost connections, interrupted commits."""

from threading import Thread
from unittest.mock import Mock

import psycopg
import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import (
    DataError,
    OperationalError,
    ProgrammingError,
    close_old_connections,
    connection,
    connections,
    transaction,
)

from accounts.hashing import PatientPasswordHasher
from games.matches.models import Match, Seat
from games.matches.play.actions import services
from games.matches.play.engine import steps
from games.matches.record import stored
from games.matches.record.prepared import PreparedUpdates
from tests.games.matches.conftest import next_move, play, play_on
from tests.support.waiting import wait_for
from toolbox.database_errors import Busy, refusing

pytestmark = pytest.mark.django_db(transaction=True)


def elsewhere(sql: str):
    """Execute it on another connection, as a migration or an operator does."""

    def execute():
        with connection.cursor() as cursor:
            cursor.execute(sql)
        connections.close_all()

    other = Thread(target=execute)
    other.start()
    other.join()


def lose_connection():
    elsewhere(f"SELECT pg_terminate_backend({connection.connection.info.backend_pid}, 5000)")


def test_a_column_added_by_a_migration_fails_no_move(begin):
    match = begin()
    play_on(match, 2)
    try:
        elsewhere("ALTER TABLE matches_seat ADD COLUMN added varchar(7) NULL")
        assert play(match).version == 3
    finally:
        elsewhere("ALTER TABLE matches_seat DROP COLUMN added")
    assert play(match).version == 4


def test_a_column_changed_by_a_migration_is_busy_until_the_connection_is_new(begin):
    match = begin()
    play_on(match, 2)
    try:
        elsewhere("ALTER TABLE matches_seat ALTER COLUMN outcome TYPE varchar(77)")
        with pytest.raises(Busy), refusing():
            play(match)
        connection.close()
        getattr(connection, "close_pool", bool)()
        assert play(match).version == 3
    finally:
        elsewhere("ALTER TABLE matches_seat ALTER COLUMN outcome TYPE varchar(8)")


def test_a_text_too_long_for_its_column_is_refused_not_cut(begin):
    seats = list(begin().seats.all())
    seats[1].outcome = "a very long one"
    with pytest.raises(DataError):
        PreparedUpdates(Seat, ("outcome",))(seats)


def test_seats_are_read_after_the_lock_is_there(begin):
    match = begin()
    seen = []

    def read():
        with steps.one_step(public_id=match.public_id) as (_match, seats):
            seen.append(seats[1].name)
        connections.close_all()

    def waits():
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT 1 FROM pg_stat_activity"
                " WHERE wait_event_type = 'Lock' AND datname = current_database()"
            )
            return cursor.fetchone() is not None

    reader = Thread(target=read)
    with transaction.atomic():
        Match.objects.select_for_update().get(pk=match.pk)
        reader.start()
        wait_for(waits, "the reader to wait for the lock")
        Seat.objects.filter(match=match, index=1).update(name="another")
    reader.join()
    assert seen == ["another"]


def test_a_move_interrupted_at_its_commit_is_not_made_and_can_be_made_again(begin, monkeypatch):
    """Celery interrupts tasks. After each the connection is looked at (`portal.celery`)."""
    match = begin()
    play_on(match, 1)
    move = next_move(match) | {"client_id": "once"}
    interrupted = Mock(side_effect=SoftTimeLimitExceeded)
    monkeypatch.setattr(psycopg.Connection, "commit", interrupted)
    with pytest.raises(ProgrammingError):  # Django can't end the transaction then
        services.submit_action(**move)
    monkeypatch.undo()
    close_old_connections()
    assert Match.objects.get(pk=match.pk).version == 1
    assert services.submit_action(**move).version == 2
    connection.close()  # what wasn't committed is gone
    assert Match.objects.get(pk=match.pk).version == 2


def test_after_a_lost_connection_the_next_move_has_another(begin):
    match = begin()
    play_on(match, 2)
    move = next_move(match)
    lose_connection()
    with pytest.raises(OperationalError):
        services.submit_action(**move)
    close_old_connections()
    assert services.submit_action(**move).version == 3


def test_connections_lost_while_nobody_used_them_cost_no_move(begin):
    """As all are when PostgreSQL is restarted."""
    match = begin()
    pid = connection.connection.info.backend_pid
    connection.close()  # back into the pool, which can't know
    given = connection.get_connection_params()
    with psycopg.connect(**given, autocommit=True) as operator:
        operator.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
    for version in range(1, 5):  # the pool gives those first that have waited longest
        assert play(match).version == version
        connection.close()


def test_who_waits_for_a_hash_keeps_no_connection_from_others(begin):
    begin()
    assert connection.connection is not None
    PatientPasswordHasher().encode("pass", "salt", 1)
    assert connection.connection is None


def test_who_reads_when_the_connection_is_lost_reads_again(begin):
    match = begin()
    assert len(stored.seats_now(match.pk)) == 2
    lose_connection()
    with pytest.raises(OperationalError):
        stored.seats_now(match.pk)
    close_old_connections()
    assert len(stored.seats_now(match.pk)) == 2
