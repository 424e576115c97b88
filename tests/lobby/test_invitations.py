"""Asking people to a table by name."""

import pytest

from accounts import blocks, notices
from accounts.errors import Refusal
from accounts.models import User
from lobby.tables import invitations, selectors, services
from tests.lobby.tables import opened, refusal

pytestmark = pytest.mark.django_db


def told(user: User) -> list[str]:
    return [notices.sentence(notice) for notice in notices.unread(user)]


def invited(user: User) -> list[str]:
    return [asked.table.public_id for asked in selectors.invitations_of(user)]


def test_the_invited_are_told_where_to_come(amber, birch):
    table = opened(amber, private=True)
    for name in ("birch", " BIRCH "):
        services.invite(table=table, user=amber, name=name)
    assert told(birch) == ["amber invites you to a table of Please Don't Burn My Village."]
    assert notices.unread(birch)[0].link == f"/tables/{table.public_id}/"
    assert invited(birch) == [table.public_id]


def test_sitting_down_answers_it(amber, birch):
    table = opened(amber)
    services.invite(table=table, user=amber, name="birch")
    services.join(table=table, user=birch)
    assert (told(birch), invited(birch)) == ([], [])


def test_no_is_no(amber, birch):
    table = opened(amber)
    services.invite(table=table, user=amber, name="birch")
    services.decline(table=table, user=birch)
    assert (told(birch), invited(birch)) == ([], [])
    assert refusal(services.invite, table=table, user=amber, name="birch").code == "declined"
    services.join(table=table, user=birch)  # one may think again


def test_what_can_not_be(amber, birch, cedar):
    table = opened(amber)
    services.join(table=table, user=birch)
    blocks.block(user=cedar, other=amber)
    for name, code in (
        ("nobody", "nobody"),
        ("", "nobody"),
        ("cedar", "nobody"),
        ("birch", "already_seated"),
        ("amber", "already_seated"),
    ):
        assert refusal(services.invite, table=table, user=amber, name=name).code == code
    assert refusal(services.invite, table=table, user=birch, name="x").code == "not_the_host"
    assert refusal(services.decline, table=table, user=birch).code == "not_invited"


def test_no_crowd_is_invited(amber, monkeypatch):
    monkeypatch.setattr(invitations, "AT_MOST", 2)
    table = opened(amber)
    for name in ("one", "two", "three"):
        User.objects.create_user(name)
    services.invite(table=table, user=amber, name="one")
    services.invite(table=table, user=amber, name="two")
    assert refusal(services.invite, table=table, user=amber, name="three").code == "too_many"
    services.invite(table=table, user=amber, name="one")  # again changes nothing


def test_nor_too_fast(amber):
    table = opened(amber)
    for _ in range(20):
        with pytest.raises(Refusal, match="nobody"):
            services.invite(table=table, user=amber, name="nobody")
    assert refusal(services.invite, table=table, user=amber, name="nobody").code == "too_fast"


@pytest.mark.parametrize("end", ["start", "leave"])
def test_a_table_that_is_no_longer_open_invites_nobody(amber, birch, end):
    table = opened(amber, seats=2)
    services.invite(table=table, user=amber, name="birch")
    if end == "start":
        services.add_ai(table=table, user=amber, level="easy")
    getattr(services, end)(table=table, user=amber)
    assert (told(birch), invited(birch)) == ([], [])
