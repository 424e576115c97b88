"""What a move asks of PostgreSQL: statements prepared once, in few round trips.

Read on PostgreSQL alone (tests/conftest.py): SQLite has no round trips to save.
"""

import contextlib
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import Mock

import msgspec
import psycopg
import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import (
    DataError,
    IntegrityError,
    InternalError,
    NotSupportedError,
    OperationalError,
    ProgrammingError,
    connection,
    connections,
    transaction,
)

from games.matches.models import Match, Seat
from games.matches.play import services, steps
from games.matches.record import stored
from games.matches.record.prepared import (
    Prepared,
    PreparedInsert,
    PreparedUpdate,
    PreparedUpdates,
    at_once,
)
from portal.postgresql.batch import Batch
from tests.games.matches.conftest import legal, look, play, play_on, user_to_move
from tests.support.waiting import wait_for

pytestmark = pytest.mark.django_db(transaction=True)

Begin = Callable[..., Match]


def prepared(words: str) -> int:
    """How many statements with these words this connection has prepared."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        return sum(words in statement for (statement,) in cursor.fetchall())


def elsewhere(sql: str) -> None:
    """Execute it on another connection, as a migration or an operator does."""

    def execute() -> None:
        with connection.cursor() as cursor:
            cursor.execute(sql)
        connections.close_all()

    other = Thread(target=execute)
    other.start()
    other.join()


def change_a_column_to(kind: str) -> None:
    elsewhere(f"ALTER TABLE matches_seat ALTER COLUMN outcome TYPE {kind}")


def still_busy() -> bool:
    """Whether another connection is doing something for us."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND state <> 'idle'"
        )
        return cursor.fetchone() is not None


def next_move(match: Match) -> dict[str, Any]:
    """As `submit_action` takes it."""
    shown = look(match)
    user = user_to_move(shown)
    move = {"user": user, "action": legal(shown, user)[0], "version": shown.version}
    return move | {"public_id": match.public_id}


# -- prepared statements ---------------------------------------------------------------------------


def test_the_statements_of_a_move_are_prepared_once(begin: Begin) -> None:
    match = begin()
    play_on(match, 3)
    early = prepared('"matches_step"')
    assert early
    play_on(match, 6)
    assert prepared('"matches_step"') == early


def test_a_statement_is_prepared_once_whatever_its_values_are(begin: Begin) -> None:
    """None and numbers of any size included."""
    match, write = begin(), PreparedUpdate(Match, ("acted_by", "settled"))
    somebody = match.seats.get(index=0).user_id
    for match.acted_by_id, match.settled in ((None, 1), (somebody, 40_000), (None, 2_000_000)):
        assert write(match)
    assert prepared('SET "acted_by_id" = $1, "settled" = $2') == 1


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


def test_what_a_transaction_did_before_is_not_done_without_it(begin: Begin) -> None:
    """A changed table fails what has begun already: to begin again would lose what was done."""
    match = begin()

    @transaction.atomic
    def settle_and_read() -> None:
        Match.objects.filter(pk=match.pk).update(settled=5)
        stored.seats_now(match.pk)

    assert len(stored.seats_now(match.pk)) == 2
    try:
        change_a_column_to("varchar(77)")
        with pytest.raises(NotSupportedError):
            settle_and_read()
        assert len(stored.seats_now(match.pk)) == 2
    finally:
        change_a_column_to("varchar(8)")
    assert Match.objects.get(pk=match.pk).settled is None


def test_statements_that_the_server_has_lost_are_prepared_again(begin: Begin) -> None:
    match = begin()
    play_on(match, 2)
    with connection.cursor() as cursor:
        cursor.execute("DEALLOCATE ALL")  # a pooler between may do that
    assert play(match).version == 3


def test_a_statement_after_one_that_fails_is_prepared_when_it_is_next_used(begin: Begin) -> None:
    match = begin()
    step, settle = match.steps.get(index=0), PreparedUpdate(Match, ("settled",), "settled")

    @transaction.atomic
    def insert_and_settle() -> None:
        with at_once():
            PreparedInsert(type(step))(step)  # its index is taken
            settle.send(match, 0)

    match.settled = 5
    with pytest.raises(IntegrityError):
        insert_and_settle()
    with transaction.atomic():
        assert len(stored.seats_now(match.pk)) == 2
        assert not settle(match, 0)


def test_a_text_too_long_for_its_column_is_refused_not_cut(begin: Begin) -> None:
    seats = list(begin().seats.all())
    seats[1].outcome = "a very long one"
    with pytest.raises(DataError):
        PreparedUpdates(Seat, ("outcome",))(seats)


# -- together --------------------------------------------------------------------------------------


def test_a_move_takes_two_round_trips(begin: Begin, tmp_path: Path) -> None:
    """For match and seats, and for all that it writes with the end."""
    match = begin()
    play_on(match, 2)  # prepared by now
    move, trace = next_move(match), tmp_path / "trace"
    with trace.open("w") as file:
        connection.connection.pgconn.trace(file.fileno())
        services.submit_action(**move)
        connection.connection.pgconn.untrace()
    assert trace.read_text().count("ReadyForQuery") == 2


def test_seats_are_read_after_the_lock_is_there(begin: Begin) -> None:
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


def test_what_fails_together_is_undone_together(begin: Begin) -> None:
    match = begin()
    step = match.steps.get(index=0)

    @transaction.atomic
    def settle_and_insert() -> None:
        with at_once():
            PreparedUpdate(Match, ("settled",)).send(match)
            PreparedInsert(type(step))(step)  # its index is taken

    match.settled = 5
    with pytest.raises(IntegrityError):
        settle_and_insert()
    assert Match.objects.get(pk=match.pk).settled is None
    play(match)
    assert Match.objects.get(pk=match.pk).version == 1


def test_what_was_to_be_sent_is_dropped_where_the_block_fails(begin: Begin) -> None:
    match = begin()

    def settle_and_fail() -> None:
        with at_once():
            PreparedUpdate(Match, ("settled",)).send(match)
            raise ZeroDivisionError

    match.settled = 5
    with pytest.raises(ZeroDivisionError):
        settle_and_fail()
    assert Match.objects.get(pk=match.pk).settled is None
    assert len(stored.seats_now(match.pk)) == 2


def test_a_block_without_statements_begins_nothing(begin: Begin) -> None:
    begin()
    with transaction.atomic(), at_once():
        pass
    with transaction.atomic():
        with at_once():
            pass
        idle = psycopg.pq.TransactionStatus.IDLE
        assert connection.connection.info.transaction_status == idle


@pytest.mark.parametrize("query", [Match.objects.count, lambda: at_once().__enter__()])
def test_nothing_overtakes_statements_that_wait(begin: Begin, query: Callable[[], Any]) -> None:
    begin()
    with at_once(), pytest.raises(AssertionError):
        query()


def test_a_result_that_was_not_waited_for_is_not_known(begin: Begin) -> None:
    match = begin()
    with at_once():
        change = PreparedUpdate(Match, ("settled",)).send(match)
        assert change.was_made() is None
    assert change.was_made() is True


def test_more_than_sockets_hold_goes_both_ways(begin: Begin) -> None:
    match = begin()
    match.state = bytes(range(256)) * 20_000  # 5 MB
    write = PreparedUpdate(Match, ("state",))
    read = Prepared(Match.objects.all(), "public_id")
    with transaction.atomic(), at_once():
        sent = [(write.send(match), read.send(match.public_id)) for _time in range(3)]
    assert [bytes(rows.read()[0].state) for _change, rows in sent] == [match.state] * 3


# -- put off ---------------------------------------------------------------------------------------


_settle = PreparedUpdate(Match, ("settled",))


def are_put_off() -> bool:
    """Whether there are statements that haven't been sent."""
    own: Any = connections["default"]
    return bool(own.put_off)


def settle_later(match: Match, settled: int) -> None:
    match.settled = settled
    with at_once(until_commit=True):
        _settle.send(match)


@transaction.atomic
def settle_and_fail(match: Match, settled: int) -> None:
    settle_later(match, settled)
    raise ZeroDivisionError


def settled(match: Match) -> int | None:
    return Match.objects.values_list("settled", flat=True).get(pk=match.pk)


def test_what_is_put_off_leaves_with_the_commit_in_its_order(begin: Begin) -> None:
    match, another = begin(), begin()
    with transaction.atomic():
        settle_later(match, 5)
        settle_later(another, 7)
        settle_later(match, 6)
        assert are_put_off()
    assert (settled(match), settled(another)) == (6, 7)


def test_what_the_commit_itself_refuses_is_undone(begin: Begin) -> None:
    """A foreign key that leads nowhere is found only then."""
    match = begin()

    @transaction.atomic
    def settle_and_lead_nowhere() -> None:
        settle_later(match, 5)
        match.acted_by_id = 1_000_000
        with at_once(until_commit=True):
            PreparedUpdate(Match, ("acted_by",)).send(match)

    with pytest.raises(IntegrityError):
        settle_and_lead_nowhere()
    assert settled(match) is None
    assert play(match).version == 1


def test_what_is_put_off_is_done_before_any_query(begin: Begin) -> None:
    match, read = begin(), Prepared(Match.objects.all(), "id")
    with transaction.atomic():
        settle_later(match, 5)
        assert settled(match) == 5
        settle_later(match, 6)
        assert read(match.pk)[0].settled == 6
        settle_later(match, 7)
        with at_once():
            asked = read.send(match.pk)
        assert asked.read()[0].settled == 7


def test_outside_a_transaction_nothing_is_put_off(begin: Begin) -> None:
    match = begin()
    settle_later(match, 5)
    assert not are_put_off()
    assert settled(match) == 5


def test_a_rollback_forgets_what_was_put_off(begin: Begin) -> None:
    match = begin()
    with pytest.raises(ZeroDivisionError):
        settle_and_fail(match, 5)
    with transaction.atomic():
        settle_later(match, 6)
        transaction.set_rollback(True)
    with transaction.atomic():
        assert settled(match) is None


def test_a_savepoint_stands_between_what_was_put_off_before_and_after(begin: Begin) -> None:
    match = begin()
    with transaction.atomic():
        settle_later(match, 5)
        with pytest.raises(ZeroDivisionError):
            settle_and_fail(match, 6)
        assert settled(match) == 5
        with transaction.atomic():
            settle_later(match, 7)
    assert settled(match) == 7


def test_what_fails_at_the_commit_undoes_everything(begin: Begin) -> None:
    match = begin()
    step = match.steps.get(index=0)

    @transaction.atomic
    def settle_and_insert() -> None:
        Match.objects.filter(pk=match.pk).update(settled=4)
        settle_later(match, 5)
        with at_once(until_commit=True):
            PreparedInsert(type(step))(step)  # its index is taken

    with pytest.raises(IntegrityError):
        settle_and_insert()
    assert settled(match) is None
    assert play(match).version == 1


def test_a_match_that_is_not_as_it_was_read_refuses_the_move(begin: Begin) -> None:
    """PostgreSQL itself: its answer comes with that of the COMMIT."""
    match = begin()
    play_on(match, 2)
    move, before = next_move(match), Match.objects.values().get(pk=match.pk)

    def move_after_another() -> None:
        with steps.one_step(pk=match.pk) as (locked, seats):
            Match.objects.filter(pk=match.pk).update(version=4)
            seat = next(seat.index for seat in seats if seat.user_id == move["user"].pk)
            action = msgspec.convert(move["action"], locked.ruleset.Action)
            steps.act(locked, seats, steps.Decision(seat, action, "person", move["user"].pk))
            assert are_put_off()

    with pytest.raises(DataError):
        move_after_another()
    assert Match.objects.values().get(pk=match.pk) == before
    assert match.steps.count() == 3
    assert services.submit_action(**move).version == 3


def test_a_step_that_is_there_already_refuses_the_move(begin: Begin) -> None:
    """Nobody asks then whether the match's row was changed."""
    match = begin()
    play_on(match, 2)
    move, step = next_move(match), match.steps.get(index=2)
    step.pk, step.index, step.client_id = None, 3, "another"
    step.save()
    before = Match.objects.values().get(pk=match.pk)
    with pytest.raises(IntegrityError):
        services.submit_action(**move)
    assert Match.objects.values().get(pk=match.pk) == before
    step.delete()
    assert services.submit_action(**move).version == 3


def assert_made_and_committed(move: dict[str, Any], match: Match, version: int) -> None:
    assert services.submit_action(**move).version == version
    connection.close()  # what wasn't committed is gone
    assert Match.objects.get(pk=match.pk).version == version


@pytest.mark.parametrize("error", [SoftTimeLimitExceeded, KeyboardInterrupt, UnicodeError])
def test_what_is_interrupted_before_the_commit_is_sent_leaves_no_transaction_open(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    """Django doesn't roll back for these: what follows would never be committed."""
    match = begin()
    play_on(match, 1)
    move, run = next_move(match), Batch.run

    def interrupted(batch: Batch) -> None:
        if batch.commits:
            raise error
        run(batch)

    monkeypatch.setattr(Batch, "run", interrupted)
    with pytest.raises(error):
        services.submit_action(**move)
    monkeypatch.undo()
    assert_made_and_committed(move, match, 2)


def test_a_transaction_that_was_interrupted_before_its_end_is_not_gone_on_with(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begin()
    play_on(match, 1)
    move, commit = next_move(match), "portal.postgresql.base.DatabaseWrapper._commit"
    monkeypatch.setattr(commit, Mock(side_effect=SoftTimeLimitExceeded))
    with pytest.raises(ProgrammingError):
        services.submit_action(**move)
    monkeypatch.undo()
    assert_made_and_committed(move, match, 2)


def test_a_failure_that_was_passed_over_is_not_taken_for_a_commit(begin: Begin) -> None:
    match = begin()
    step = match.steps.get(index=0)

    @transaction.atomic
    def pass_over() -> None:
        settle_later(match, 5)
        with at_once(until_commit=True):
            PreparedInsert(type(step))(step)  # its index is taken
        with contextlib.suppress(IntegrityError), transaction.atomic():
            pass

    with pytest.raises(InternalError):
        pass_over()
    assert settled(match) is None


def test_a_connection_that_is_closed_forgets_what_waits(begin: Begin) -> None:
    match = begin()
    own: Any = connections["default"]
    own.waiting = []  # interrupted before it was emptied
    connection.close()
    assert settled(match) is None


@pytest.mark.parametrize("when", ["before the commit", "in the transaction"])
def test_what_was_put_off_ends_with_a_lost_connection(begin: Begin, when: str) -> None:
    match = begin()
    stored.seats_now(match.pk)
    end = f"SELECT pg_terminate_backend({connection.connection.info.backend_pid}, 5000)"

    @transaction.atomic
    def settle() -> None:
        settle_later(match, 5)
        elsewhere(end)
        if when == "in the transaction":
            stored.seats_now(match.pk)

    with pytest.raises(OperationalError):
        settle()
    assert settled(match) is None
    with transaction.atomic():
        assert not are_put_off()


def test_a_connection_that_is_closed_takes_with_it_what_was_put_off(begin: Begin) -> None:
    match = begin()
    with transaction.atomic():
        settle_later(match, 5)
        connection.close()
    assert settled(match) is None


# -- when it doesn't end as it should --------------------------------------------------------------


@pytest.mark.parametrize("interrupted", ["reading", "writing"])
def test_an_interrupted_move_is_made_wholly_or_not_at_all_and_can_be_made_again(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, interrupted: str
) -> None:
    """Once all has been sent, the server may make it."""
    match = begin()
    play_on(match, 1)
    move = next_move(match) | {"client_id": "once"}
    waits, batches = psycopg.Connection.wait, iter(["reading", "writing"])

    def wait(self: psycopg.Connection, talk: Any, *how: Any, **named: Any) -> Any:
        if talk.__name__ == "_talk" and not self.autocommit and next(batches) == interrupted:
            raise SoftTimeLimitExceeded
        return waits(self, talk, *how, **named)

    monkeypatch.setattr(psycopg.Connection, "wait", wait)
    with pytest.raises(SoftTimeLimitExceeded):
        services.submit_action(**move)
    monkeypatch.undo()
    wait_for(lambda: not still_busy(), "the server to be done")
    version = Match.objects.get(pk=match.pk).version
    assert version == match.steps.count() - 1
    made = version == 2
    assert not (made and interrupted == "reading")
    again = services.submit_action(**move)
    assert (again.version, again.repeated) == (2, made)


def test_after_a_lost_connection_the_next_move_has_another(begin: Begin) -> None:
    match = begin()
    play_on(match, 2)
    move = next_move(match)
    elsewhere(f"SELECT pg_terminate_backend({connection.connection.info.backend_pid}, 5000)")
    with pytest.raises(OperationalError):
        services.submit_action(**move)
    assert services.submit_action(**move).version == 3


def test_who_reads_when_it_is_interrupted_or_lost_reads_again(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Outside a transaction, where nobody rolls back."""
    match = begin()
    assert len(stored.seats_now(match.pk)) == 2
    monkeypatch.setattr(psycopg.Connection, "wait", Mock(side_effect=SoftTimeLimitExceeded))
    with pytest.raises(SoftTimeLimitExceeded):
        stored.seats_now(match.pk)
    monkeypatch.undo()
    assert len(stored.seats_now(match.pk)) == 2
    elsewhere(f"SELECT pg_terminate_backend({connection.connection.info.backend_pid}, 5000)")
    with pytest.raises(OperationalError):
        stored.seats_now(match.pk)
    assert len(stored.seats_now(match.pk)) == 2


def test_an_isolation_level_that_was_asked_for_is_kept(begin: Begin) -> None:
    match = begin()
    stored.seats_now(match.pk)
    connection.connection.isolation_level = psycopg.IsolationLevel.SERIALIZABLE
    try:
        with transaction.atomic():
            stored.seats_now(match.pk)
            with connection.cursor() as cursor:
                cursor.execute("SHOW transaction_isolation")
                assert cursor.fetchone() == ("serializable",)
    finally:
        connection.connection.isolation_level = None
