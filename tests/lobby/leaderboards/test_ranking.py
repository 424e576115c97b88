"""Which runs are ranked, and in which order."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import blocks, sanctions
from accounts.models import User
from accounts.services import issue_token
from games.matches.models import FollowUp, Match
from games.matches.play.actions import services
from games.matches.review import actions
from games.matches.tasks import sweep
from games.plugin import registry
from lobby.leaderboards import selectors, services as services_of_boards
from lobby.leaderboards.services import rank
from lobby.leaderboards.spans import Span, window
from lobby.models import Run
from lobby.people.account_closure import close_account
from tests.lobby.leaderboards.conftest import begin, move
from tests.support.log_in import logged_in
from tests.support.matches import started

pytestmark = pytest.mark.django_db


def board(span: Span = Span.DAY, slope: str = "gentle") -> list[tuple[str, int]]:
    """Who stands there, best first."""
    within = window(span, timezone.now())
    found = selectors.standing(registry.get("the-climb"), slope, within)
    return [(run.user.name, run.score) for run in found]


def test_the_most_points_lead_then_fewer_rests_then_the_earlier_run(
    run, amber, birch, cedar, frozen
):
    dune = User.objects.create_user("dune")
    run(amber, 2)
    run(birch, 3, rests=2)
    frozen.shift(60)
    run(cedar, 3, rests=1)
    frozen.shift(60)
    run(dune, 3, rests=1)
    assert board() == [("cedar", 3), ("dune", 3), ("birch", 3), ("amber", 2)]
    game, day = registry.get("the-climb"), window(Span.DAY, timezone.now())
    told = [selectors.own(one, game, "gentle", day) for one in (cedar, dune, birch, amber)]
    assert [own and own.now and own.now.rank for own in told] == [1, 2, 3, 4]


def test_each_value_of_the_option_has_a_board_of_its_own(run, amber, birch):
    for score in (1, 4, 2):
        run(amber, score)
    run(amber, 2, options={"slope": "steep"})
    run(birch, 3, options={"slope": "steep"})
    assert board() == [("amber", 4)], "one line, their best run"
    assert board(slope="steep") == [("birch", 3), ("amber", 2)]


def test_a_day_begins_at_midnight_and_a_week_on_monday_in_utc(run, amber, time_machine):
    time_machine.move_to("2026-05-03T23:59:59Z", tick=False)  # a Sunday
    run(amber, 5)
    assert board() == board(Span.WEEK) == [("amber", 5)]
    time_machine.move_to("2026-05-04T00:00:00Z", tick=False)
    assert board() == board(Span.WEEK) == []
    assert board(Span.EVER) == [("amber", 5)]
    run(amber, 1)
    time_machine.move_to("2026-05-10T12:00:00Z", tick=False)
    assert board() == []
    assert board(Span.WEEK) == [("amber", 1)]
    assert board(Span.EVER) == [("amber", 5)]


def test_giving_up_scores_what_stands(climb, amber, django_capture_on_commit_callbacks):
    match = move(begin(amber), amber, "rest", "climb", "climb")
    with django_capture_on_commit_callbacks(execute=True):
        services.resign(public_id=match.public_id, user=amber)
    assert board() == [("amber", 2)]
    assert Run.objects.get().ties == 1


@pytest.mark.parametrize("path", ["", "log/", "steps/1/", "steps/0/?as=spectator"])
def test_a_run_that_a_program_reads_does_not_count(climb, amber, path):
    """Neither others' programs nor one's own browser change anything; it is written once."""
    birch = User.objects.create_user("birch")
    mine, theirs = ({"Authorization": f"Token {issue_token(user=user)}"} for user in (amber, birch))
    match = move(begin(amber), amber, "climb")
    page = logged_in(amber)
    address = f"/api/matches/{match.public_id}/{path}"
    for client, headers in ((page, {}), (Client(), theirs), (Client(), {})):
        assert client.get(address, headers=headers).status_code == 200
    match.refresh_from_db()
    assert match.unranked == ""
    for _ in range(2):
        assert Client().get(address, headers=mine).status_code == 200
    with CaptureQueriesContext(connection) as again:
        Client().get(address, headers=mine)
    assert not [query for query in again if query["sql"].startswith("UPDATE")]
    match.refresh_from_db()
    assert match.unranked == Match.Unranked.TOKEN
    assert "a program took part" in page.get(f"/matches/{match.public_id}/").content.decode()


def test_a_program_may_read_lists_and_runs_that_are_over(climb, run, amber):
    over, running = run(amber, 2), begin(amber)
    mine = {"Authorization": f"Token {issue_token(user=amber)}"}
    for path in (f"matches/{over.public_id}/", f"matches/{over.public_id}/record/", "matches/"):
        assert Client().get(f"/api/{path}", headers=mine).status_code == 200
    assert not Match.objects.exclude(unranked="").exists()
    assert running.public_id in Client().get("/api/matches/?mine=1", headers=mine).content.decode()


@pytest.mark.parametrize("last", ["actions", "resign"])
@pytest.mark.parametrize("by_token", [True, False])
def test_a_run_with_a_step_by_token_does_not_count_and_by_a_browser_it_does(
    climb, amber, by_token, last, django_capture_on_commit_callbacks
):
    client = Client(headers={"Authorization": f"Token {issue_token(user=amber)}"})
    if not by_token:
        client = logged_in(amber)
    with django_capture_on_commit_callbacks(execute=True):
        match = move(begin(amber), amber, "climb")
        body = {"action": {"type": "stop"}, "version": 1} if last == "actions" else {}
        path = f"/api/matches/{match.public_id}/{last}/"
        assert client.post(path, body, "application/json").status_code == 200
    match.refresh_from_db()
    assert match.unranked == (Match.Unranked.TOKEN if by_token else "")
    assert board() == ([] if by_token else [("amber", 1)])


def timed_out(match: Match, frozen: Any) -> None:
    frozen.shift(61)
    services.time_out(pk=match.pk)


def taken_over(match: Match, _frozen: Any) -> None:
    stop = registry.get("the-climb").Action("stop")
    services.submit_ai_action(match_id=match.pk, seat=0, epoch=0, version=1, action=stop)


def ended_by_staff(match: Match, _frozen: Any) -> None:
    repaired(match, User.objects.create_superuser("boss"), 9)


@pytest.mark.parametrize(
    ("happens", "why"), [(timed_out, "clock"), (taken_over, "computer"), (ended_by_staff, "staff")]
)
def test_a_run_that_its_player_did_not_play_alone_does_not_count(
    climb, amber, frozen, happens, why, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        match = move(begin(amber, clock={"type": "move", "seconds": 60}), amber, "climb")
        happens(match, frozen)
        match.refresh_from_db()
        assert match.unranked == why
        if match.running:
            move(match, amber, "stop")
    assert board() == []
    assert not Run.objects.exists()


def test_private_runs_and_runs_by_computer_players_do_not_count(
    run, amber, climb, django_capture_on_commit_callbacks
):
    run(amber, 3, private=True)
    with django_capture_on_commit_callbacks(execute=True):
        match = started("easy", game=climb, deal=begin(amber).deal)
        services.submit_ai_action(
            match_id=match.pk, seat=0, epoch=0, version=0, action=registry.get(climb).Action("stop")
        )
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert board() == []


def test_voiding_a_run_strikes_it_out_and_the_next_best_counts(
    run, amber, django_capture_on_commit_callbacks
):
    boss = User.objects.create_superuser("boss")
    run(amber, 2)
    best = run(amber, 5)
    assert board() == board(Span.EVER) == [("amber", 5)]
    with django_capture_on_commit_callbacks(execute=True):
        actions.void(public_id=best.public_id, by=boss, reason="A complaint.")
    for span in Span:
        assert board(span) == [("amber", 2)]


def repaired(match: Match, boss: User, score: int) -> None:
    result = [{"outcome": "scored", "rank": 1, "score": score}]
    actions.end(public_id=match.public_id, result=result, by=boss, reason="A wrong count.")


def test_another_result_of_a_run_takes_the_place_of_the_first_on_the_same_day(
    run, amber, frozen, django_capture_on_commit_callbacks
):
    boss = User.objects.create_superuser("boss")
    best = run(amber, 5)
    before = Run.objects.get()
    frozen.shift(timedelta(days=9))
    for score in (3, 4):
        with django_capture_on_commit_callbacks(execute=True):
            repaired(best, boss, score)
        rank(best.pk)
        run_of = Run.objects.get()
        assert (run_of.score, run_of.ended_at) == (score, before.ended_at)
    assert board() == []
    assert board(Span.EVER) == [("amber", 4)]


def test_a_repair_that_dies_while_it_is_ranked_is_ranked_by_the_sweep(
    run, amber, frozen, monkeypatch
):
    """Before it and in the middle of it: nothing is lost, nothing counts twice."""
    boss = User.objects.create_superuser("boss")
    other, best = run(amber, 4), run(amber, 5)
    repaired(best, boss, 3)  # the tasks after the commit are lost
    assert board() == [("amber", 5)]

    def dies(_run: Run) -> None:
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr(services_of_boards, "_mark_best", dies)
        with pytest.raises(RuntimeError):
            rank(best.pk)
    assert sorted(Run.objects.values_list("score", flat=True)) == [4, 5]
    frozen.shift(31)
    sweep()
    assert sorted(Run.objects.values_list("score", flat=True)) == [3, 4]
    assert board() == board(Span.EVER) == [("amber", 4)]
    assert Run.objects.get(best_ever=True).match_id == other.pk
    assert not FollowUp.objects.exists()


def test_what_got_lost_after_the_end_is_made_good_by_the_sweep(climb, amber, frozen):
    move(begin(amber), amber, "climb", "stop")  # the hooks after the commit are lost
    assert board() == []
    assert FollowUp.objects.filter(task="lobby.leaderboards.tasks.rank_run").exists()
    frozen.shift(31)
    sweep()
    assert board() == [("amber", 1)]


def test_the_banned_are_left_out_for_as_long_as_they_are(run, amber, birch, frozen):
    run(amber, 3)
    run(birch, 2)
    boss = User.objects.create_superuser("boss")
    ends_at = timezone.now() + timedelta(hours=1)
    sanctions.impose(user=amber, by=boss, kind="ban", reason="spam", ends_at=ends_at)
    assert board() == [("birch", 2)]
    frozen.shift(3601)
    assert board() == [("amber", 3), ("birch", 2)]


def test_who_closed_their_account_is_left_out_and_who_was_renamed_has_the_new_name(
    run, amber, birch
):
    run(amber, 3)
    run(birch, 2)
    birch.shown_name = "Countess"
    birch.save()
    close_account(user=amber)
    assert board() == [("Countess", 2)]


def test_blocked_people_keep_their_place_but_lose_their_name_and_link(run, amber, birch):
    match = run(amber, 3)
    run(birch, 2)
    blocks.block(user=amber, other=birch)
    client = logged_in(birch)
    page = client.get("/leaderboards/the-climb/").content.decode()
    assert "amber" not in page
    assert match.public_id not in page
    assert '<td class="rank num">2</td>' in page
    rows = client.get("/api/leaderboards/the-climb/").json()["results"]
    assert (rows[0]["rank"], rows[0]["name"], rows[0]["match"]) == (1, None, None)


def test_games_of_several_people_have_no_runs(race, amber, birch):
    match = started(amber, birch, game=race)
    services.resign(public_id=match.public_id, user=amber)
    rank(match.pk)
    assert not Run.objects.exists()


@pytest.mark.parametrize("mark", ["best_of_day", "best_of_week", "best_ever"])
def test_the_database_allows_one_best_run_each(run, amber, mark):
    run(amber, 3)
    run(amber, 2)
    with pytest.raises(IntegrityError), transaction.atomic():
        Run.objects.update(**{mark: True})
