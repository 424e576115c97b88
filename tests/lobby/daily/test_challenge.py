"""The challenge of the day: how it is prepared, begun, scored and opened."""

import re
from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest
from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from msgspec import structs

from accounts import notices
from accounts.models import User
from accounts.services import issue_token
from games.matches import errors
from games.matches.models import Deal, Match
from games.matches.play.actions import services as matches
from games.matches.record import selectors as records
from games.matches.review import actions
from games.plugin import registry
from games.protocol.verification import verify_record
from lobby.daily import selectors as daily, services, tasks
from lobby.daily.checks import check_challenges
from lobby.daily.selectors import own, streak
from lobby.models import Challenge, Run, Try
from tests.lobby.daily.conftest import END, OPEN
from tests.lobby.leaderboards.conftest import move
from tests.pages.reading import dense, page_of
from tests.rulesets.climb import Climb
from tests.support.log_in import logged_in
from toolbox.errors import Conflict, Forbidden

pytestmark = pytest.mark.django_db
PAGE = "/daily/the-climb/"


def test_deals_are_ready_two_days_ahead_and_only_their_promises_are_told(climb, frozen):
    for _ in range(2):  # if nobody prepared it, it is made when it is asked for
        page_of(Client(), PAGE)
        assert Challenge.objects.filter(game=climb).count() == Deal.objects.count() == 1
    for _ in range(2):
        tasks.keep_challenges()
    found = Challenge.objects.filter(game=climb).order_by("day")
    assert [str(one.day) for one in found] == ["2026-05-01", "2026-05-02", "2026-05-03"]
    assert len({bytes(one.deal.seed) for one in found}) == 3
    page = page_of(Client(), PAGE)
    for one in found:
        assert one.deal.commitment in page
        assert bytes(one.deal.seed).hex() not in page
    assert Client().get(f"{PAGE}2026-05-02/").status_code == 404


def test_everyone_plays_the_same_deal_once(trial, amber, birch):
    first, second = trial(amber, "climb"), trial(birch)
    assert first.deal_id == second.deal_id
    assert trial(amber) == first
    again = logged_in(amber).post(f"{PAGE}begin/")
    assert again.headers["Location"] == f"/matches/{first.public_id}/"
    with pytest.raises(IntegrityError), transaction.atomic():
        Try.objects.create(challenge=Challenge.objects.get(), user=amber, match=second)
    move(first, amber, "stop")
    tasks.note_try(str(first.pk))
    assert again.client.post(f"{PAGE}begin/").headers["Location"] == PAGE
    page = page_of(again.client, PAGE)
    assert ("You scored 1 point." in page, "Begin your only try" in page) == (True, False)


def test_whose_account_is_from_the_day_waits_for_the_next_one(climb, frozen):
    new = User.objects.create_user("newcomer")
    with pytest.raises(Forbidden) as refusal:
        services.begin(user=new, game=registry.get(climb))
    assert refusal.value.code == "too_new"
    answer = logged_in(new).post(f"{PAGE}begin/", follow=True).content.decode()
    assert "You signed up today" in answer
    page = page_of(logged_in(new), PAGE)
    assert "You signed up today" in page
    assert "Begin your only try" not in page
    assert not Match.objects.exists()


def test_programs_make_no_step_and_nobody_takes_one_back(trial, amber):
    match = trial(amber, "rest")
    headers = {"Authorization": f"Token {issue_token(user=amber)}"}
    for what, body in (("actions", {"action": {"type": "climb"}, "version": 1}), ("resign", {})):
        path = f"/api/matches/{match.public_id}/{what}/"
        answer = Client().post(path, body, "application/json", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "by_hand")
    with pytest.raises(errors.ByHand):
        matches.undo(public_id=match.public_id, user=amber)
    shown = logged_in(amber).get(f"/api/matches/{match.public_id}/").json()
    assert shown["can_undo"] is False
    assert shown["version"] == 1


def test_the_move_or_resignation_that_ends_a_try_says_when_it_opens(trial, amber, birch):
    match = trial(amber, "climb")
    client = logged_in(amber)
    path = f"/api/matches/{match.public_id}"
    said = {"action": {"type": "stop"}, "version": 1, "client_id": "once"}
    for _ in range(2):  # sent again, because the first answer was lost
        answer = client.post(f"{path}/actions/", said, "application/json")
        assert answer.status_code == 202
        told = {"id": match.public_id, "status": "finished", "opens_at": OPEN}
        assert answer.json() == told | {"detail": answer.json()["detail"]}
        assert "Then all of them open." in answer.json()["detail"]
    assert client.get(f"{path}/").status_code == 403
    other = trial(birch, "climb")
    answer = logged_in(birch).post(
        f"/api/matches/{other.public_id}/resign/", {}, "application/json"
    )
    assert (answer.status_code, answer.json()["opens_at"]) == (202, OPEN)


@pytest.mark.parametrize(
    ("what", "said"),
    [("act", {"action": '{"type": "stop"}', "version": "1"}), ("control", {"control": "resign"})],
)
def test_without_javascript_the_last_step_leads_to_the_challenge_and_its_countdown(
    trial, amber, what, said
):
    match, client = trial(amber, "climb"), logged_in(amber)
    answer = client.post(f"/matches/{match.public_id}/{what}/", said, follow=True)
    assert answer.redirect_chain == [(f"{PAGE}2026-05-01/", 302)]
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "It’s over. Your points will be here in a moment." in page
    assert f'data-countdown="{OPEN.replace("Z", "+00:00")}"' in page
    tasks.note_try(str(match.pk))
    assert "You scored 1 point." in page_of(client, PAGE)


def test_what_still_runs_is_scored_as_it_stands_an_hour_after_the_end(
    trial, amber, time_machine, django_capture_on_commit_callbacks
):
    match = trial(amber, "rest", "climb", "climb")
    time_machine.move_to(END, tick=False)
    tasks.keep_challenges()
    match = move(match, amber, "climb")
    assert match.running
    time_machine.move_to(OPEN, tick=False)
    with pytest.raises(errors.TimeRanOut):  # the deal lies open from now on
        move(match, amber, "climb")
    with django_capture_on_commit_callbacks(execute=True):
        tasks.keep_challenges()
        tasks.keep_challenges()
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert (Try.objects.get().score, Try.objects.get().ties) == (3, 1)
    verify_record(records.record_of(match))
    assert "Time is up" in Client().get(f"/matches/{match.public_id}/log/").content.decode()
    page = page_of(logged_in(amber), f"/matches/{match.public_id}/")
    assert "Time ran out: the run of amber is scored as it stands." in page
    assert ("out of time" in page, "resigned" in page) == (True, False)


def test_another_result_of_a_try_is_counted_once_and_its_streak_stays(
    trial, amber, birch, time_machine, django_capture_on_commit_callbacks
):
    mine, _other = trial(amber, "climb", "stop"), trial(birch, "climb", "climb", "stop")
    boss = User.objects.create_superuser("boss")
    time_machine.move_to(OPEN, tick=False)
    challenge = Challenge.objects.get(day=date(2026, 5, 1))
    before = own(amber, challenge)
    assert before is not None
    result = [{"outcome": "scored", "rank": 1, "score": 3}]
    said = {"public_id": mine.public_id, "by": boss, "reason": "A wrong count."}
    for _again in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            actions.end(result=result, **said)
        tasks.note_try(str(mine.pk))
    standing = [(one.user.username, one.score) for one in daily.standing(challenge)]
    assert standing == [("amber", 3), ("birch", 2)]
    after = own(amber, challenge)
    assert after is not None
    assert (after.streak, after.mine.ended_at) == (before.streak, before.mine.ended_at)
    with django_capture_on_commit_callbacks(execute=True):
        actions.void(**said)
    assert [one.user.username for one in daily.standing(challenge)] == ["birch"]
    assert not Run.objects.exists()


def test_the_shared_text_tells_points_and_streak_and_nothing_of_the_deal(
    trial, amber, time_machine
):
    for day in ("2026-04-29", "2026-04-30", "2026-05-01"):
        time_machine.move_to(f"{day}T12:00:00Z", tick=False)
        trial(amber, "climb", "climb", "stop")
    assert "Apr 30, 2026" in page_of(logged_in(amber), f"{PAGE}2026-04-30/")
    page = page_of(logged_in(amber), PAGE)
    assert "Daily climb, May 1, 2026: 2 points · 3 days in a row" in page
    assert f"{settings.SITE_URL}{PAGE}2026-05-01/" in page
    assert "granite" not in page


def test_once_it_is_open_the_page_tells_places_best_tries_steps_and_seed(
    trial, amber, birch, time_machine
):
    second, first = trial(amber, "climb", "stop"), trial(birch, "climb", "climb", "stop")
    page = dense(page_of(logged_in(amber), f"{PAGE}2026-05-01/"))
    assert re.search(r"Places and [^<]* are shown from *<time[^>]*>May 2, 2026, 1:00 AM<", page)
    assert "of 2 players" not in page
    time_machine.move_to(OPEN, tick=False)
    assert "Place 2 of 2 players." in page_of(logged_in(amber), f"{PAGE}2026-05-01/")
    page = page_of(logged_in(birch), f"{PAGE}2026-05-01/")
    assert "Place 1 of 2 players." in page
    assert page.index(first.public_id) < page.index(second.public_id)
    record = Client().get(f"/api/matches/{first.public_id}/record/").json()
    assert record["deal"]["seed"] == bytes(first.deal.seed).hex()
    omniscient = f"/matches/{second.public_id}/?step=0&as=omniscient"
    assert Client().get(omniscient).status_code == 200
    assert not Run.objects.exists(), "on no other board"


def test_a_streak_goes_on_until_a_day_has_passed_without_a_try():
    days = {date(2026, 5, day) for day in (1, 2, 4, 5)}
    assert [streak(days, date(2026, 5, day)) for day in range(1, 8)] == [1, 2, 2, 1, 2, 2, 0]


def test_the_page_takes_the_same_queries_for_any_number_of_tries(trial, amber, birch, time_machine):
    def count() -> int:
        with CaptureQueriesContext(connection) as caught:
            page_of(Client(), f"{PAGE}2026-05-01/")
        return len(caught)

    trial(amber, "climb", "stop")
    time_machine.move_to(OPEN, tick=False)
    few = count()
    time_machine.move_to("2026-05-01T13:00:00Z", tick=False)
    trial(birch, "climb", "stop")
    time_machine.move_to(OPEN, tick=False)
    assert count() == few <= 5


def test_a_try_whose_rules_fail_holds_up_no_other(trial, amber, birch, time_machine, monkeypatch):
    tries = trial(amber, "climb"), trial(birch, "climb")  # the first of them fails, in any order
    time_machine.move_to(OPEN, tick=False)
    failed: list[int] = []
    real = Climb.result

    def result(self: Climb, state: Any) -> Any:
        if not failed:
            failed.append(1)
            raise RuntimeError("the rules are broken")
        return real(self, state)

    monkeypatch.setattr(Climb, "result", result)
    services.score_overdue()
    assert standing(tries) == {(True, Match.Paused.FLAGGED), (False, "")}
    services.score_overdue()
    assert standing(tries) == {(False, "")}


def standing(tries: Sequence[Match]) -> set[tuple[bool, str]]:
    for match in tries:
        match.refresh_from_db()
    return {(match.running, match.paused) for match in tries}


def asked(user: User | None, path: str = "") -> Any:
    client = logged_in(user) if user else Client()
    answer = client.get(f"/api{PAGE}{path}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_the_api_tells_the_promises_the_time_and_whether_one_has_played(
    trial, amber, birch, time_machine
):
    tasks.keep_challenges()
    match = trial(amber, "climb", "stop")
    told = asked(birch)
    assert (told["day"], told["ends_at"], told["opens_at"]) == ("2026-05-01", END, OPEN)
    assert (told["ends_in"], told["opens_in"]) == (12 * 3600, 13 * 3600)
    assert told["commitment"] == match.deal.commitment
    assert [one["day"] for one in told["upcoming"]] == ["2026-05-02", "2026-05-03"]
    assert (told["you"], told["streak"]) == (None, 0)
    mine = asked(amber)
    assert mine["you"] == {"match": match.public_id, "running": False, "score": 1}
    assert mine["streak"] == 1
    assert asked(None)["you"] is None
    assert asked(amber, "2026-05-01/places/")["results"] == []
    time_machine.move_to(OPEN, tick=False)
    later = asked(amber, "2026-05-01/")
    assert (later["ends_in"], later["opens_in"], later["upcoming"]) == (0, 0, [])
    (place,) = asked(birch, "2026-05-01/places/")["results"]
    assert (place["rank"], place["username"], place["match"]) == (1, "amber", match.public_id)
    assert Client().get(f"/api{PAGE}2026-05-03/").status_code == 404
    assert Client().get(f"/api{PAGE}yesterday/places/").status_code == 404


def test_a_try_is_begun_by_the_api_with_a_log_in_and_never_with_a_token(climb, frozen, amber):
    path = f"/api{PAGE}begin/"
    headers = {"Authorization": f"Token {issue_token(user=amber)}"}
    refused = Client().post(path, {}, "application/json", headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (403, "by_hand")
    assert not Try.objects.exists()
    for _ in range(2):
        begun = logged_in(amber).post(path, {}, "application/json")
        match = Match.objects.get()
        assert begun.status_code == 200
        assert begun.json() == {"match": match.public_id, "running": True, "score": None}


class NewerClimb(Climb):
    """The same game with newer rules; the older ones can still be played."""

    meta = structs.replace(Climb.meta, rules_version=2, older_versions=(1,))


class OnlyNewClimb(Climb):
    meta = structs.replace(Climb.meta, rules_version=2)


def test_everyone_plays_by_the_rules_that_the_challenge_was_prepared_for(trial, amber, birch):
    first = trial(amber)
    swap(NewerClimb())
    second = trial(birch)
    assert (first.rules_version, second.rules_version) == (1, 1)
    assert services.challenge_of(registry.get(Climb.meta.slug), date(2026, 5, 4)).rules_version == 2
    assert check_challenges(None, databases=["default"]) == []


def test_without_those_rules_nobody_begins_and_the_check_tells_before(trial, amber, birch):
    trial(amber, "climb", "stop")
    swap(OnlyNewClimb())
    with pytest.raises(Conflict) as refusal:
        services.begin(user=birch, game=registry.get(Climb.meta.slug))
    assert refusal.value.code == "rules_gone"
    (fault,) = check_challenges(None, databases=["default"])
    assert (fault.id, "the challenge of 2026-05-01 needs it" in fault.msg) == ("lobby.E001", True)


def swap(game: Climb) -> None:
    """A deploy: the fixture takes it away again, by its slug."""
    registry.unregister(game.meta.slug)
    registry.register(game)


def notices_of(user: User) -> list[tuple[str, str]]:
    return [(notices.sentence(one), one.link) for one in notices.unread(user)]


def test_who_played_is_told_the_place_once_when_it_opens(
    trial, amber, birch, time_machine, django_capture_on_commit_callbacks
):
    trial(amber, "climb", "stop")
    trial(birch, "climb", "climb")
    time_machine.move_to("2026-05-02T00:59:59Z", tick=False)
    tasks.keep_challenges()
    assert notices_of(amber) == []
    time_machine.move_to(OPEN, tick=False)
    tasks.keep_challenges()  # scores the second one, whose points are noted by a task of its own
    assert notices_of(amber) == []
    tasks.note_try(str(Match.objects.get(seats__user=birch).pk))
    for _ in range(2):
        tasks.keep_challenges()
    told = "Daily climb of 2026-05-01 is open: you are in place {} of 2. Your points: {}."
    assert notices_of(amber) == [(told.format(2, 1), f"{PAGE}2026-05-01/")]
    link = f"/matches/{Match.objects.get(seats__user=birch).public_id}/"
    assert [one for one in notices_of(birch) if one[1] != link] == [
        (told.format(1, 2), f"{PAGE}2026-05-01/")
    ]
    notices.mark_read(user=amber)
    time_machine.move_to("2026-05-02T12:00:00Z", tick=False)
    trial(amber, "climb", "stop")
    time_machine.move_to("2026-05-09T12:00:00Z", tick=False)
    tasks.keep_challenges()
    assert notices_of(amber) == [], "of long ago"


def test_points_that_never_come_hold_up_the_places_for_an_hour(trial, amber, birch, time_machine):
    trial(amber, "climb", "stop")
    trial(birch, "climb", "stop")
    Try.objects.filter(user=birch).update(ended_at=None, score=None)
    time_machine.move_to("2026-05-02T01:59:59Z", tick=False)
    tasks.keep_challenges()
    assert notices_of(amber) == []
    time_machine.move_to("2026-05-02T02:00:00Z", tick=False)
    tasks.keep_challenges()
    ((told, _link),) = notices_of(amber)
    assert "place 1 of 1" in told
