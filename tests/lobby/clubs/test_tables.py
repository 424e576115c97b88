"""The club's tables: for its members only, nobody else finds, sees or joins one by any door."""

from functools import partial

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from accounts import notices
from accounts.live import NOT_FOUND
from accounts.models import User
from accounts.services import issue_token
from games.matches.models import Match
from games.matches.play.actions import services as matches
from lobby.clubs import services
from lobby.models import Club, Table
from lobby.quick import open_tables
from lobby.quick.matching import Waiting
from lobby.tables import invitations, selectors, services as tables
from lobby.tables.filters import Filters
from tests.lobby.tables import BURN, opened, refusal, seated
from tests.support.guests import guest
from tests.support.log_in import logged_in
from tests.support.sockets import socket_of
from toolbox.errors import Refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(club: Club, amber: User) -> Table:
    """Of amber's, for members only."""
    return opened(amber, club=club.public_id, private=True)


def sees(table: Table, user: User | None) -> bool:
    """Whether all doors let the person in, or none: pages, calls, lists, presence, the chat."""
    browser = logged_in(user) if user else Client()
    key = {"authorization": f"Token {issue_token(user=user)}"} if user and not user.is_guest else {}
    assert table.club is not None
    club, path = table.club.public_id, f"tables/{table.public_id}/"
    calls = [f"/api/tables/?club={club}", "/api/tables/", "/api/tables/?status=open"]
    found = {
        browser.get(f"/{path}").status_code == 200,
        browser.get(f"/chat/table:{table.public_id}/").status_code == 200,
        Client().get(f"/api/{path}", headers=key).status_code == 200,
        table.public_id in browser.get(f"/clubs/{club}/").content.decode(),
        *(table.public_id in Client().get(call, headers=key).content.decode() for call in calls),
    }
    assert len(found) == 1, found
    return found.pop()


def test_members_see_it_and_nobody_else(club, table, amber, birch, cedar, dune):
    assert all(sees(table, user) for user in (amber, birch, cedar))
    assert not any(sees(table, user) for user in (dune, guest(), None))
    for user in (amber, cedar, dune, None):
        open_to_all = selectors.open_tables(user, Filters())
        assert table not in open_to_all
    waiting = [Waiting(key=1, user=0, games=(BURN,), paces=("none",), least=2, most=6)]
    assert open_tables.openings(waiting) == []
    assert f"/tables/{table.public_id}/" not in Client().get("/").content.decode()
    assert not table.listed
    services.remove(club=club, user=amber, member="cedar")
    assert not sees(table, cedar)


def test_only_members_sit_down(club, table, amber, cedar, dune):
    someone = guest()
    for user, code in ((dune, "cannot_join"), (someone, "guest_public_table")):
        assert refusal(tables.join, table=table, user=user).code == code
        assert logged_in(user).post(f"/tables/{table.public_id}/join/").status_code == 404
    headers = {"authorization": f"Token {issue_token(user=dune)}"}
    sent = Client().post(
        f"/api/tables/{table.public_id}/join/", {}, content_type="application/json", headers=headers
    )
    assert sent.status_code == 404
    assert Client().post(f"/tables/{table.public_id}/join/").status_code == 404
    tables.join(table=table, user=cedar)
    assert seated(table) == ["amber", "cedar", ""]


def test_who_leaves_keeps_the_seat_and_loses_invitations(club, table, amber, birch, cedar):
    tables.join(table=table, user=birch)
    tables.invite(table=table, user=amber, name="cedar")
    assert selectors.invitations_of(cedar).count() == 1
    for user in (birch, cedar):
        services.leave(club=club, user=user)
    assert (sees_page(table, birch), sees_page(table, cedar)) == (True, False)
    assert not selectors.invitations_of(cedar).exists()
    assert not cedar.notices.filter(read_at=None).exists()
    assert seated(table) == ["amber", "birch", ""]
    tables.leave(table=table, user=amber)
    assert Table.objects.get(pk=table.pk).status == Table.Status.CLOSED, "birch is no member"


def sees_page(table: Table, user: User) -> bool:
    return bool(logged_in(user).get(f"/tables/{table.public_id}/").status_code == 200)


def test_a_table_for_members_closes_when_its_host_is_no_longer_one(club, amber, birch, cedar):
    inner, outer = (opened(cedar, club=club.public_id, private=only) for only in (True, False))
    for table in (inner, outer):
        tables.join(table=table, user=birch)
    services.remove(club=club, user=amber, member="cedar", ban=True)
    states = {table: Table.objects.get(pk=table.pk).status for table in (inner, outer)}
    assert states == {inner: Table.Status.CLOSED, outer: Table.Status.OPEN}
    said = (
        "The table of Please Don’t Burn My Village where you sat was closed: its host is no longer "
        "in the club Round Table."
    )
    assert [notices.sentence(one) for one in notices.unread(birch)] == [said]
    assert said not in [notices.sentence(one) for one in notices.unread(cedar)]
    assert "Join the club" not in logged_in(cedar).get(club.get_absolute_url()).content.decode()
    services.unban(club=club, user=amber, member="cedar")
    assert "Join the club" in logged_in(cedar).get(club.get_absolute_url()).content.decode()


def test_only_members_are_asked_and_offered(club, table, amber, dune):
    asked = refusal(tables.invite, table=table, user=amber, name="dune")
    assert asked.code == "not_a_member"
    terms = {"club": club.public_id, "private": True, "invite": ["cedar", "dune"]}
    with pytest.raises(Refusal, match="members of the club"):
        opened(amber, **terms)
    assert Table.objects.count() == 1
    hints = partial(invitations.hints, table=table, user=amber)
    assert [hint.username for hint in hints(start="ce")] == ["cedar"]
    assert hints(start="du") == []


def test_one_opens_tables_in_own_clubs_alone_for_members_or_all(club, amber, dune):
    for public_id in (club.public_id, "nowhere"):
        with pytest.raises(Exception, match="club"):
            opened(dune, club=public_id)
    assert not Table.objects.exists()
    fields = {"seat-1": "open", "pace": "none", **{f"seat-{n}": "unused" for n in (2, 3, 4)}}
    address = f"/tables/new/{BURN}/?club={club.public_id}"
    browser = logged_in(amber)
    assert "Only for members of the club" in browser.get(address).content.decode()
    assert "Only for members" not in logged_in(dune).get(address).content.decode()
    browser.post(address, fields)
    logged_in(dune).post(address, fields)
    mine, theirs = Table.objects.get(host=amber), Table.objects.get(host=dune)
    assert (mine.club, mine.private, theirs.club) == (club, False, None)
    assert sees(mine, dune)
    assert "Round Table" in logged_in(dune).get(f"/tables/{mine.public_id}/").content.decode()
    headers = {"authorization": f"Token {issue_token(user=amber)}"}
    sent = Client().post(
        "/api/tables/",
        {"game": BURN, "seats": 2, "club": club.public_id, "private": True},
        content_type="application/json",
        headers=headers,
    )
    assert (sent.status_code, sent.json()["club"]) == (201, club.public_id)
    assert Table.objects.get(public_id=sent.json()["id"]).members_only


def over(table: Table, *others: User) -> Match:
    for user in others:
        tables.join(table=table, user=user)
    match = tables.start(table=table, user=table.host).match
    assert match is not None
    matches.resign(public_id=match.public_id, user=others[0])
    Match.objects.filter(pk=match.pk).update(status="finished")
    return match


def test_a_match_of_members_is_private_and_its_rematch_stays_in_the_club(
    club, table, amber, birch, cedar, dune
):
    match = over(table, birch, cedar)
    assert match.visibility == Match.Visibility.PRIVATE
    services.leave(club=club, user=cedar)
    again = tables.rematch(public_id=match.public_id, user=birch)
    assert (again.club, again.members_only, again.host) == (club, True, birch)
    assert [one.user for one in again.invitations.all()] == [amber], "cedar has left"
    left = refusal(tables.rematch, public_id=match.public_id, user=cedar)
    assert left.code == "cannot_join"
    tables.leave(table=again, user=birch)
    alone = tables.rematch(public_id=match.public_id, user=cedar)
    assert (alone.club, alone.private) == (None, True)


def test_tables_outlive_their_club_at_private_addresses(club, table, amber, dune):
    services.close(club=club, user=amber)
    table.refresh_from_db()
    assert (table.club, table.private, table.listed) == (None, True, False)
    assert sees_page(table, dune), "as anyone with the address of a private table"


def test_the_page_asks_the_same_however_much_there_is(
    club, amber, dune, django_assert_max_num_queries
):
    counts = []
    for more in (2, 5):
        for n in range(more):
            opened(amber, club=club.public_id, private=bool(n % 2))
            services.join(club=club, user=User.objects.create_user(f"more-{more}-{n}"))
        Client().get(f"/clubs/{club.public_id}/")  # who is here is remembered for a moment
        for browser in (Client(), logged_in(dune), logged_in(amber)):
            for page in ("", "members/"):
                with django_assert_max_num_queries(30) as asked:
                    browser.get(f"/clubs/{club.public_id}/{page}")
                counts.append(len(asked))
    half = len(counts) // 2
    assert counts[:half] == counts[half:]


@pytest.mark.django_db(transaction=True)
async def test_sockets_of_the_chat_and_of_the_table_close_with_the_membership(
    club, table, amber, cedar
):
    browser = await sync_to_async(logged_in)(cedar)
    talk_path, table_path = f"/ws/chat/club:{club.public_id}/", f"/ws/tables/{table.public_id}/"
    async with socket_of(talk_path, browser) as chat, socket_of(table_path, browser) as page:
        assert "changed" in (await page.receive_output())["text"]
        await sync_to_async(services.remove)(club=club, user=amber, member="cedar")
        for socket in (chat, page):
            while (heard := await socket.receive_output())["type"] != "websocket.close":
                pass
            assert heard["code"] == NOT_FOUND
