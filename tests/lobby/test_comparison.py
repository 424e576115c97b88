"""Two people side by side, whom one met most, and who sees results at all."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from accounts import blocks, follows, roles
from accounts.models import User
from games.matches.models import Match
from games.matches.play.actions import services
from lobby.people import account_closure, comparison, selectors
from tests.lobby.ratings.conftest import boss, committed, finish
from tests.pages.conftest import play_to_the_end
from tests.pages.reading import challenged, dense
from tests.support.guests import friends_match, visitor
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db
__all__ = ["boss", "committed", "finish"]
PAGE = "/people/birch/compare/"


def lost_by(match: Match, user: User) -> Match:
    services.resign(public_id=match.public_id, user=user)
    return match


def text(answer: Any) -> str:
    assert answer.status_code == 200
    return dense(answer.content.decode())


def hide(user: User, whom: str = "nobody") -> None:
    User.objects.filter(pk=user.pk).update(results_for=whom)


def met(person: User, viewer: Any) -> list[tuple[str, int]]:
    shown = selectors.profile_for(person.username, viewer)
    return [(one.username, one.times) for one in shown.met]


def test_figures_stand_side_by_side_and_matches_together_are_counted(begin, amber, birch, cedar):
    played = begin(amber, birch)
    play_to_the_end(played)
    lost_by(begin(amber, birch), birch)
    lost_by(begin(amber, birch), birch)
    lost_by(begin(amber, birch), amber)
    lost_by(begin(birch, cedar), cedar)
    begin(amber, birch)
    ranks = dict(played.seats.values_list("user__username", "rank"))
    lead = ranks["birch"] - ranks["amber"]
    found = comparison.compare("amber", "birch", amber)
    assert (found.ahead, found.behind, found.level) == (
        2 + (lead > 0),
        1 + (lead < 0),
        int(lead == 0),
    )
    (game,) = found.games
    rows = {label: (one, other) for label, one, other in game.rows}
    assert rows["matches"] == ("4", "5")
    assert rows["won"] == (str(2 + (ranks["amber"] == 1)), str(2 + (ranks["birch"] == 1)))
    assert "cards left that cost points" in rows
    page = text(logged_in(amber).get(PAGE))
    assert "4 matches together." in page
    assert f"/matches/{played.public_id}/" in page
    assert "<h1>amber and birch</h1>" in page
    assert challenged(page) == ["birch"]
    others = text(Client().get(PAGE, {"with": "cedar"}))
    assert "<h1>birch and cedar</h1>" in others
    assert challenged(others) == []
    assert challenged(text(logged_in(amber).get(PAGE, {"with": "cedar"}))) == ["birch", "cedar"]


def test_ratings_stand_side_by_side(finish, amber, birch):
    finish(amber, birch)
    (game,) = comparison.compare("amber", "birch", amber).games
    assert ("rating, over days", "new", "new") in game.rows


def test_private_matches_count_for_the_two_alone(begin, amber, birch, cedar):
    private = lost_by(begin(amber, birch, private=True), birch)
    for viewer, count in ((amber, 1), (birch, 1), (cedar, 0), (AnonymousUser(), 0)):
        found = comparison.compare("amber", "birch", viewer)
        assert (found.met, found.games) == (count, [])
    assert private.public_id not in text(Client().get(PAGE, {"with": "amber"}))
    assert met(amber, amber) == [("birch", 1)]
    assert met(amber, birch) == met(amber, cedar) == []


def test_whom_there_is_no_comparing(begin, amber, birch, cedar):
    browser = visitor()
    came = friends_match(browser, amber).seats.get(user__is_guest=True).user
    blocks.block(user=birch, other=cedar)
    mine = logged_in(amber)
    for other in ("nobody", "birch", came.username):
        assert mine.get(PAGE, {"with": other}).status_code == 404, other
    assert mine.get("/people/amber/compare/").status_code == 404
    assert logged_in(cedar).get(PAGE).status_code == 404
    assert logged_in(cedar).get("/people/amber/compare/", {"with": "birch"}).status_code == 404
    assert Client().get(PAGE)["Location"] == f"/accounts/login/?next={PAGE}"
    account_closure.close_account(user=amber)
    assert logged_in(birch).get("/people/amber/compare/").status_code == 404


def test_the_people_met_most_come_first_without_those_who_are_hidden(
    begin, amber, birch, cedar, dune
):
    for others in ((birch,), (birch, cedar), (cedar, dune), (cedar,)):
        match = begin(amber, *others)
        for user in (amber, *others[:-1]):
            lost_by(match, user)
    begin(amber, birch)
    assert met(amber, AnonymousUser()) == [("cedar", 3), ("birch", 2), ("dune", 1)]
    page = text(Client().get("/people/amber/"))
    assert 'href="/people/amber/compare/?with=cedar"' in page
    assert "3 matches together" in page
    blocks.block(user=cedar, other=dune)
    assert met(amber, dune) == [("birch", 2), ("dune", 1)]
    assert challenged(text(logged_in(dune).get("/people/amber/"))) == ["amber", "birch"]
    hide(birch)
    assert met(amber, dune) == [("dune", 1)]
    assert ("birch", 2) in met(amber, amber), "who met them knows"
    assert ("birch", 2) in met(amber, birch)
    account_closure.close_account(user=User.objects.get(pk=dune.pk))
    assert met(amber, AnonymousUser()) == [("cedar", 3)]


def test_results_show_to_whom_the_person_says(begin, amber, birch, cedar):
    match = lost_by(begin(amber, birch), birch)
    running = begin(amber, birch)
    follows.follow(user=amber, other=birch)
    officer = User.objects.create_user("dune")
    roles.give(user=officer, role=roles.REVIEWER)
    moderator = User.objects.create_user("elm")
    roles.give(user=moderator, role=roles.MODERATOR)
    readers = {"visitor": None, "amber": amber, "birch": birch, "cedar": cedar}
    readers |= {"reviewer": officer, "moderator": moderator}
    reading = readers.items()

    def client(user: User | None) -> Client:
        return logged_in(user) if user else Client()

    def see(page: str) -> set[str]:
        def shown(user: User | None) -> bool:
            answer = text(client(user).get(page, {"with": "birch"}))
            told = [match.public_id in answer, "points on average" in answer]
            if "compare" not in page:
                told += [running.public_id in answer, "Met most" in answer]
            assert len(set(told)) == 1, (page, user, told)
            assert told[0] != ("show their results to everybody" in answer)
            return told[0]

        return {name for name, user in reading if shown(user)}

    staff = {"reviewer", "moderator"}
    for whom, allowed in (
        ("everybody", {*readers}),
        ("followed", {"amber", "birch"} | staff),
        ("nobody", {"amber"} | staff),
    ):
        hide(amber, whom)
        assert see("/people/amber/") == see("/people/amber/compare/") == allowed, whom
        calls = {name: client(user).get("/api/people/amber/ratings/") for name, user in reading}
        assert {name for name, answer in calls.items() if answer.status_code == 200} == allowed
        refused = {calls[name].json()["code"] for name in calls.keys() - allowed}
        assert refused <= {"results_hidden"}


def test_one_says_it_in_the_settings(amber, birch):
    mine = logged_in(amber)
    assert 'value="everybody"' in text(mine.get("/settings/"))
    sent = {"telling_speed": "normal", "results_for": "followed"}
    assert mine.post("/settings/", sent).status_code == 302
    mine.post("/settings/", {"telling_speed": "normal"})
    amber.refresh_from_db()
    assert amber.results_for == "followed", "it stays where a form leaves it out"
    assert mine.post("/settings/", sent | {"results_for": "friends"}).status_code == 200
    assert "You show your results to people you follow." in text(mine.get("/people/amber/"))


def test_the_queries_stay_the_same_however_much_there_is(
    begin, amber, birch, cedar, django_assert_num_queries
):
    reader = logged_in(cedar)
    for _more in range(2):
        lost_by(begin(amber, birch), birch)
        lost_by(begin(amber, birch, cedar), birch)
        # session, reader, badge; blocks and person twice; twice a person's ratings, results and
        # statistics; blocks; the last matches of both with everyone there
        with django_assert_num_queries(14):
            text(reader.get(PAGE, {"with": "amber"}))


def test_curves_are_for_the_profile_alone(finish, amber, birch):
    for _match in range(2):
        finish(amber, birch)
    assert "<polyline" not in text(logged_in(amber).get(PAGE))
    assert "<polyline" in text(logged_in(amber).get("/people/birch/"))
