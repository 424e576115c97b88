"""A game for one that nobody wins or loses: how it begins, and that its points are what is told."""

import html
from datetime import timedelta
from typing import Any

import pytest

from accounts import notices
from games.matches.models import Match
from games.matches.play.actions import services
from games.matches.play.parts import end_notices
from games.matches.record import ranking
from games.plugin.codec import canonical_json, pack, plain
from games.village_assault.actions import Attack, Boost, Retreat
from lobby.leaderboards import services as leaderboards
from lobby.tables import services as tables
from tests.games.matches.conftest import BURN
from tests.games.village_assault.positions import position
from tests.pages.test_lobby_pages import text_of
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db

ASSAULT = "village-assault"
DAY = timedelta(days=1)


@pytest.fixture
def played(begin: Any, person: Any) -> Match:
    """A run of amber's that she ended at once, with nothing."""
    match: Match = begin(person("amber"), game=ASSAULT)
    retreat(match)
    return match


def retreat(match: Match) -> None:
    user = match.seats.get().user
    action = plain(Retreat())
    services.submit_action(public_id=match.public_id, user=user, action=action, version=0)


def test_no_page_before_it_speaks_of_others(person):
    browser = logged_in(person())
    page = text_of(browser.get(f"/play/{ASSAULT}/")).partition("<body")[2]
    assert 'name="option-difficulty"' in page
    assert "Computer players" not in page
    assert 'name="level"' not in page
    assert "friends" not in page
    assert browser.post(f"/play/{ASSAULT}/", {"option-difficulty": "hard"}).status_code == 302
    match = Match.objects.get()
    assert (match.seats.count(), match.options["difficulty"]) == (1, "hard")
    page = text_of(logged_in(person()).get(f"/rules/{ASSAULT}/"))
    assert "Play now" in page
    assert "AI now" not in page
    page = text_of(browser.get(f"/tables/new/{ASSAULT}/"))
    assert "Who sits where" not in page
    assert "Time to think" in page
    assert ASSAULT not in text_of(logged_in(person()).get("/quick/"))


def test_two_actions_in_a_row_are_sent_as_one_move(begin, person):
    amber = person("amber")
    match = begin(amber, game=ASSAULT)
    state = position(hand=["farmer-red", "pig"], castle="ace-blue", tower="orc-red", deck=["inn"])
    Match.objects.filter(pk=match.pk).update(state=pack(state))
    browser = logged_in(amber)
    sent = canonical_json([Attack("farmer-red", "castle"), Boost(1, sheep=False)]).decode()
    page = html.unescape(text_of(browser.get(f"/matches/{match.public_id}/")))
    assert sent in page, "a button makes it where there is no script"
    assert "0 banked" in page.partition("The seats at a glance")[2].partition("</ul>")[0]
    move = {"action": sent, "version": 0, "client_id": "mine"}
    for _twice in range(2):
        browser.post(f"/matches/{match.public_id}/act/", move)
    made = [step.action and step.action["type"] for step in match.steps.all()]
    assert made == [None, "attack", "boost"]


@pytest.mark.parametrize(
    ("people", "points", "place"),
    [(3, 95, 1), (3, 90, 1), (3, 40, 3), (3, 10, 4), (9, 30, 3), (9, 29, None), (3, None, None)],
)
def test_a_run_has_a_place_where_the_scores_before_it_are_known(people, points, place):
    """Equal ones share theirs. Of nine people, the best three are known."""
    reached = ranking.Reached(median=50, people=people, top=(90, 50, 30))
    assert reached.with_points(points) == ranking.Among(50, 90, place, people + 1)


def test_nobody_is_to_be_brought_or_spoken_to_in_set_phrases(person, begin):
    amber = person("amber")
    browser, match = logged_in(amber), begin(amber, game=ASSAULT)
    table = tables.open_table(host=amber, game=ASSAULT, seats=1)
    for address in (f"/matches/{match.public_id}/", f"/tables/{table.public_id}/"):
        page = text_of(browser.get(address))
        assert "Say something" in page
        assert "Quick phrases" not in page
        assert "Everyone is here" not in page
        assert "Bring someone" not in page
    both = begin(amber, person("birch"))
    assert "Quick phrases" in text_of(browser.get(f"/matches/{both.public_id}/"))
    wide = tables.open_table(host=amber, game=BURN, seats=2)
    page = text_of(browser.get(f"/tables/{wide.public_id}/"))
    assert "Quick phrases" in page
    assert "Bring someone" in page


def test_a_run_that_may_count_is_shown_on_its_way_to_the_personal_best(person, begin):
    amber = person("amber")
    browser = logged_in(amber)

    def course(**change: str) -> str:
        match = begin(amber, game=ASSAULT)
        Match.objects.filter(pk=match.pk).update(**change)
        page = text_of(browser.get(f"/matches/{match.public_id}/"))
        Match.objects.filter(pk=match.pk).delete()
        return page.partition('<div class="course">')[2].partition("</div>")[0]

    assert "First run on this leaderboard" in course()
    first = begin(amber, game=ASSAULT)
    retreat(first)
    first.seats.update(score=58)
    assert "Personal best <b" in course()
    assert 'viewBox="0 0 60 10"' in course()
    Match.objects.filter(pk=first.pk).update(unranked="undo")
    assert "First run" in course()
    Match.objects.filter(pk=first.pk).update(unranked="", visibility="private")
    assert "First run" in course()
    assert course(unranked="undo") == ""
    Match.objects.filter(pk=first.pk).update(visibility="public")
    first.seats.update(score=-1)
    assert "Past the personal best" in course()


def ranked(begin: Any, name: Any, score: int) -> None:
    """A run of that person's on the leaderboard."""
    match = begin(name, game=ASSAULT)
    retreat(match)
    match.seats.update(score=score)
    leaderboards.rank(match.pk)


def test_a_run_that_may_count_shows_median_and_lead_of_its_leaderboard(
    person, begin, frozen, time_machine
):
    dune = person("dune")
    browser = logged_in(dune)
    for name, score in (("amber", 10), ("birch", 30)):
        ranked(begin, person(name), score)

    def shown(match: Match, hour: int) -> str:
        time_machine.move_to(f"2026-05-01T{hour}:30:00Z", tick=False)
        return text_of(browser.get(f"/matches/{match.public_id}/"))

    match = begin(dune, game=ASSAULT)
    assert "Median of the leaderboard" not in shown(match, 12)
    ranked(begin, person("cedar"), 90)
    assert "Median of the leaderboard" not in shown(match, 12)
    page = shown(match, 13)
    assert 'Median of the leaderboard <b class="num">30</b>' in page
    assert 'Top of the leaderboard <b class="num">90</b>' in page
    assert 'viewBox="0 0 92 10"' in page
    assert 'Place <b class="num">4</b> of 4 with these points' in page
    ranked(begin, person("elder"), 51)
    assert 'Median of the leaderboard <b class="num">40</b>' in shown(match, 14)
    hard = begin(dune, game=ASSAULT, options={"difficulty": "hard"})
    assert "Median of the leaderboard" not in shown(hard, 14)
    for changes in ({"unranked": "undo"}, {"embargo_until": match.started_at + DAY}):
        Match.objects.filter(pk=match.pk).update(**changes)
        assert "Median of the leaderboard" not in shown(match, 14)
        Match.objects.filter(pk=match.pk).update(unranked="", embargo_until=None)


def test_its_place_and_the_personal_best_stand_beside_its_result(
    person: Any, begin: Any, frozen: Any
) -> None:
    for name in ("amber", "birch", "cedar"):
        ranked(begin, person(name), 10)
    dune = person("dune")

    def end(**change: str) -> str:
        frozen.shift(60)
        match = begin(dune, game=ASSAULT)
        retreat(match)
        Match.objects.filter(pk=match.pk).update(**change)
        page = text_of(logged_in(dune).get(f"/matches/{match.public_id}/"))
        return page.partition('id="result-h"')[2].partition("</section>")[0]

    place = "That would be place 4 of 4 among everyone’s best runs."
    assert f"The first run on this leaderboard: a best score to beat. {place}" in end()
    assert f"The personal best is still 0. {place}" in end()
    assert f"The personal best is still 0. {place}" in end(unranked="guest")
    assert place not in end(unranked="practice")


def test_what_others_reach_costs_two_queries_an_hour(
    person, begin, frozen, django_assert_num_queries
):
    for name, score in (("amber", 10), ("birch", 30), ("cedar", 50)):
        ranked(begin, person(name), score)
    match = begin(person("dune"), game=ASSAULT)
    seat = match.seats.get()
    assert ranking.reached_by_others(match, seat) == ranking.Reached(30, 3, (50, 30, 10))
    with django_assert_num_queries(0):
        assert ranking.reached_by_others(match, seat) == ranking.Reached(30, 3, (50, 30, 10))
    frozen.shift(3600)
    with django_assert_num_queries(2):
        ranking.reached_by_others(match, seat)


def test_its_end_is_told_in_points_by_pages_and_notice(played):
    amber = played.seats.get().user
    browser = logged_in(amber)
    seat = played.seats.get()
    assert (seat.outcome, seat.rank, seat.score) == ("scored", 1, 0)
    page = text_of(browser.get(f"/matches/{played.public_id}/"))
    assert "Retreat in round 1: the assault scores 0 points." in page
    assert "Play again" in page
    assert "with everyone" not in page
    assert '<th scope="col">Place</th>' not in page
    for address in ("/", "/my-matches/", f"/people/{amber.username}/"):
        told = text_of(browser.get(address))
        assert "0 points" in told, address
        assert not [word for word in (">won<", ">lost<", "0 won", "0 lost", "Over") if word in told]
    played.steps.update(actor="clock", user=None)  # it wasn't her own move that ended it
    end_notices.tell_everybody(played)
    (notice,) = notices.unread(played.seats.get().user)
    assert notice.text == "{game} is over. Your points: {points}."
    assert notice.params["points"] == "0"
