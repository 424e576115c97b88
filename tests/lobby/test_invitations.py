"""Asking people to a table by name."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import blocks, notices
from accounts.models import User
from lobby.models import Table
from lobby.tables import invitations, selectors, services
from tests.lobby.tables import opened, refusal
from tests.support.log_in import logged_in
from toolbox import limits
from toolbox.errors import Refusal

pytestmark = pytest.mark.django_db


def told(user: User) -> list[str]:
    return [notices.sentence(notice) for notice in notices.unread(user)]


def invited(user: User) -> list[str]:
    return [asked.table.public_id for asked in selectors.invitations_of(user)]


def test_the_invited_are_told_where_to_come_and_no_is_no(amber, birch):
    table = opened(amber, private=True)
    for name in ("birch", " BIRCH "):
        services.invite(table=table, user=amber, name=name)
    assert told(birch) == ["amber invites you to a table of Please Don’t Burn My Village."]
    assert notices.unread(birch)[0].link == f"/tables/{table.public_id}/"
    assert invited(birch) == [table.public_id]
    services.join(table=table, user=birch)
    assert (told(birch), invited(birch)) == ([], [])
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


def test_nobody_is_invited_to_whom_they_dont_meet(amber, birch, cedar):
    table = services.join(table=opened(amber), user=birch)
    blocks.block(user=cedar, other=birch)
    table = selectors.table_for(table.public_id, amber)
    assert refusal(services.invite, table=table, user=amber, name="cedar").code == "nobody"
    assert hinted(table, amber, "ce") == []
    services.leave(table=table, user=birch)
    services.invite(table=table, user=amber, name="cedar")
    services.join(table=table, user=birch)  # who came later
    assert (told(cedar), invited(cedar)) == ([], [])
    assert not cedar.notices.exists()


@pytest.mark.parametrize("blocker", ["amber", "birch", "cedar"])
def test_a_block_takes_an_invitation_back(
    amber, birch, cedar, blocker, django_capture_on_commit_callbacks
):
    people = {"amber": amber, "birch": birch, "cedar": cedar}  # the host, a guest, who is invited
    table = services.join(table=opened(amber), user=birch)
    services.invite(table=table, user=amber, name="cedar")
    with django_capture_on_commit_callbacks(execute=True):
        other = amber if blocker == "cedar" else cedar
        blocks.block(user=people[blocker], other=other)
    assert (told(cedar), invited(cedar)) == ([], [])
    assert not cedar.notices.exists()


def test_who_sits_there_is_told_apart_from_nobody_even_if_they_block_another(amber, birch, cedar):
    table = services.join(table=opened(amber, seats=3), user=birch)
    services.join(table=table, user=cedar)
    blocks.block(user=cedar, other=birch)
    table = selectors.table_for(table.public_id, amber)
    code = refusal(services.invite, table=table, user=amber, name="cedar").code
    assert code == "already_seated"


def test_no_crowd_is_invited_nor_too_fast(amber, monkeypatch):
    monkeypatch.setattr(invitations, "AT_MOST", 2)
    table = opened(amber)
    for name in ("one", "two", "three"):
        User.objects.create_user(name)
    services.invite(table=table, user=amber, name="one")
    services.invite(table=table, user=amber, name="two")
    assert refusal(services.invite, table=table, user=amber, name="three").code == "too_many"
    services.invite(table=table, user=amber, name="one")  # again changes nothing
    limits.forget_all()
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


def hinted(table: Table, user: User, start: str) -> list[tuple[str, str]]:
    found = invitations.hints(table=table, user=user, start=start)
    return [(hint.username, hint.name) for hint in found]


def test_names_are_completed_from_both_kinds_of_names(amber, birch):
    table = opened(amber)
    User.objects.create_user("zz", shown_name="Bircher")
    User.objects.create_user("Birk")
    assert hinted(table, amber, " BiR") == [("Birk", "Birk"), ("birch", "birch"), ("zz", "Bircher")]
    assert hinted(table, amber, "birch") == [("birch", "birch"), ("zz", "Bircher")]
    for nothing in ("irch", "b", "", "%%", "__"):
        assert hinted(table, amber, nothing) == []


def test_who_cannot_be_invited_is_no_hint(amber, birch, cedar):
    table = opened(amber)
    services.join(table=table, user=birch)
    User.objects.create_user("bishop", is_active=False)
    soon, ago = (timezone.now() + timedelta(hours=hours) for hours in (1, -1))
    User.objects.create_user("biter", banned_until=soon)
    User.objects.create_user("center", banned_until=ago)
    blocks.block(user=User.objects.create_user("bison"), other=amber)
    assert hinted(table, amber, "bi") == hinted(table, amber, "am") == []
    assert hinted(table, amber, "ce") == [("cedar", "cedar"), ("center", "center")]


def test_hints_are_for_the_host_few_and_not_too_many(amber, birch, monkeypatch):
    table = opened(amber)
    assert refusal(invitations.hints, table=table, user=birch, start="am").code == "not_the_host"
    for number in range(20):
        User.objects.create_user(f"many{number}", email="secret@example.org")
    assert len(hinted(table, amber, "many")) == invitations.MOST
    monkeypatch.setattr(limits, "configured", lambda scope: "2/m" if scope == "names" else None)
    monkeypatch.setattr(limits, "monotonic", lambda: 0.0)
    limits.forget_all()
    hinted(table, amber, "ma"), hinted(table, amber, "man")
    client = logged_in(amber)
    answer = client.get(f"/tables/{table.public_id}/names/?start=many")
    assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")
    limits.forget_all()
    answer = client.get(f"/tables/{table.public_id}/names/?start=many1")
    assert "secret" not in answer.content.decode()
    assert {tuple(hint) for hint in answer.json()["names"]} == {("username", "name")}
