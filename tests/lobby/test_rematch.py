"""Playing again with the same people."""

from functools import partial

import pytest

from accounts import blocks, notices
from games.matches.models import Match
from games.matches.play.actions import services as matches
from games.plugin.codec import plain
from lobby.models import Table
from lobby.people import account_closure
from lobby.tables import selectors, services
from lobby.tables.filters import Filters
from tests.games.matches.conftest import look, play
from tests.lobby.tables import opened, refusal, seated
from tests.support.at_once import all_at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(amber, birch, race):
    """A finished match of birch, amber and a computer player, which birch began."""
    table = opened(
        amber, game=race, seat=1, ai={2: "easy"}, options={"sides": 4}, private=True, first=0
    )
    services.join(table=table, user=birch)
    match = services.start(table=table, user=amber, tell=False).match
    play(match)
    matches.resign(public_id=match.public_id, user=birch)
    Match.objects.filter(pk=match.pk).update(status="finished")
    return match


def test_it_is_as_before_but_the_next_one_begins(amber, birch, over, race):
    table = services.rematch(public_id=over.public_id, user=amber)
    assert seated(table) == ["", "amber", "easy"]
    agreed = (table.game, table.options, table.private, table.clock)
    assert agreed == (race, {"sides": 4}, True, None)
    assert (table.first, table.host, table.deal == over.deal) == (1, amber, False)
    assert [notices.sentence(notice) for notice in notices.unread(birch)] == [
        "amber would like to play The Orchard Race with you again."
    ]
    services.join(table=table, user=birch)
    assert seated(table) == ["birch", "amber", "easy"]
    match = services.start(table=table, user=amber).match
    assert match.seating["first"] == 1
    assert plain(look(match).active_seats) == [1]


def test_nobody_is_asked_who_closed_their_account_or_by_whom_they_do_not_meet(amber, birch, over):
    blocks.block(user=birch, other=amber)
    services.rematch(public_id=over.public_id, user=amber)
    assert not notices.unread(birch)
    assert refusal(services.rematch, public_id=over.public_id, user=birch).code == "cannot_join"
    account_closure.close_account(user=birch)
    table = services.rematch(public_id=over.public_id, user=amber)
    assert seated(table) == ["", "amber", "easy"]
    assert not table.invitations.exists()
    assert not notices.unread(birch)


def test_against_computer_players_alone_it_begins_at_once(amber, race, client):
    over = _against_computers(amber, race)
    table = services.rematch(public_id=over.public_id, user=amber)
    assert table.status == "started"
    assert services.rematch(public_id=over.public_id, user=amber).match == table.match
    again = _against_computers(amber, race)
    client.force_login(amber)
    answer = client.post(f"/rematch/{again.public_id}/")
    newest = Match.objects.latest("started_at")
    assert answer.url == f"/matches/{newest.public_id}/"


def _against_computers(amber, race):
    table = opened(amber, game=race, seats=2, ai={1: "easy"}, first=0)
    match = services.start(table=table, user=amber).match
    matches.resign(public_id=match.public_id, user=amber)
    Match.objects.filter(pk=match.pk).update(status="finished")
    return match


def test_the_button_says_who_has_asked(amber, birch, cedar, over, client):
    def label(user):
        client.force_login(user)
        return client.get(f"/rematch/{over.public_id}/asked/").json()["label"]

    assert label(birch) == "Play again with everyone"
    table = services.rematch(public_id=over.public_id, user=amber)
    assert label(birch) == "amber asks for a rematch: accept"
    assert label(amber) == "To the rematch’s table"
    assert label(cedar) == "Play again with everyone"
    client.force_login(birch)
    assert "amber asks for a rematch" in client.get("/").content.decode()
    services.leave(table=table, user=amber)
    assert label(birch) == "Play again with everyone"
    again = services.rematch(public_id=over.public_id, user=birch)
    assert (again.pk != table.pk, seated(again)) == (True, ["birch", "", "easy"]), "opened anew"


def test_who_asks_next_sits_down_there(amber, birch, over):
    first = services.rematch(public_id=over.public_id, user=birch)
    assert services.rematch(public_id=over.public_id, user=birch).pk == first.pk
    assert services.rematch(public_id=over.public_id, user=amber).pk == first.pk
    assert seated(first) == ["birch", "amber", "easy"]
    services.start(table=first, user=birch)
    assert services.rematch(public_id=over.public_id, user=amber).match is not None


def test_its_seats_are_kept_for_those_who_were_asked(amber, birch, cedar, over):
    Match.objects.filter(pk=over.pk).update(visibility="public")
    table = services.rematch(public_id=over.public_id, user=amber)
    assert not selectors.open_tables(cedar, Filters()).exists()
    assert refusal(services.join, table=table, user=cedar).code == "seats_kept"
    services.decline(table=table, user=birch)
    services.join(table=table, user=cedar)
    assert seated(table) == ["cedar", "amber", "easy"]


@pytest.mark.django_db(transaction=True)
def test_two_who_ask_at_once_meet_at_one_table(amber, birch, over):
    def ask(user):
        return services.rematch(public_id=over.public_id, user=user).pk

    one, other = all_at_once(partial(ask, amber), partial(ask, birch))
    assert one == other
    assert seated(Table.objects.get(pk=one)) == ["birch", "amber", "easy"]
