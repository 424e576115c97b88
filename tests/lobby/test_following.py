"""Who is told that somebody whom they follow has opened a table."""

from functools import partial

import pytest

from accounts import blocks, follows, notice_choices, notices
from accounts.models import Notice, User
from accounts.notice_checks import why_not
from lobby.clubs import services as clubs
from lobby.models import Table
from lobby.tables import following, services
from tests.lobby.tables import opened
from tests.support.at_once import all_at_once
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def followers(amber: User, birch: User, cedar: User) -> None:
    for user in (birch, cedar):
        follows.follow(user=user, other=amber)


def told(user: User) -> list[str]:
    news = user.notices.filter(event=notices.Event.FOLLOWED).order_by("pk")
    return [notices.sentence(one) for one in news]


def tell(table: Table) -> Table:
    following.tell(table_pk=table.pk)
    return table


def test_followers_are_told_once_an_hour(
    amber, birch, cedar, dune, frozen, django_capture_on_commit_callbacks
):
    frozen.shift(1800)  # half past twelve
    with django_capture_on_commit_callbacks(execute=True):
        table = opened(amber)
    said = "amber has opened a table of Please Don’t Burn My Village."
    assert told(birch) == told(cedar) == [said]
    assert told(amber) == told(dune) == []
    assert birch.notices.get().link == f"/tables/{table.public_id}/"
    frozen.shift(3599)
    tell(opened(amber))
    assert len(told(birch)) == 1, "the clock's hour is another one, but it is no hour later"
    frozen.shift(1)
    tell(tell(opened(amber)))
    assert len(told(birch)) == 2


@pytest.mark.django_db(transaction=True)
def test_two_tables_at_once_are_told_once(amber, birch):
    tables = [opened(amber) for _table in range(4)]
    Notice.objects.all().delete()
    all_at_once(*(partial(following.tell, table_pk=table.pk) for table in tables))
    assert len(told(birch)) == 1


def test_nobody_is_told_of_a_table_where_they_can_not_sit_down(amber, birch, cedar, dune):
    tell(opened(amber, private=True))
    tell(opened(amber, seats=2, ai={1: "easy"}))
    invited = tell(opened(amber, invite=["birch"]))
    assert (told(birch), len(told(cedar))) == ([], 1)
    Notice.objects.all().delete()
    services.join(table=invited, user=dune)
    blocks.block(user=dune, other=cedar)
    User.objects.filter(pk=birch.pk).update(reliability=60)
    tell(invited)
    assert told(birch) == told(cedar) == []
    tell(opened(amber, reliable=80))
    assert (told(birch), len(told(cedar))) == ([], 1)
    Notice.objects.all().delete()
    User.objects.filter(pk=birch.pk).update(is_active=False)
    tell(opened(amber))
    assert told(birch) == []
    assert len(told(cedar)) == 1


def test_a_block_takes_the_news_back(amber, birch, cedar, django_capture_on_commit_callbacks):
    tell(opened(amber))
    with django_capture_on_commit_callbacks(execute=True):
        blocks.block(user=amber, other=birch)
    assert (told(birch), len(told(cedar))) == ([], 1)


def test_tables_for_members_only_are_told_to_members(amber, birch, cedar):
    club = clubs.found(user=amber, name="Round Table")
    clubs.join(club=club, user=birch)
    tell(opened(amber, club=club.public_id, private=True))
    assert (len(told(birch)), told(cedar)) == (1, [])
    news = birch.notices.get(event=notices.Event.FOLLOWED)
    clubs.leave(club=club, user=birch)
    assert told(birch) == []
    assert why_not(news) == "it was already settled"


def test_whoever_opens_the_table_has_read_the_news(
    amber, birch, cedar, django_capture_on_commit_callbacks
):
    table = tell(opened(amber))
    with django_capture_on_commit_callbacks(execute=True):
        logged_in(birch).get(f"/tables/{table.public_id}/")
    unread = Notice.objects.filter(event=notices.Event.FOLLOWED, read_at=None)
    assert [one.user for one in unread] == [cedar]


def test_its_mail_is_off_by_default_and_never_leaves_late(amber, birch):
    assert notice_choices.usual("followed") == notice_choices.Choice(page=True, mail="never")
    assert 'name="followed-page"' in logged_in(birch).get("/settings/notices/").content.decode()
    table = tell(opened(amber, seats=2))
    notice = birch.notices.get()
    assert why_not(notice) == ""
    services.leave(table=table, user=amber)
    assert why_not(notice) == "it was already settled"
