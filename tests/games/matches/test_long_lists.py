"""Lists of matches: right wherever they are cut."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Name, User
from games.matches.models import Match
from games.matches.play.actions import leave
from games.matches.record import log_search, players
from toolbox import paging

pytestmark = pytest.mark.django_db

BURN = "please-dont-burn-my-village"


@pytest.fixture
def _five_are_counted(monkeypatch):
    monkeypatch.setattr(paging, "COUNTED", 5)


@pytest.mark.usefixtures("_five_are_counted")
def test_the_api_counts_so_far_and_leads_on(begin, client):
    """Half of the matches began at the same moment."""
    matches = [begin() for _match in range(9)]
    Match.objects.filter(pk__in=[one.pk for one in matches[:5]]).update(started_at=timezone.now())
    hidden = begin(private=True)
    link, seen = "/api/matches/?page_size=2", []
    while link:
        page = client.get(link).json()
        assert page["count"] == 6
        seen.append([one["id"] for one in page["results"]])
        link = page["next"]
    newest = Match.objects.exclude(pk=hidden.pk).order_by("-started_at", "-pk")
    assert [one for page in seen for one in page] == list(
        newest.values_list("public_id", flat=True)
    )
    assert [len(page) for page in seen] == [2, 2, 2, 2, 1]
    assert client.get("/api/matches/?page_size=2&page=5").json()["previous"] is not None
    for page in ("6", "0", "last", "x", "9" * 30):
        assert client.get(f"/api/matches/?page_size=2&page={page}").status_code == 404


@pytest.mark.usefixtures("_five_are_counted")
def test_a_page_far_down_asks_one_query_more(begin, client):
    for _match in range(9):
        begin()

    def queries(page):
        with CaptureQueriesContext(connection) as asked:
            assert client.get(f"/api/matches/?page_size=2&page={page}").status_code == 200
        return len(asked)

    assert (queries(1), queries(4)) == (3, 4)


def test_a_short_list_is_counted_whole(begin, client):
    begin()
    begin(private=True)
    assert client.get("/api/matches/").json()["count"] == 1


def called(name: str) -> list[Any]:
    return sorted(set(players.seats_called(name).values_list("match", flat=True)))


def test_matches_are_found_by_each_name_of_a_person(begin, person):
    amber = person("amber")
    match = begin(amber, person("birch"))
    begin(person("cedar"), person("dune"))
    amber.shown_name = "Ambrosia"
    amber.save()
    leave.rename(user=amber, name=amber.name)
    for name in ("ambr", "AMBER", "amb", "Ambrosia", "bi"):
        assert called(name) == [match.pk], name
    for name in ("rosia", "mber", "%", "ambers"):
        assert called(name) == [], name


def test_matches_of_a_deleted_account_are_found_by_what_the_seat_shows(begin, person):
    match = begin(person("amber"), "easy")
    User.objects.get(username="amber").delete()
    assert called("AMBER") == [match.pk]
    assert called("AI") == [], "computer players aren't people"


def test_of_a_beginning_that_many_share_the_first_names_are_meant(begin, person, monkeypatch):
    monkeypatch.setattr(players, "NAMES", 2)
    matches = [begin(person(f"amber{number}"), "easy").pk for number in range(3)]
    assert called("amber") == sorted(matches[:2])
    assert called("amber2") == [matches[2]]
    assert Name.objects.count() == 3


def test_pages_cut_between_matches_behind_the_gate(begin, client):
    matches = [begin() for _match in range(4)]
    shut = timezone.now() + timedelta(hours=1)
    Match.objects.filter(pk__in=[matches[1].pk, matches[3].pk]).update(embargo_until=shut)
    pages = [client.get(f"/api/matches/?page_size=1&page={n}").json() for n in (1, 2)]
    assert [page["results"][0]["id"] for page in pages] == [
        matches[2].public_id,
        matches[0].public_id,
    ]
    assert [page["count"] for page in pages] == [2, 2]
    assert pages[1]["next"] is None
    assert log_search.newest(["anything"], at_most=1) == []
