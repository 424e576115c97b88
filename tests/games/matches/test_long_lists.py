"""Lists of matches: right wherever they are cut."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Name
from games.matches.models import Match
from games.matches.play.actions import leave
from games.matches.record import log_search, players
from toolbox import paging

pytestmark = pytest.mark.django_db


def test_the_api_counts_so_far_and_leads_on(begin, client, monkeypatch, django_assert_num_queries):
    """As tests/toolbox/test_paging.py has it."""
    monkeypatch.setattr(paging, "COUNTED", 5)
    begin(private=True)
    matches = [begin().public_id for _match in range(9)]
    link, seen = "/api/matches/?page_size=2", []
    while link:
        page = client.get(link).json()
        assert page["count"] == 6
        seen += [one["id"] for one in page["results"]]
        link = page["next"]
    assert seen == matches[::-1]
    assert client.get("/api/matches/?page_size=2&page=5").json()["previous"] is not None
    for page, queries in ((1, 3), (4, 4)):  # far down there is one more
        with django_assert_num_queries(queries):
            client.get(f"/api/matches/?page_size=2&page={page}")
    for page in ("6", "x"):
        assert client.get(f"/api/matches/?page_size=2&page={page}").status_code == 404


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
    amber.delete()  # whose account is deleted is found by what the seat shows
    assert called("AMBROSIA") == [match.pk]


def test_of_a_beginning_that_many_share_the_first_names_are_meant(begin, person, monkeypatch):
    monkeypatch.setattr(players, "NAMES", 2)
    matches = [begin(person(f"amber{number}"), "easy").pk for number in range(3)]
    assert called("amber") == sorted(matches[:2])
    assert called("amber2") == [matches[2]]
    assert called("AI") == [], "computer players aren't people"
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
