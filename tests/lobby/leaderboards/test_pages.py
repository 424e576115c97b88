"""The page of a leaderboard, what leads there, and its call of the API."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import notices
from games.matches.play.actions import services
from lobby.clubs import services as clubs
from lobby.leaderboards.views import curve
from tests.lobby.leaderboards.conftest import begin, move
from tests.pages.reading import challenged, page_of
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db
PAGE = "/leaderboards/the-climb/"


def test_each_line_has_a_place_a_person_and_points_on_long_boards_too(
    run, amber, birch, monkeypatch
):
    match = run(amber, 3, rests=1)
    run(birch, 2)
    page = page_of(Client(), PAGE)
    assert page.index('href="/people/amber/"') < page.index('href="/people/birch/"')
    assert f'href="/matches/{match.public_id}/?step=0"' in page
    assert "Your runs" not in page
    assert Client().get(f"/matches/{match.public_id}/?step=0&as=omniscient").status_code == 200
    monkeypatch.setattr("lobby.leaderboards.views.PAGE", 1)
    run(amber, 3)
    run(birch, 2)
    page = page_of(Client(), f"{PAGE}?page=2")
    assert "birch" in page
    assert "amber" not in page
    assert '<td class="rank num">2</td>' in page


def test_boards_and_times_are_links_to_which_game_form_and_end_of_a_run_lead(run, amber):
    run(amber, 3, options={"slope": "steep"})
    assert "amber" not in page_of(Client(), PAGE)
    page = page_of(Client(), f"{PAGE}?board=steep&span=ever")
    assert "amber" in page
    assert 'href="?board=gentle&amp;span=ever"' in page
    assert 'href="?board=steep&amp;span=week"' in page
    for wrong in ("?board=flat", "?span=year"):
        assert Client().get(f"{PAGE}{wrong}").status_code == 404
    for wrong in ("nowhere", "castle-panic"):
        assert Client().get(f"/leaderboards/{wrong}/").status_code == 404
    client = logged_in(amber)
    match = run(amber, 1, options={"slope": "steep"})
    for path in ("/", "/play/the-climb/"):
        assert f'href="{PAGE}"' in page_of(client, path)
    assert f'href="{PAGE}?board=steep"' in page_of(client, f"/matches/{match.public_id}/")


def test_oneself_sees_place_best_and_the_curve_of_the_last_runs(run, amber, birch):
    run(birch, 9)
    for score in (2, 7, 4):
        run(amber, score)
    page = page_of(logged_in(amber), PAGE)
    assert '<tr class="mine">' in page
    assert '<dt>Your place here</dt><dd class="num">2</dd>' in page
    assert "oldest first: 2, 7, 4" in page
    assert challenged(page) == ["birch"]
    assert '<polyline points="0.0,71.4 150.0,0.0 300.0,42.9"/>' in page
    assert curve([5]) is None
    flat = curve([0, 0])
    assert flat is not None
    assert flat.points == "0.0,100.0 300.0,100.0"


def test_whose_time_ran_out_reads_of_points_in_notice_desk_and_profile(
    climb, amber, frozen, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        match = begin(amber, clock={"type": "move", "seconds": 60})
        move(match, amber, *["climb"] * 11)
        frozen.shift(61)
        services.time_out(pk=match.pk)
    told = [notices.sentence(notice) for notice in notices.unread(amber)]
    assert told == [f"The Climb #{match.number} is over. Your points: 12."]
    assert "12 points" in page_of(logged_in(amber), "/")
    profile = page_of(Client(), "/people/amber/")
    assert ("12 points" in profile, "0 won" in profile) == (True, False)
    assert '<span class="chip"></span>' not in profile


def test_the_call_tells_what_the_page_does(run, amber, birch):
    match = run(amber, 3, rests=2)
    run(birch, 1)
    answer = logged_in(amber).get("/api/leaderboards/the-climb/?span=ever&page_size=1").json()
    assert answer["count"] == 2
    (row,) = answer["results"]
    told = {"rank": 1, "name": "amber", "username": "amber", "score": 3, "ties": 2, "you": True}
    assert row == told | {"ended_at": row["ended_at"], "match": match.public_id}
    second = Client().get("/api/leaderboards/the-climb/?page=2&page_size=1").json()["results"]
    assert [(one["rank"], one["name"], one["you"]) for one in second] == [(2, "birch", False)]
    assert Client().get("/api/leaderboards/the-climb/?span=year").status_code == 400
    assert Client().get("/api/leaderboards/the-climb/?board=flat").status_code == 404
    assert Client().get("/api/leaderboards/castle-panic/").status_code == 404


def test_a_club_has_a_board_of_its_members(run, amber, birch, cedar):
    club = clubs.found(user=amber, name="Round Table")
    for user, score in ((amber, 1), (birch, 3), (cedar, 2)):
        run(user, score)
    clubs.join(club=club, user=cedar)
    of_club = f"club={club.public_id}"
    assert f'href="{PAGE}?{of_club}"' in page_of(Client(), club.get_absolute_url())
    page = page_of(logged_in(amber), f"{PAGE}?{of_club}")
    assert "Round Table" in page
    assert "birch" not in page
    assert '<dt>Your place here</dt><dd class="num">2</dd>' in page
    assert f'href="?board=gentle&amp;span=week&amp;{of_club}"' in page
    assert "Your place here" not in page_of(logged_in(birch), f"{PAGE}?{of_club}")
    rows = Client().get(f"/api{PAGE}?{of_club}").json()["results"]
    assert [(one["rank"], one["name"]) for one in rows] == [(1, "cedar"), (2, "amber")]
    for path in (f"{PAGE}?club=x%00", f"/api{PAGE}?club=x"):
        assert Client().get(path).status_code == 404


def test_page_and_call_take_the_same_queries_for_any_number_of_runs(run, amber, birch, cedar):
    mine = logged_in(amber)

    def counts() -> list[int]:
        found = []
        for client, path in ((mine, PAGE), (Client(), PAGE), (Client(), f"/api{PAGE}")):
            with CaptureQueriesContext(connection) as caught:
                assert client.get(path).status_code == 200
            found.append(len(caught))
        return found

    run(amber, 1)
    few = counts()
    for user in (amber, birch, cedar):
        run(user, 3)
        run(user, 2)
    assert counts() == few
    assert few[1:] == [2, 2]
    assert few[0] <= 12
