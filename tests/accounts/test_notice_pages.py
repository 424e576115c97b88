"""Notices: told once, counted on every page, listed and followed."""

from datetime import UTC, datetime
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.test import Client

from accounts import notices, pushes
from accounts.models import Notice, User
from tests.pages.reading import page_of
from toolbox.links import ForeignLink
from toolbox.zones import in_zone_of

pytestmark = pytest.mark.django_db


def tell(user: User, key: str, link: str = "/my-matches/") -> Notice:
    params = {"who": "birch & co", "game": notices.message("Games")}
    notices.tell(user_id=user.pk, key=key, text="{who} and {game}", params=params, link=link)
    return user.notices.get(key=key)


def test_every_page_counts_the_unread_and_the_list_tells_them(amber, browser):
    tell(amber, "one")
    notices.mark_read(user=amber)
    tell(amber, "two")
    assert 'data-figure="unread">1</span>' in page_of(browser, "/")
    page = page_of(browser, "/notices/")
    assert page.count("birch &amp; co and Games") == 2
    assert page.count('<li class="new">') == 1


def test_following_a_notice_leads_there_and_has_read_it(amber, browser):
    notice, other = tell(amber, "one"), tell(amber, "two")
    assert browser.get(f"/notices/{notice.pk}/").url == "/my-matches/"
    assert list(notices.unread(amber)) == [other]
    assert browser.get(f"/notices/{notice.pk}/").url == "/my-matches/", "and once more"
    assert browser.get(f"/notices/{tell(amber, 'three', '').pk}/").url == "/notices/"
    assert browser.post("/notices/read/").url == "/notices/"
    assert not notices.unread(amber)
    assert "Mark all as read" not in page_of(browser, "/notices/")


@pytest.mark.parametrize(
    "link",
    [
        *("https://evil.example/matches/a/", "//evil.example/", "/\t/evil.example/"),
        *("/\\evil.example/", "javascript:1", "my-matches/", "/nowhere/", "http://["),
    ],
)
def test_what_is_no_path_of_a_page_of_ours_is_never_written(amber, link):
    with pytest.raises(ForeignLink):
        tell(amber, "one", link)
    with pytest.raises(ForeignLink):
        notices.tell_all([notices.Telling(amber.pk, "one", "Hello.", link)])
    assert not amber.notices.exists()


def test_nobody_reads_or_follows_those_of_others(amber, browser):
    birch = User.objects.create_user("birch", password="a long password")
    theirs = tell(birch, "one")
    assert "birch" not in page_of(browser, "/notices/")
    assert browser.get(f"/notices/{theirs.pk}/").status_code == 404
    browser.post("/notices/read/")
    assert notices.unread(birch)
    assert Client().get("/notices/").url == "/accounts/login/?next=/notices/"


def test_an_empty_list_invites_and_a_long_one_has_pages(
    amber, browser, django_assert_max_num_queries
):
    assert "Nothing yet." in page_of(browser, "/notices/")
    for number in range(31):
        tell(amber, str(number))
    with django_assert_max_num_queries(6):
        assert page_of(browser, "/notices/").count("birch") == 30
    assert page_of(browser, "/notices/?page=2").count("birch") == 1
    for odd in ("x", "0", "99"):
        assert "birch" in page_of(browser, f"/notices/?page={odd}")


TOLD: dict[str, Any] = {"text": "{name} invites you.", "params": {"name": "Bo"}, "link": "/"}


def test_the_same_occasion_is_told_once_and_a_time_says_its_zone():
    ada = User.objects.create_user("Ada")
    for _ in range(2):
        notices.tell(user_id=ada.pk, key="invitation:1", **TOLD)
    [notice] = notices.unread(ada)
    assert notices.sentence(notice) == "Bo invites you."
    notices.mark_read(user=ada, key="invitation:1")
    assert notices.unread(ada) == []
    notices.tell(user_id=ada.pk, key="invitation:1", **TOLD)
    assert notices.unread(ada) == []
    due = notices.moment(datetime(2026, 5, 2, 12, tzinfo=UTC))
    notices.tell(user_id=ada.pk, key="due:1", text="Until {due}.", params={"due": due}, link="/")
    [notice] = notices.unread(ada)
    for zone, told in (("", "12:00 PM (UTC)"), ("Asia/Tokyo", "9:00 PM")):
        ada.time_zone = zone
        with in_zone_of(ada):
            assert notices.sentence(notice) == f"Until May 2, 2026, {told}."


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
    assert held == [(pushes.DESKS, {"type": "person.desk", "news": [ada.pk]})]
