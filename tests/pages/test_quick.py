"""The pages of quick match as HTML: the form, the wait, the offer, and the way to the match."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.matches.models import Match
from lobby.models import QuickTicket
from lobby.quick import estimates, services, tasks
from tests.pages.reading import page_of
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db
BURN = "please-dont-burn-my-village"
WISHES = {"games": [BURN], "paces": ["live-10"], "least": "2", "most": "4", "ai_after": "3"}


def visitor(name: str) -> Client:
    return logged_in(User.objects.get_or_create(username=name)[0])


@pytest.fixture
def amber() -> Client:
    return visitor("amber")


@pytest.fixture
def waiting(amber: Client) -> str:
    """The address of amber's ticket."""
    return str(amber.post("/quick/", WISHES)["Location"])


def test_a_stranger_signs_up_hears_why_only_here_and_comes_back(client):
    answer = client.get("/quick/")
    assert answer["Location"] == "/accounts/signup/?next=/quick/"
    assert "Quick match seats you with other people" in page_of(client, answer["Location"])
    refused = client.post("/accounts/signup/", {"username": "", "next": "/quick/?games=x"})
    assert "Quick match seats you with other people" in refused.content.decode()
    for path in ("/", "/nowhere/", "//elsewhere.example/quick/", "%00", ""):
        page = page_of(client, f"/accounts/signup/?next={path}")
        assert "It takes a moment, then you play." in page
        assert "Quick match seats" not in page


def test_the_form_leads_into_the_queue_until_one_leaves_by_post(amber, waiting):
    ticket = QuickTicket.objects.get()
    assert waiting == f"/quick/{ticket.pk}/"
    assert (ticket.games, ticket.paces) == ([BURN], ["live-10"])
    assert (ticket.least, ticket.most) == (2, 4)
    assert ticket.offer_ai_at == ticket.created_at + timedelta(minutes=3)
    page = page_of(amber, waiting)
    assert "Looking for your table" in page
    assert "Nobody has looked for this lately" in page
    assert "Nobody else who fits" in page
    assert '<meta http-equiv="refresh" content="5">' in page
    assert amber.get("/quick/")["Location"] == waiting
    assert amber.post("/quick/", WISHES)["Location"] == waiting
    assert QuickTicket.objects.count() == 1
    assert amber.get(f"{waiting}leave/").status_code == 405
    assert amber.post(f"{waiting}leave/")["Location"] == "/quick/"
    assert QuickTicket.objects.get().status == "left"


def test_what_is_wrong_is_said_at_its_field(amber):
    unknown = "is not one of the available choices"
    for wrong, said in (
        ({"games": []}, "Choose at least one game."),
        ({"games": ["nothing"]}, f"nothing {unknown}"),
        ({"paces": []}, "Choose at least one pace."),
        ({"paces": ["none", "warp"]}, "warp"),
        ({"least": "5", "most": "3"}, "the smaller number first"),
        ({"least": "6", "most": "6"}, "None of these games can be played by that many."),
        ({"least": "many"}, f"many {unknown}"),
        ({"least": ""}, "This field is required."),
        ({"ai_after": "7"}, f"7 {unknown}"),
    ):
        answer = amber.post("/quick/", WISHES | wrong)
        assert answer.status_code == 200
        assert said in answer.content.decode()
    assert not QuickTicket.objects.exists()


def test_the_estimate_follows_what_is_ticked(amber):
    assert "Nobody has looked" in page_of(amber, f"/quick/estimate/?games={BURN}&paces=none")
    for query in ("", "?games=nothing&paces=none", f"?games={BURN}", f"?games={BURN}&paces=%00"):
        assert "Choose at least one" in page_of(amber, f"/quick/estimate/{query}")


@pytest.mark.parametrize("page", ["/quick/", "/quick/estimate/"])
def test_what_an_address_repeats_is_estimated_once(amber, monkeypatch, page):
    asked = []

    def estimate(*wished):
        asked.append(wished)
        return estimates.Estimate(None)

    monkeypatch.setattr(estimates, "estimate", estimate)
    page_of(amber, f"{page}?{f'games={BURN}&paces=none&' * 100}")
    assert asked == [([BURN], ["none"])]


def test_others_who_fit_are_counted_and_the_form_remembers_the_last_wishes(amber, waiting):
    for number in range(2):
        services.enqueue(
            user=User.objects.create_user(f"other{number}"), games=[BURN], paces=["live-10"]
        )
        cache.clear()
    assert "2 others who fit are waiting too." in page_of(amber, waiting)
    amber.post(f"{waiting}leave/")
    page = page_of(amber, "/quick/")
    assert re.search('value="live-10"[^>]* checked', page)
    assert not re.search('value="none"[^>]* checked', page)
    assert '<option value="4" selected>' in page


def test_the_page_leads_to_the_match(amber, waiting):
    services.enqueue(user=User.objects.create_user("birch"), games=[BURN], paces=["live-10"])
    tasks.match_waiting()
    match = f"/matches/{Match.objects.get().public_id}/"
    assert amber.get(waiting, headers={"HX-Request": "true"})["HX-Redirect"] == match
    assert amber.get(waiting)["Location"] == match
    assert not User.objects.get(username="amber").notices.filter(read_at=None).exists()
    assert amber.post(f"{waiting}leave/")["Location"] == waiting
    assert amber.get("/quick/").status_code == 200


def test_computer_players_are_offered_when_it_is_time_and_begin_the_match(amber, waiting):
    assert "Play with AI instead?" not in page_of(amber, waiting)
    QuickTicket.objects.update(offer_ai_at=timezone.now())
    page = page_of(amber, waiting)
    assert "Play with AI instead?" in page
    assert "medium" in page
    amber.post(f"{waiting}wait-on/")
    assert "Play with AI instead?" not in page_of(amber, waiting)
    assert QuickTicket.objects.get().status == "waiting"
    assert amber.post(f"{waiting}accept-ai/")["Location"] == waiting
    assert "Your table is being set." in page_of(amber, waiting)
    tasks.match_waiting()
    match = Match.objects.get()
    assert amber.get(waiting)["Location"] == f"/matches/{match.public_id}/"
    assert [seat.ai_level for seat in match.seats.all()] == ["", "medium"]


def test_looking_at_the_page_is_being_there(amber, waiting):
    long_ago = timezone.now() - timedelta(minutes=5)
    QuickTicket.objects.update(seen_at=long_ago)
    amber.get(waiting)
    seen = QuickTicket.objects.get().seen_at
    assert timezone.now() - seen < timedelta(minutes=1)
    amber.get(waiting)  # the next glance isn't written down again at once
    assert QuickTicket.objects.get().seen_at == seen


def test_the_page_asks_no_more_for_a_long_queue(amber, waiting, django_assert_max_num_queries):
    people = User.objects.bulk_create(User(username=f"other{n}") for n in range(30))
    for person in people:
        services.enqueue(user=person, games=[BURN], paces=["live-10"])
    cache.clear()
    with django_assert_max_num_queries(9):
        amber.get(waiting)
    with django_assert_max_num_queries(6):  # what many ask for is remembered for a moment
        amber.get(waiting)
