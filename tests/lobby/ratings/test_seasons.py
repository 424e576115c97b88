"""Boards of seasons: how standings are kept, who stands there, and what is frozen."""

from datetime import date, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import blocks
from accounts.models import User
from games.matches.models import FollowUp, Match
from games.matches.review import actions
from games.plugin import registry
from lobby.models import RatedGame, RatingChange, SeasonStanding
from lobby.people import account_closure
from lobby.ratings import counting, seasons, tasks
from lobby.ratings.anchors import anchors
from lobby.ratings.seasons import Season
from lobby.ratings.skill import Skill, after
from tests.games.matches.conftest import BURN, fresh
from tests.lobby.ratings.conftest import end
from tests.lobby.ratings.test_counting import LIVE
from tests.lobby.ratings.test_tables import page
from tests.pages.reading import challenged
from tests.support.guests import guest
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db

SPRING = date(2026, 4, 1)
BOARD = f"/seasons/{BURN}/"


def kept() -> list[Any]:
    fields = ("user__username", "pace", "season", "matches", "number", "doubt", "ended_at")
    rows = SeasonStanding.objects.order_by("user", "pace", "season")
    return list(rows.values_list(*fields, "rank", "badge"))


def stand(name: str, number: int = 1600, **other: Any) -> SeasonStanding:
    """Somebody new who stands there in spring."""
    usual = {"matches": 10, "doubt": 100, "ended_at": timezone.now(), "season": SPRING}
    return SeasonStanding.objects.create(
        user=User.objects.create_user(name),
        **{"game": BURN, "pace": "live", "number": number, **usual, **other},
    )


def ranked(reader: Any = None, **query: Any) -> list[tuple[int, str, bool]]:
    """Rank, name and whether it is the reader, of each place on the API's board."""
    client = logged_in(reader) if reader else Client()
    found = client.get(f"/api/seasons/{BURN}/", query).json()["results"]
    return [(one["rank"], one["name"], one["you"]) for one in found]


def test_seasons_are_quarters_in_utc():
    assert seasons.season_of(datetime.fromisoformat("2026-06-30T23:00-02:00")).key == "2026-Q3"
    season = seasons.season_of(datetime.fromisoformat("2026-12-31T23:59Z"))
    assert (season.key, season.name) == ("2026-Q4", "October–December 2026")
    assert (season.next.key, season.previous.key) == ("2027-Q1", "2026-Q3")
    year = [Season(date(2026, month, 1)) for month in (1, 4, 7, 10)]
    assert [one.next for one in year[:3]] == year[1:]
    assert all(one.next.previous == one for one in year)


def test_a_standing_is_the_last_change_of_the_season(finish, amber, birch, cedar, frozen):
    finish(amber, birch, clock=LIVE)
    finish(amber, cedar, clock=LIVE)
    frozen.move_to("2026-07-02T12:00Z")
    finish(amber, birch, clock=LIVE)
    finish(amber, birch)
    mine = SeasonStanding.objects.filter(user=amber).order_by("season", "pace")
    assert [(one.season.month, one.pace, one.matches) for one in mine] == [
        (4, "live", 2),
        (7, "days", 1),
        (7, "live", 1),
    ]
    last = RatingChange.objects.filter(user=amber, pace="live").latest("ended_at")
    assert last.number == 3
    assert mine.get(season__month=7, pace="live").number == round(1500 + 40 * (last.mu - 25))


def test_standings_follow_voids_repairs_late_matches_and_are_the_same_when_counted_anew(
    finish, amber, birch, cedar, boss, committed, frozen
):
    first = finish(amber, birch)
    late = finish(birch, cedar)
    frozen.move_to("2026-07-02T12:00Z")
    voided = finish(amber, cedar)
    finish(amber, birch)
    everything = kept()
    end(first, boss, [("lost", 2), ("won", 1)], committed)
    assert kept() != everything
    end(first, boss, [("won", 1), ("lost", 2)], committed)
    Match.objects.filter(pk=late.pk).update(status=Match.Status.ACTIVE)
    counting.count(late.pk)
    assert ("cedar", "days", SPRING) not in [row[:3] for row in kept()]
    Match.objects.filter(pk=late.pk).update(status=Match.Status.FINISHED)
    counting.count(late.pk)
    assert [row[:6] for row in kept()] == [row[:6] for row in everything]
    for match in (voided, late):
        with committed():
            actions.void(public_id=match.public_id, by=boss, reason="A mistake.")
    before = kept()
    summer = date(2026, 7, 1)
    assert [(name, season, n) for name, _pace, season, n, *_more in before] == [
        ("amber", SPRING, 1),
        ("amber", summer, 1),
        ("birch", SPRING, 1),
        ("birch", summer, 1),
    ]
    call_command("rate", "--rebuild", stdout=StringIO())
    assert kept() == before


def test_who_stands_on_a_board(frozen, boss, committed):
    stand("amber", 1500)
    stand("birch", 1700, matches=9)
    stand("cedar", 1700, doubt=220)
    stand("dune", 1700, ended_at=timezone.now() - timedelta(days=31))
    stand("elm", 1700, pace="days")
    stand("fern", 1700, season=date(2026, 1, 1))
    User.objects.filter(pk=stand("gorse").user_id).update(banned_until="2027-01-01T00:00Z")
    account_closure.close_account(user=stand("hazel").user)
    stand("iris", 1600)
    stand("juniper", 1600)
    expected = [(1, "iris", False), (1, "juniper", False), (3, "amber", False)]
    assert ranked() == expected
    assert ranked(page_size=1, page=2) == expected[1:2]
    assert ranked(page_size=1, page=3) == expected[2:]
    some = User.objects.filter(username__in=["amber", "juniper", "birch"])
    among = seasons.standings(BURN, "live", among=some)
    assert [row.user.username for row in among] == ["juniper", "amber"]
    assert [one.rank for one in seasons.places(among, list(among), 1, boss)] == [1, 2]


def test_people_between_whom_there_is_a_block_do_not_see_each_other(frozen, amber):
    other = stand("birch")
    shy = stand("cedar", matches=5)
    for user in (other.user, shy.user):
        blocks.block(user=user, other=amber)
    assert ranked(amber) == [(1, None, False)]
    shown = page(amber, BOARD)
    assert "a hidden player" in shown
    assert "cedar" not in shown
    assert "birch" not in shown
    assert "cedar" in page(None, BOARD)


def test_the_page_tells_ones_own_place_and_what_is_lacking(frozen, amber, monkeypatch):
    monkeypatch.setattr("lobby.ratings.views.PAGE", 2)
    mine = stand("birch", 1550)
    for name in ("cedar", "dune", "elm"):
        stand(name)
    SeasonStanding.objects.filter(pk=mine.pk).update(number=1600, id=10**6)  # the last of the tied
    place = '?pace=live&amp;season=2026-Q2&amp;page=2#mine"> Your place: 1 </a>'
    assert place in page(mine.user, BOARD)
    assert 'class="mine" id="mine"' in page(mine.user, f"{BOARD}?page=2")
    below = stand("fern", matches=7, doubt=250)
    assert challenged(page(below.user, BOARD)) == ["cedar", "dune"]
    assert challenged(page(amber, BOARD)) == ["cedar", "dune", "fern"]
    needs = "<li>3 more rated matches</li><li>a surer rating: under ± 220 (now ± 250)</li>"
    assert needs in page(below.user, BOARD)
    assert "Just below" not in page(below.user, BOARD), "nobody is named twice"
    lacks = "needs 3 more rated matches, a surer rating: under ± 220 (now ± 250)"
    assert f'fern</a> <span class="soft"> {lacks}' in page(None, BOARD)
    assert "<li>10 more rated matches</li>" in page(amber, BOARD)
    assert "&pace=live" in page(amber, BOARD), "the tables of that pace"
    away = stand("grove", ended_at=timezone.now() - timedelta(days=40))
    assert "<li>a match within the last 30 days</li>" in page(away.user, BOARD)
    assert "Rated matches are for people with an account" in page(guest(), BOARD)


def test_levels_stand_beside_the_scale_at_the_distance_of_their_duels():
    found = dict(anchors(registry.get(BURN)))
    assert found == {"expert": 2170, "hard": 1830, "medium": 1500, "easy": 420}
    hard, medium = (Skill(25 + (found[one] - 1500) / 40, 0.1) for one in ("hard", "medium"))
    won, lost = (after([[hard], [medium]], ranks)[0][0].mu - hard.mu for ranks in ([1, 2], [2, 1]))
    assert won * 0.8 == pytest.approx(-lost * 0.2, rel=0.02), "four wins of five change nothing"
    burnt = [("hard", 1770), ("medium", 1500), ("easy", 1460)]
    assert anchors(registry.get("burnt-to-ashes")) == burnt
    assert anchors(registry.get("castle-panic")) == []
    assert "Computer players beside" in page(None, BOARD)
    assert "Computer players beside" not in page(None, "/seasons/castle-panic/")


def test_addresses_that_make_no_sense(frozen):
    for wrong in (
        "pace=no",
        *(f"season={key}" for key in ("2026-Q3", "2026-Q9", "it", "2026-Q02", f"{10**20}-Q1")),
    ):
        assert Client().get(f"{BOARD}?{wrong}").status_code == 404
    for game in ("village-assault", "chess"):
        assert Client().get(f"/seasons/{game}/").status_code == 404
        assert Client().get(f"/api/seasons/{game}/").status_code == 404


def test_a_page_asks_little(frozen, amber):
    rows = [stand(f"birch{n}", 1600 - n) for n in range(30)]
    SeasonStanding.objects.filter(pk=rows[20].pk).update(user=amber)
    client = logged_in(amber)
    client.get(BOARD)
    with CaptureQueriesContext(connection) as queries:
        client.get(BOARD)
    assert len(queries) <= 16, [query["sql"] for query in queries]


def ended(frozen: Any) -> None:
    """Spring is over, and everything that happened then is counted."""
    RatedGame.objects.get_or_create(game=BURN)
    frozen.move_to("2026-07-01T00:10Z")
    tasks.freeze_seasons()


def spring(frozen: Any) -> None:
    frozen.move_to("2026-06-20T00:00Z")


def test_a_season_that_has_ended_is_frozen_with_places_and_badges(frozen):
    spring(frozen)
    for n in range(40):
        stand(f"birch{n}", 1600 - 10 * (n if n != 1 else 0))
    stand("cedar", matches=9)
    frozen.move_to("2026-07-01T00:09Z")
    RatedGame.objects.create(game=BURN)
    tasks.freeze_seasons()
    assert not SeasonStanding.objects.exclude(rank=None).exists(), "matches may still be ending"
    ended(frozen)
    rows = SeasonStanding.objects.order_by("rank", "pk").values_list("rank", "badge")
    assert list(rows)[:6] == [(1, "1"), (1, "1"), (3, "3"), (4, "tenth"), (5, ""), (6, "")]
    assert len(rows) == 40
    before = kept()
    for _again in range(2):
        tasks.freeze_seasons()
    assert kept() == before
    best = [(1, "birch0", False), (1, "birch1", False), (3, "birch2", False)]
    assert ranked(season="2026-Q2")[:3] == best
    shown = page(None, "/people/birch2/")
    assert "Third place" in shown
    assert f"{BOARD}?pace=live&amp;season=2026-Q2" in shown
    assert "April–June 2026" in shown
    told = {"game": BURN, "pace": "live", "season": "2026-Q2", "rank": 3, "badge": "3"}
    assert Client().get("/api/people/birch2/ratings/").json()["badges"] == [told]
    assert "Badges" not in page(None, "/people/birch7/")
    assert '<span class="chip">final</span>' in page(None, f"{BOARD}?season=2026-Q2")
    assert "?pace=live&amp;season=2026-Q2" in page(None, BOARD)
    assert "Earlier season" not in page(None, f"{BOARD}?season=2026-Q2")


@pytest.mark.parametrize(
    ("numbers", "badges"),
    [([1600], [""]), ([1600] * 3, [""] * 3), ([1700, 1600, 1600], ["1", "", ""])],
)
def test_nobody_gets_a_badge_without_somebody_behind(frozen, numbers, badges):
    spring(frozen)
    for n, number in enumerate(numbers):
        stand(f"birch{n}", number)
    ended(frozen)
    rows = SeasonStanding.objects.order_by("-number", "pk")
    assert list(rows.values_list("badge", flat=True)) == badges


def test_nothing_changes_a_frozen_season(finish, frozen, amber, birch, boss, committed):
    spring(frozen)
    finish(amber, birch, clock=LIVE)
    match = finish(amber, birch, clock=LIVE)
    SeasonStanding.objects.update(matches=10, doubt=100)
    ended(frozen)
    before = kept()
    assert [row[-2:] for row in before] == [(1, "1"), (2, "")]
    finish(amber, birch, clock=LIVE)
    with committed():
        actions.void(public_id=match.public_id, by=boss, reason="A mistake.")
    call_command("rate", "--rebuild", stdout=StringIO())
    assert [row for row in kept() if row[2] == SPRING] == before
    assert [row[3] for row in kept() if row[2] != SPRING] == [1, 1]
    birch_left = SeasonStanding.objects.get(user=amber, season=SPRING)
    account_closure.close_account(user=birch_left.user)
    assert ranked(season="2026-Q2") == [(2, "birch", False)], "the place stays empty"


def test_a_season_waits_for_matches_that_are_not_counted_yet(finish, frozen, amber, birch):
    spring(frozen)
    first, second = (fresh(finish(amber, birch)) for _match in range(2))
    SeasonStanding.objects.update(matches=10, doubt=100)
    FollowUp.objects.create(match=first, task=counting.TASK, due_at=timezone.now())
    ended(frozen)
    assert not SeasonStanding.objects.exclude(rank=None).exists(), "one may have to be counted anew"
    FollowUp.objects.all().delete()
    RatedGame.objects.update(ended_at=first.finished_at, last_match=first.pk)
    tasks.freeze_seasons()
    assert not SeasonStanding.objects.exclude(rank=None).exists(), "one isn't counted"
    RatedGame.objects.update(ended_at=second.finished_at, last_match=second.pk)
    tasks.freeze_seasons()
    assert SeasonStanding.objects.exclude(rank=None).count() == 2
