"""A call that opens a table may be sent again under its `client_id`: it opens one."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.matches.models import Match
from games.matches.play.actions import services as matches
from lobby.api.views import opened_once
from lobby.models import Table
from lobby.tables import services
from tests.games.matches.conftest import play_on
from tests.lobby.tables import BURN
from tests.support.at_once import all_at_once
from tests.support.guests import PASSWORD, guest, log_in, match_of, play_now, visitor
from tests.support.log_in import logged_in
from tests.support.matches import started

pytestmark = pytest.mark.django_db
FORK = {"step": 4, "seat": 0, "ai": {"1": "easy"}, "client_id": "again"}
NEW = {"game": BURN, "seats": 3, "client_id": "again"}


def post(user: User, address: str, body: dict[str, Any]) -> Any:
    client = logged_in(user)
    return client.post(address, body, content_type="application/json")


@pytest.fixture
def forks(amber: User, birch: User) -> str:
    """Where to go on from a match of two that is over."""
    match = started(amber, birch)
    play_on(match, 8)
    matches.resign(public_id=match.public_id, user=birch)
    return f"/api/matches/{match.public_id}/forks/"


def test_a_fork_that_is_sent_again_is_the_same_match(forks, amber):
    first, second = post(amber, forks, FORK), post(amber, forks, FORK)
    assert first.status_code == second.status_code == 201
    assert first.json()["match"] == second.json()["match"] is not None
    assert Match.objects.filter(status="active").count() == 1


def test_an_id_is_a_persons_own_for_one_call(amber, birch):
    for client_id in ("x" * 65, "a\0b", "a\nb", 7):
        refused = post(amber, "/api/tables/", NEW | {"client_id": client_id})
        assert (refused.status_code, refused.json()["code"]) == (400, "malformed")
    assert post(amber, "/api/tables/", NEW | {"seats": 99}).status_code == 400, "which keeps no id"
    assert not Table.objects.exists()
    first, second = post(amber, "/api/tables/", NEW), post(amber, "/api/tables/", NEW)
    assert first.json()["id"] == second.json()["id"]
    assert first.json()["host"] == "amber"
    assert post(birch, "/api/tables/", NEW).json()["host"] == "birch"
    for said in ({"seats": 4}, {"private": True}):
        refused = post(amber, "/api/tables/", NEW | said)
        assert (refused.status_code, refused.json()["code"]) == (409, "client_id_taken")
    for none in ("", "", None, None):  # each opens one
        post(amber, "/api/tables/", {**NEW, "client_id": none})
    assert Table.objects.count() == 2 + 4


def test_a_fork_is_no_table_by_that_id(forks, amber):
    post(amber, "/api/tables/", NEW)
    assert post(amber, forks, FORK).json()["code"] == "client_id_taken"


def test_who_hosts_a_table_later_has_not_sent_the_call(amber, birch):
    left, own = (post(user, "/api/tables/", NEW).json()["id"] for user in (amber, birch))
    services.join(table=Table.objects.get(public_id=left), user=birch)
    services.leave(table=Table.objects.get(public_id=left), user=amber)
    assert Table.objects.get(public_id=left).host == birch
    assert post(birch, "/api/tables/", NEW).json()["id"] == own


def test_an_account_has_not_sent_what_it_did_as_a_guest():
    elder = User.objects.create_user("elder", password=PASSWORD)
    own = post(elder, "/api/tables/", NEW).json()["id"]
    browser = visitor()
    alone = match_of(play_now(browser, opponents="1"))
    Table.objects.filter(match=alone).update(client_id="again")
    log_in(browser, "elder")
    assert Table.objects.get(match=alone).host == elder
    assert post(elder, "/api/tables/", NEW).json()["id"] == own


def test_guests_addresses_are_locked_before_them_as_elsewhere():
    """Else two calls of a guest, one with an id and one without, would wait for each other."""
    person = guest()
    with CaptureQueriesContext(connection) as asked, pytest.raises(InterruptedError):
        opened_once(person, "again", {}, stop)
    read = [one["sql"] for one in asked if one["sql"].startswith("SELECT")]
    assert '"accounts_guestaddress"' in read[0]


def stop() -> Table:
    raise InterruptedError


@pytest.mark.django_db(transaction=True)
def test_three_at_once_open_one(forks, amber):
    answers = all_at_once(*[lambda: post(amber, forks, FORK).json()] * 3)
    assert len({answer["match"] for answer in answers}) == 1
    assert Match.objects.filter(status="active").count() == 1
