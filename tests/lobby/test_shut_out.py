"""Whoever is banned, or whose account is shut, is at no table any more and in no new match."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import sanctions
from accounts.models import Notice, User
from games.matches.models import Match
from lobby.models import Table
from lobby.tables import services
from lobby.tasks import sweep_tables
from tests.lobby.tables import opened, refusal, seated

pytestmark = pytest.mark.django_db


def test_a_ban_frees_seats_hands_tables_over_and_closes_the_others(
    amber, birch, cedar, django_capture_on_commit_callbacks
):
    alone, shared, guest, others = opened(amber), opened(amber), opened(birch), opened(cedar)
    services.join(table=shared, user=birch)
    services.join(table=guest, user=amber)
    judge, until = User.objects.create_superuser("judge"), timezone.now() + timedelta(days=1)
    with django_capture_on_commit_callbacks(execute=True):
        sanctions.impose(user=amber, by=judge, kind="ban", reason="Threats.", ends_at=until)
    for table in (alone, shared, guest, others):
        table.refresh_from_db()
    assert (alone.status, seated(alone)) == ("closed", ["", "", ""])
    assert (shared.status, shared.host, seated(shared)) == ("open", birch, ["", "birch", ""])
    assert (guest.status, guest.host, seated(guest)) == ("open", birch, ["birch", "", ""])
    assert seated(others) == ["cedar", "", ""]
    assert Notice.objects.get(user=birch).link == f"/tables/{shared.public_id}/"


@pytest.mark.parametrize("shut", [{"is_active": False}, {"banned_until": sanctions.FOR_EVER}])
def test_the_sweep_does_it_where_the_task_got_lost(amber, birch, shut):
    table = opened(birch)
    services.join(table=table, user=amber)
    over = opened(amber)
    Table.objects.filter(pk=over.pk).update(status=Table.Status.CLOSED)
    ago = timezone.now() - timedelta(seconds=1)
    User.objects.filter(pk=amber.pk).update(banned_until=ago)
    sweep_tables()
    assert seated(table) == ["birch", "amber", ""], "that ban is over"
    User.objects.filter(pk=amber.pk).update(**shut)
    sweep_tables()
    assert (seated(table), seated(over)) == (["birch", "", ""], ["amber", "", ""])


def test_the_next_host_is_never_somebody_who_cannot_come(amber, birch, cedar):
    table = opened(amber)
    for guest in (birch, cedar):
        services.join(table=table, user=guest)
    User.objects.filter(pk=birch.pk).update(is_active=False)
    assert services.leave(table=table, user=amber).host == cedar


def test_no_match_starts_with_somebody_who_cannot_play(amber, birch, frozen):
    table = opened(amber, seats=2)
    services.join(table=table, user=birch)
    User.objects.filter(pk=birch.pk).update(banned_until=timezone.now() + timedelta(hours=1))
    refused = refusal(services.start, table=table, user=amber)
    assert (refused.code, refused.detail) == ("shut_out", "birch can’t play right now.")
    frozen.shift(3600 - 1)
    assert services.start_due(table_pk=table.pk) is None
    services.start_overdue()
    assert not Match.objects.exists()
    frozen.shift(2)
    assert services.start(table=table, user=amber).match
