"""Asking a person at a table to change places."""

from typing import Any

import pytest

from accounts import blocks
from accounts.models import Notice, User
from accounts.notices import sentence
from lobby.models import Table
from lobby.tables import services
from tests.lobby.tables import opened, refusal, seated
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(amber: User, birch: User, cedar: User) -> Table:
    """amber (host), birch and cedar on three of five seats, a computer player on the fourth."""
    table = opened(amber, seats=5, ai={3: "easy"})
    for user in (birch, cedar):
        services.join(table=table, user=user)
    return table


def wishes(table: Table) -> dict[int, int]:
    """Who asks whom, by seats."""
    asking = table.seats.exclude(wants=None)
    return dict(asking.values_list("index", "wants__index"))


def ask(table: Table, user: User, seat: int | None) -> None:
    services.ask_swap(table=table, user=user, seat=seat)


def test_a_no_changes_nothing_one_may_ask_again_and_two_who_ask_each_other_agree(
    table, birch, cedar
):
    ask(table, birch, 2)
    services.answer_swap(table=table, user=cedar, seat=1, yes=False)
    assert (wishes(table), seated(table)[1:3]) == ({}, ["birch", "cedar"])
    ask(table, birch, 2)
    assert Notice.objects.filter(user=cedar).count() == 1
    ask(table, cedar, 1)
    assert seated(table)[1:3] == ["cedar", "birch"]
    assert wishes(table) == {}


def test_everybody_has_one_wish_may_take_it_back_and_a_yes_changes_places(
    table, amber, birch, cedar
):
    ask(table, birch, 2)
    ask(table, birch, 0)
    assert wishes(table) == {1: 0}
    assert [notice.user for notice in Notice.objects.all()] == [amber]
    ask(table, birch, None)
    assert wishes(table) == {}
    assert not Notice.objects.exists()
    ask(table, birch, 2)
    assert wishes(table) == {1: 2}
    told = Notice.objects.get(user=cedar)
    assert sentence(told).startswith("birch would like to swap seats with you at a table of")
    assert told.link == f"/tables/{table.public_id}/"
    services.answer_swap(table=table, user=cedar, seat=1, yes=True)
    assert seated(table) == ["amber", "cedar", "birch", "easy", ""]
    assert wishes(table) == {}
    assert not Notice.objects.exists()


@pytest.mark.parametrize("seat", [3, 4])
def test_where_nobody_can_be_asked_one_moves_at_once(table, amber, birch, seat):
    was = seated(table)[seat]
    ask(table, birch, seat)
    assert (seated(table)[1], seated(table)[seat]) == (was, "birch")
    ask(table, amber, 2)
    assert seated(table)[::2][:2] == ["cedar", "amber"], "a host need not ask"


def leave(table: Table, user: User) -> None:
    services.leave(table=table, user=user)


@pytest.mark.parametrize(
    "event",
    [
        lambda table, people: leave(table, people["birch"]),
        lambda table, people: leave(table, people["cedar"]),
        lambda table, people: services.kick(table=table, user=people["amber"], seat=2),
        lambda table, people: services.swap(table=table, user=people["birch"], seat=1, other=4),
        lambda table, people: services.swap(table=table, user=people["amber"], seat=2, other=0),
    ],
    ids=["the asking leaves", "the asked leaves", "sent away", "one moves", "the host swaps"],
)
def test_a_wish_ends_with_either_seat(table, amber, birch, cedar, event):
    ask(table, birch, 2)
    event(table, {"amber": amber, "birch": birch, "cedar": cedar})
    assert wishes(table) == {}
    assert not Notice.objects.filter(key__startswith="swap:").exists()
    refused = refusal(services.answer_swap, table=table, user=cedar, seat=1, yes=True)
    assert refused.code in {"not_asked", "not_seated"}


def test_a_wish_ends_with_the_start(table, amber, birch, cedar):
    ask(table, birch, 2)
    services.add_ai(table=table, user=amber, level="easy", every=True)
    services.start(table=table, user=amber)
    assert wishes(table) == {}
    assert not Notice.objects.filter(key__startswith="swap:").exists()
    for call, said in (
        (services.answer_swap, {"seat": 1, "yes": True}),
        (services.ask_swap, {"seat": 1}),
    ):
        assert refusal(call, table=table, user=cedar, **said).code == "started"


def test_what_is_refused(table, amber, birch, cedar):
    dune = User.objects.create_user("dune")
    answer = services.answer_swap
    assert refusal(services.ask_swap, table=table, user=dune, seat=1).code == "not_seated"
    assert refusal(services.ask_swap, table=table, user=birch, seat=9).code == "malformed"
    assert refusal(answer, table=table, user=dune, seat=1, yes=True).code == "not_seated"
    assert refusal(answer, table=table, user=cedar, seat=-1, yes=True).code == "malformed"
    ask(table, birch, 2)
    assert refusal(answer, table=table, user=amber, seat=1, yes=True).code == "not_asked"
    blocks.block(user=amber, other=birch)
    assert refusal(services.ask_swap, table=table, user=birch, seat=0).code == "cannot_swap"
    assert wishes(table) == {1: 2}


def pressed(user: User, table: Table, what: str = "", **fields: Any) -> str:
    """The page, after a button of it if that is named."""
    client = logged_in(user)
    if not what:
        return client.get(f"/tables/{table.public_id}/").content.decode()
    answer = client.post(f"/tables/{table.public_id}/{what}/", fields, follow=True)
    return answer.content.decode()


def test_by_page(table, amber, birch, cedar):
    page = pressed(birch, table, "ask-swap", seat=2)
    assert "You asked to swap seats." in page
    assert "Ask cedar on seat 3 to swap seats" not in page
    assert "on seat 4" in page
    page = pressed(birch, table, "ask-swap", stop=1)
    assert "Ask cedar on seat 3 to swap seats" in page
    pressed(birch, table, "ask-swap", seat=2)
    offer = "birch asks to swap seats with you."
    assert offer in pressed(cedar, table)
    assert offer not in pressed(amber, table), "the asked alone may answer"
    page = pressed(cedar, table, "answer-swap", seat=1, yes=1)
    assert "asks to swap seats with you" not in page
    assert seated(table)[1:3] == ["cedar", "birch"]
