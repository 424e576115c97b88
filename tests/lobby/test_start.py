"""Full tables start by themselves, forgotten ones are closed."""

from datetime import timedelta

import pytest

from accounts import notices
from accounts.models import Notice
from games.matches.models import Match
from lobby import tasks
from lobby.models import Table
from lobby.presence import place_of_table
from lobby.tables import services
from tests.lobby.tables import opened, refusal, seated

pytestmark = pytest.mark.django_db


def full(amber, birch, **wishes) -> Table:
    return services.join(table=opened(amber, seats=2, **wishes), user=birch)


def now(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def test_the_last_seat_starts_the_countdown_and_its_end_the_match(amber, birch, frozen):
    table = full(amber, birch)
    assert (now(table).starts_at - now(table).touched_at).total_seconds() == 10
    frozen.shift(9.9)
    tasks.start_when_due(table.pk)
    tasks.sweep_tables()
    assert now(table).match is None
    frozen.shift(0.1)
    tasks.start_when_due(table.pk)
    assert (now(table).status, now(table).starts_at) == ("started", None)
    tasks.start_when_due(table.pk)
    tasks.sweep_tables()
    assert Match.objects.count() == 1


def test_computers_think_for_the_host_who_does_not_sit_there(amber):
    table = opened(amber, sit=False, seats=2, ai={0: "easy", 1: "easy"})
    assert services.start(table=table, user=amber).match.acted_by == amber


def test_who_isnt_looking_hears_that_the_match_has_begun(amber, birch, frozen, monkeypatch):
    table = full(amber, birch)
    looking = {place_of_table(table.public_id): {birch.pk: 1}}
    monkeypatch.setattr("accounts.presence.at", looking.__getitem__)
    frozen.shift(10)
    tasks.start_when_due(table.pk)
    notice = amber.notices.get(event="table")
    assert notices.sentence(notice).endswith(" is full, and the match has begun.")
    assert now(table).match.public_id in notice.link
    assert not birch.notices.filter(event="table").exists()


def test_whoever_begins_the_match_knows(amber, birch):
    services.start(table=full(amber, birch), user=amber)
    assert not amber.notices.exists()
    assert birch.notices.filter(event="table").count() == 1


def test_a_start_is_queued_for_the_end_of_the_countdown(
    amber, birch, monkeypatch, django_capture_on_commit_callbacks
):
    queued = []
    monkeypatch.setattr(tasks.start_when_due, "apply_async", lambda *a, **n: queued.append((a, n)))
    with django_capture_on_commit_callbacks(execute=True):
        table = full(amber, birch)
    assert queued == [((((table.pk,),)), {"countdown": 10})]


@pytest.mark.parametrize("how", ["leave", "kick", "remove_ai"])
def test_a_seat_that_becomes_free_ends_the_countdown(amber, birch, frozen, how):
    table = full(amber, birch) if how != "remove_ai" else opened(amber, seats=2, ai={1: "easy"})
    assert now(table).starts_at
    if how == "leave":
        services.leave(table=table, user=birch)
    else:
        getattr(services, how)(table=table, user=amber, seat=1)
    frozen.shift(20)
    tasks.sweep_tables()
    assert (now(table).status, now(table).starts_at) == ("open", None)


def test_the_host_holds_it_and_changing_seats_does_not_begin_the_countdown_anew(
    amber, birch, frozen
):
    table = full(amber, birch)
    ends = now(table).starts_at
    frozen.shift(5)
    services.swap(table=table, user=amber, seat=0, other=1)
    assert now(table).starts_at == ends
    services.hold(table=table, user=amber)
    frozen.shift(60)
    tasks.sweep_tables()
    assert (now(table).status, now(table).starts_at) == ("open", None)
    services.hold(table=table, user=amber, hold=False)
    assert now(table).starts_at
    services.hold(table=table, user=amber)
    assert refusal(services.hold, table=table, user=birch).code == "not_the_host"
    services.leave(table=table, user=birch)
    assert refusal(services.hold, table=table, user=amber).code == "seats_free"
    services.join(table=table, user=birch)
    assert now(table).starts_at, "holding ends when somebody leaves"
    frozen.shift(10)
    tasks.sweep_tables()
    assert now(table).status == "started", "the sweeper starts what the task did not"


def test_a_table_of_live_pace_is_closed_after_half_an_hour_unless_somebody_is_there(
    amber, birch, frozen, cedar
):
    table = opened(amber, clock={"type": "live", "bank": 300})
    services.invite(table=table, user=amber, name="birch")
    frozen.shift(timedelta(minutes=30))
    tasks.sweep_tables()
    assert now(table).status == "open"
    frozen.shift(1)
    tasks.sweep_tables()
    assert now(table).status == "closed"
    told = Notice.objects.get(user=amber)
    assert "was closed" in notices.sentence(told)
    assert told.link.endswith(f"/tables/new/{table.game}/")
    assert not Notice.objects.filter(user=birch).exists()  # nothing to come to any more
    table = opened(amber, clock={"type": "live", "bank": 300})
    services.join(table=table, user=birch)
    for user, kept in ((birch, True), (amber, True), (cedar, False)):
        frozen.shift(timedelta(minutes=20))
        services.touch(public_id=table.public_id, user=user)
        frozen.shift(timedelta(minutes=20))
        tasks.sweep_tables()
        assert (now(table).status == "open") is kept


@pytest.mark.parametrize("clock", [None, {"type": "move", "seconds": 86_400}])
def test_other_tables_wait_a_week(amber, clock, frozen):
    table = opened(amber, clock=clock)
    frozen.shift(timedelta(days=7))
    tasks.sweep_tables()
    assert now(table).status == "open"
    frozen.shift(1)
    tasks.sweep_tables()
    assert now(table).status == "closed"
    assert seated(table) == ["amber", "", ""]
    tasks.start_when_due(table.pk + 1)  # of a table that is gone
