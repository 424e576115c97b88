"""Profiles: what someone's page shows, to whom."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts import blocks
from accounts.models import User
from games.matches.models import Match, Seat
from games.matches.play.actions import services
from lobby.models import Invitation
from lobby.tables import services as tables
from tests.games.matches.conftest import BURN
from tests.pages.conftest import begin, browser_of, endless, person, play_to_the_end
from tests.pages.reading import dense

__all__ = ["begin", "browser_of", "endless", "person"]

pytestmark = pytest.mark.django_db
Begin = Callable[..., Match]
TITLE = "Please Don&#x27;t Burn My Village"


def page_of(user: User, client: Client | None = None) -> str:
    answer = (client or Client()).get(f"/people/{user.username}/")
    assert answer.status_code == 200
    return dense(answer.content.decode())


def give_up(match: Match, user: User) -> None:
    services.resign(public_id=match.public_id, user=user)


def test_anybody_reads_results_figures_and_public_matches(begin, person):
    amber, birch = person(), person()
    over = begin(amber, birch, first=0)
    play_to_the_end(over)
    running = begin(amber, birch)
    page = page_of(amber)
    assert "<h3>Please Don’t Burn My Village</h3>" in page
    seat = Seat.objects.get(match=over, user=amber)
    assert f'<dt>points on average</dt><dd class="num">{seat.score}</dd>' in page
    assert "cards left that cost points" in page
    assert f"/matches/{over.public_id}/" in page
    assert f"/matches/{running.public_id}/" in page
    assert '<a class="above" href="/people/birch/">birch</a>' in page


def test_a_place_among_several_is_told_as_a_place(begin, person):
    match = begin(person(), person(), person())
    play_to_the_end(match)
    *_first, last = Seat.objects.filter(match=match).select_related("user").order_by("rank")
    page = page_of(last.user)
    assert last.rank > 1
    assert f">place {last.rank} of 3<" in page
    assert f"place {last.rank}: once" in page
    assert "1 lost" not in page
    assert ">lost<" not in page + Client().get(f"/matches/{match.public_id}/").content.decode()


def test_somebody_new_has_an_inviting_page(person, browser_of):
    amber = person()
    assert "No public match of theirs has ended yet." in page_of(amber)
    assert "You haven't finished a match yet." in page_of(amber, browser_of(amber))


def test_the_name_shown_is_the_heading_and_the_username_the_address(person):
    amber = person()
    amber.shown_name = "Countess"
    amber.save()
    page = page_of(amber)
    assert "<h1>Countess</h1>" in page
    assert "Username amber." in page


def test_private_matches_show_to_oneself_alone(begin, person, browser_of):
    amber, birch = person(), person()
    over, running = begin(amber, birch, private=True), begin(amber, birch, private=True)
    give_up(over, birch)
    for reader in (None, browser_of(birch)):
        page = page_of(amber, reader)
        assert TITLE not in page
        assert "/matches/" not in page
    page = page_of(amber, browser_of(amber))
    assert f"/matches/{over.public_id}/" in page
    assert f"/matches/{running.public_id}/" in page
    assert "1 won" in page


@pytest.mark.parametrize("blocker", [0, 1])
def test_blocked_people_get_the_page_of_nobody(person, browser_of, blocker):
    people = person(), person()
    blocks.block(user=people[blocker], other=people[1 - blocker])
    reader = browser_of(people[0])
    refused, nobody = reader.get("/people/birch/"), reader.get("/people/nobody/")
    assert refused.status_code == nobody.status_code == 404
    bare = [answer.content.decode().partition("<main")[2] for answer in (refused, nobody)]
    assert bare[0] == bare[1]
    assert Client().get("/people/birch/").status_code == 200


def test_matches_with_somebody_blocked_are_not_listed(begin, person, browser_of):
    amber, birch, cedar = person(), person(), person()
    over = begin(amber, birch)
    begin(amber, birch)
    give_up(over, birch)
    blocks.block(user=cedar, other=birch)
    page = page_of(amber, browser_of(cedar))
    assert "birch" not in page
    assert "/matches/" not in page
    assert "1 won" in page


def test_no_page_of_another_tells_an_address(begin, person, browser_of):
    amber, birch = person(), person()
    amber.email = "planted@post.example"
    amber.save()
    amber.emailaddress_set.create(email="planted@post.example", primary=True, verified=True)
    give_up(begin(amber, birch), birch)
    for reader in (Client(), browser_of(birch), browser_of(amber)):
        assert "planted" not in page_of(amber, reader)
    assert "planted" in browser_of(amber).get("/settings/account/").content.decode()
    assert "planted" not in browser_of(birch).get("/settings/account/").content.decode()


def test_the_queries_stay_the_same_however_much_there_is(
    begin, person, browser_of, endless, django_assert_num_queries
):
    amber, birch, cedar = person(), person(), person()
    blocks.block(user=cedar, other=person())
    reader = browser_of(cedar)
    for game in (BURN, endless, BURN):
        give_up(begin(amber, birch, "easy", game=game), birch)
        give_up(begin(amber, birch, game=game), birch)
        begin(amber, birch, game=game)
        # session, reader, badge, blocks, person, results, statistics, two lists with everyone
        # there, one's tables, whether one has muted them
        with django_assert_num_queries(13):
            page_of(amber, reader)


def test_a_host_invites_from_the_profile(person, browser_of):
    amber, birch = person(), person()
    mine = browser_of(amber)
    assert "Open a table to invite them" in page_of(birch, mine)
    table = tables.open_table(host=amber, game=BURN, seats=3)
    assert table.public_id in page_of(birch, mine)
    answer = mine.post("/people/birch/invite/", {"table": table.public_id})
    assert answer["Location"] == f"/tables/{table.public_id}/"
    assert Invitation.objects.get().user == birch


def test_only_ones_own_table_can_be_offered(person, browser_of):
    amber, birch = person(), person()
    table = tables.open_table(host=birch, game=BURN, seats=3)
    answer = browser_of(amber).post("/people/birch/invite/", {"table": table.public_id})
    assert answer["Location"] == "/people/birch/"
    assert browser_of(amber).post("/people/birch/invite/", {"table": "?"}).status_code == 404
    assert not Invitation.objects.exists()
    assert table.public_id not in page_of(birch, browser_of(amber))


def test_one_mutes_blocks_and_reports_from_the_profile(person, browser_of):
    amber, birch = person(), person()
    mine = browser_of(amber)
    page = page_of(birch, mine)
    assert 'href="/chat/report/birch/' in page
    mine.post("/chat/relate/", {"mute": "birch", "next": "/people/birch/"})
    assert 'name="unmute" value="birch"' in page_of(birch, mine)
    assert 'name="block" value="birch"' in page
    answer = mine.post("/chat/relate/", {"block": "birch", "next": "/settings/people/"})
    assert answer["Location"] == "/settings/people/"
    assert mine.get("/people/birch/").status_code == 404
    assert "/chat/" not in page_of(birch)  # nothing to do for strangers


def test_a_seat_of_a_match_leads_to_its_persons_page(begin, person, browser_of):
    amber, birch = person(), person()
    match = begin(amber, birch, "easy", private=True)
    address = f"/matches/{match.public_id}/"
    mine = browser_of(amber)
    page = mine.get(address).content.decode()
    assert 'href="seats/1/"' in page
    assert 'href="seats/2/"' not in page
    assert mine.get(f"{address}seats/1/")["Location"] == "/people/birch/"
    for client, seat in (mine, 2), (mine, 9), (Client(), 1):  # computer, nobody, not for strangers
        assert client.get(f"{address}seats/{seat}/").status_code == 404


def test_a_match_keeps_the_names_it_was_opened_with(begin, person):
    amber = person()
    User.objects.filter(pk=amber.pk).update(shown_name="Countess")
    amber.refresh_from_db()
    match = begin(amber, person())
    User.objects.filter(pk=amber.pk).update(shown_name="")
    assert Seat.objects.get(match=match, user=amber).name == "Countess"
    told = Client().get(f"/api/matches/{match.public_id}/").json()
    assert told["seats"][0]["name"] == "Countess"
