"""Profiles: what someone's page shows, to whom."""

import pytest
from django.test import Client

from accounts import blocks
from accounts.models import User
from games.matches.models import Match, Seat
from games.matches.play.actions import services
from games.matches.record import results
from lobby.models import Invitation
from lobby.people import selectors
from lobby.tables import services as tables
from tests.games.matches.conftest import BURN
from tests.pages.conftest import play_the_last_cards
from tests.pages.reading import dense
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db
TITLE = "Please Don’t Burn My Village"


def page_of(user: User, client: Client | None = None) -> str:
    answer = (client or Client()).get(f"/people/{user.username}/")
    assert answer.status_code == 200
    return dense(answer.content.decode())


def give_up(match: Match, user: User) -> None:
    services.resign(public_id=match.public_id, user=user)


def test_anybody_reads_results_figures_and_public_matches(begin, amber, birch):
    over = begin(amber, birch, first=0)
    play_the_last_cards(over)
    amber.shown_name = "Countess"
    amber.save()
    running = begin(amber, birch)
    Seat.objects.filter(match=over, user=amber).update(score=-19)
    page = page_of(amber)
    assert "<h1>Countess</h1>" in page
    assert "Username amber." in page
    told = [Client().get(f"/api/matches/{m.public_id}/").json() for m in (over, running)]
    assert [match["seats"][0]["name"] for match in told] == ["amber", "Countess"], "as it began"
    assert "<h3>Please Don’t Burn My Village</h3>" in page
    assert '<dt>points on average</dt><dd class="num">−19</dd>' in page
    assert "cards left that cost points" in page
    assert "Points count in all matches." in page
    assert f"/matches/{over.public_id}/" in page
    assert f"/matches/{running.public_id}/" in page
    assert '<a class="above" href="/people/birch/">birch</a>' in page


def test_a_place_among_several_is_told_as_a_place(begin, person):
    match = begin(person(), person(), person())
    play_the_last_cards(match)
    *_first, last = Seat.objects.filter(match=match).select_related("user").order_by("rank")
    page = page_of(last.user)
    assert last.rank > 1
    assert f">place {last.rank} of 3<" in page
    assert f"place {last.rank}: once" in page
    assert "1 lost" not in page
    assert ">lost<" not in page + Client().get(f"/matches/{match.public_id}/").content.decode()


def test_somebody_new_has_an_inviting_page(amber):
    assert "No public match of theirs has ended yet." in page_of(amber)
    assert "You haven’t finished a match yet." in page_of(amber, logged_in(amber))


def test_private_matches_show_to_oneself_alone(begin, amber, birch):
    over, running = begin(amber, birch, private=True), begin(amber, birch, private=True)
    give_up(over, birch)
    for reader in (None, logged_in(birch)):
        page = page_of(amber, reader)
        assert TITLE not in page
        assert "/matches/" not in page
    page = page_of(amber, logged_in(amber))
    assert f"/matches/{over.public_id}/" in page
    assert f"/matches/{running.public_id}/" in page
    assert "1 won" in page


@pytest.mark.parametrize("blocker", [0, 1])
def test_blocked_people_get_the_page_of_nobody(person, blocker):
    people = person(), person()
    blocks.block(user=people[blocker], other=people[1 - blocker])
    reader = logged_in(people[0])
    refused, nobody = reader.get("/people/birch/"), reader.get("/people/nobody/")
    assert refused.status_code == nobody.status_code == 404
    bare = [answer.content.decode().partition("<main")[2] for answer in (refused, nobody)]
    assert bare[0] == bare[1]
    assert Client().get("/people/birch/").status_code == 200


def test_matches_with_somebody_blocked_are_not_listed(begin, amber, birch, cedar):
    over = begin(amber, birch)
    begin(amber, birch)
    give_up(over, birch)
    blocks.block(user=cedar, other=birch)
    page = page_of(amber, logged_in(cedar))
    assert "birch" not in page
    assert "/matches/" not in page
    assert "1 won" in page


def test_no_page_of_another_tells_an_address(begin, amber, birch):
    amber.email = "planted@post.example"
    amber.save()
    amber.emailaddress_set.create(email="planted@post.example", primary=True, verified=True)
    give_up(begin(amber, birch), birch)
    for reader in (Client(), logged_in(birch), logged_in(amber)):
        assert "planted" not in page_of(amber, reader)
    assert "planted" in logged_in(amber).get("/settings/account/").content.decode()
    assert "planted" not in logged_in(birch).get("/settings/account/").content.decode()


def test_the_queries_stay_the_same_however_much_there_is(
    begin, endless, django_assert_num_queries, amber, birch, cedar, dune
):
    blocks.block(user=cedar, other=dune)
    reader = logged_in(cedar)
    for game in (BURN, endless, BURN):
        give_up(begin(amber, birch, "easy", game=game), birch)
        give_up(begin(amber, birch, game=game), birch)
        begin(amber, birch, game=game)
        # session, reader, badge, blocks, person, matches, statistics, two lists with everyone
        # there, people met, badges of seasons, one's tables, whether one has muted them or follows
        with django_assert_num_queries(17):
            page_of(amber, reader)


def test_many_forks_hide_nobody_whom_one_met(begin, monkeypatch, amber, birch, cedar):
    monkeypatch.setattr(results, "COUNTED", 1)
    give_up(begin(amber, birch), birch)
    fork = begin(amber, cedar)
    give_up(fork, cedar)
    Match.objects.filter(pk=fork.pk).update(origin_step=0)
    assert selectors.profile_for("amber", cedar).met == [birch]


def test_a_host_invites_from_the_profile_to_ones_own_table_alone(amber, birch):
    table = tables.open_table(host=birch, game=BURN, seats=3)
    answer = logged_in(amber).post("/people/birch/invite/", {"table": table.public_id})
    assert answer["Location"] == "/people/birch/"
    for wrong in ("?", "a\0b"):
        answer = logged_in(amber).post("/people/birch/invite/", {"table": wrong})
        assert answer.status_code == 404
    assert not Invitation.objects.exists()
    assert table.public_id not in page_of(birch, logged_in(amber))
    mine = logged_in(amber)
    assert "Invite to your table" not in page_of(birch, mine)
    table = tables.open_table(host=amber, game=BURN, seats=3)
    assert table.public_id in page_of(birch, mine)
    answer = mine.post("/people/birch/invite/", {"table": table.public_id})
    assert answer["Location"] == f"/tables/{table.public_id}/"
    assert Invitation.objects.get().user == birch


def test_one_mutes_blocks_and_reports_from_the_profile(amber, birch):
    mine = logged_in(amber)
    page = page_of(birch, mine)
    assert 'href="/chat/report/birch/' in page
    mine.post("/chat/relate/", {"mute": "birch", "next": "/people/birch/"})
    assert 'name="unmute" value="birch"' in page_of(birch, mine)
    assert 'name="block" value="birch"' in page
    answer = mine.post("/chat/relate/", {"block": "birch", "next": "/settings/people/"})
    assert answer["Location"] == "/settings/people/"
    assert mine.get("/people/birch/").status_code == 404
    assert "/chat/" not in page_of(birch)  # nothing to do for strangers


def test_a_seat_of_a_match_leads_to_its_persons_page(begin, amber, birch):
    match = begin(amber, birch, "easy", private=True)
    address = f"/matches/{match.public_id}/"
    mine = logged_in(amber)
    page = mine.get(address).content.decode()
    assert 'href="seats/1/"' in page
    assert 'href="seats/2/"' not in page
    assert mine.get(f"{address}seats/1/")["Location"] == "/people/birch/"
    for client, seat in (mine, 2), (mine, 9), (Client(), 1):  # computer, nobody, not for strangers
        assert client.get(f"{address}seats/{seat}/").status_code == 404
