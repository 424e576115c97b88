"""Notices are told once, kept until read, and pushed to whoever is here."""

from datetime import UTC, datetime
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer

from accounts import notices, pushes
from accounts.models import User
from toolbox.zones import in_zone_of

pytestmark = pytest.mark.django_db

TOLD: dict[str, Any] = {"text": "{name} invites you.", "params": {"name": "Bo"}, "link": "/"}


def test_the_same_occasion_is_told_once():
    ada = User.objects.create_user("Ada")
    for _ in range(2):
        notices.tell(user_id=ada.pk, key="invitation:1", **TOLD)
    [notice] = notices.unread(ada)
    assert notices.sentence(notice) == "Bo invites you."
    notices.mark_read(user=ada, key="invitation:1")
    assert notices.unread(ada) == []
    notices.tell(user_id=ada.pk, key="invitation:1", **TOLD)
    assert notices.unread(ada) == []


@pytest.mark.django_db(transaction=True)
async def test_open_pages_hear_of_a_notice_after_commit():
    ada = await User.objects.acreate(username="Ada")
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(pushes.group_of(ada.pk), channel)
    await sync_to_async(notices.tell)(user_id=ada.pk, key="invitation:1", **TOLD)
    assert await layer.receive(channel) == {"type": "person.notice"}


def test_of_what_is_settled_those_pages_hear_that_count(django_capture_on_commit_callbacks):
    """Other sockets of the person, a match's for example, don't know that push and would die."""
    ada = User.objects.create_user("Ada")
    notices.tell(user_id=ada.pk, key="ask:1", **TOLD)
    held: list[Any] = []
    with pushes.held_back(held), django_capture_on_commit_callbacks(execute=True):
        notices.settle(users=[ada.pk], occasions=["ask:1"])
    assert notices.unread(ada) == []
    assert held == [(pushes.desk_of(ada.pk), {"type": "person.desk"})]


def test_a_time_in_a_notice_says_its_zone_to_whoever_named_none():
    """Their own clock may show another time, and so may the list beside it."""
    ada = User.objects.create_user("Ada")
    due = notices.moment(datetime(2026, 5, 2, 12, tzinfo=UTC))
    notices.tell(user_id=ada.pk, key="due:1", text="Until {due}.", params={"due": due}, link="/")
    [notice] = notices.unread(ada)
    for zone, told in (("", "12:00 PM (UTC)"), ("Asia/Tokyo", "9:00 PM")):
        ada.time_zone = zone
        with in_zone_of(ada):
            assert notices.sentence(notice) == f"Until May 2, 2026, {told}."
