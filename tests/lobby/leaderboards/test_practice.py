"""A run is begun for the leaderboard, and takes nothing back, or as practice, which may."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.test import Client

from accounts.services import issue_token
from games.matches import errors
from games.matches.models import Match
from games.matches.play.actions import services
from games.matches.record import selectors as matches
from games.plugin import registry
from games.protocol.verification import verify_record
from lobby.models import Run, Table
from lobby.tables import services as tables
from tests.lobby.leaderboards.conftest import begin, move
from tests.lobby.tables import opened, refusal
from tests.pages.reading import page_of
from tests.rulesets.climb import Climb
from tests.support.log_in import logged_in
from tests.support.matches import started

pytestmark = pytest.mark.django_db
PLAY, NEW_TABLE = "/play/the-climb/", "/tables/new/the-climb/"
BUTTON, CHOICE = 'id="take-back"', 'name="practice"'
COUNTS, PRACTICE = '"practice" value="" id="id_practice_0" checked', '"practice" value="practice"'
GUEST = "As a guest you practice"
NOTHING_BACK = 'id="ranked"'


def api_undo(client: Client, match: Match) -> Any:
    return client.post(f"/api/matches/{match.public_id}/undo/", {}, "application/json")


@pytest.fixture
def climb_now(climb: str) -> Callable[..., Match]:
    """Begins a run by «Play now»."""

    def begun(client: Client, **sent: str) -> Match:
        answer = client.post(PLAY, sent)
        assert answer.status_code == 302, answer.content.decode()
        return Match.objects.latest("started_at")

    return begun


def test_a_run_that_counts_refuses_every_take_back(climb, amber):
    match = move(begin(amber), amber, "rest")
    client = logged_in(amber)
    page = page_of(client, f"/matches/{match.public_id}/")
    assert (BUTTON in page, NOTHING_BACK in page) == (False, True)
    assert client.get(f"/api/matches/{match.public_id}/").json()["can_undo"] is False
    with pytest.raises(errors.Ranked):
        services.undo(public_id=match.public_id, user=amber)
    answer = api_undo(client, match)
    assert (answer.status_code, answer.json()["code"]) == (403, "ranked")
    sent = {"control": "undo", "version": "1", "client_id": "control-1"}
    answer = client.post(f"/matches/{match.public_id}/control/", sent, follow=True)
    assert "In a practice run you may take moves back." in answer.content.decode()
    match.refresh_from_db()
    assert (match.version, match.unranked) == (1, "")


def test_practice_takes_back_up_to_the_barrier_and_stays_off_the_board(
    climb, amber, django_capture_on_commit_callbacks
):
    match = move(begin(amber, practice=True), amber, "climb", "rest")
    client = logged_in(amber)
    page = page_of(client, f"/matches/{match.public_id}/")
    assert BUTTON in page
    assert "doesn’t count for the leaderboard: it is practice." in page
    assert NOTHING_BACK not in page
    assert api_undo(client, match).status_code == 200
    answer = api_undo(client, match)  # the climb revealed a rock
    assert (answer.status_code, answer.json()["code"]) == (409, "nothing_to_undo")
    with django_capture_on_commit_callbacks(execute=True):
        match = move(match, amber, "stop")
    assert match.unranked == Match.Unranked.PRACTICE
    assert not Run.objects.exists()


def test_a_run_that_stops_counting_takes_back_from_then_on(climb, amber):
    match = begin(amber)
    header = {"Authorization": f"Token {issue_token(user=amber)}"}
    sent = {"action": {"type": "rest"}, "version": 0}
    path = f"/api/matches/{match.public_id}/actions/"
    Client().post(path, sent, "application/json", headers=header)
    assert BUTTON in page_of(logged_in(amber), f"/matches/{match.public_id}/")
    services.undo(public_id=match.public_id, user=amber)
    match.refresh_from_db()
    assert (match.version, match.unranked) == (2, Match.Unranked.TOKEN)


def test_private_runs_are_practice_whose_record_tells_nothing_of_it_and_verifies(climb, amber):
    table = opened(amber, game=climb, seats=1, private=True)
    assert table.practice
    match = tables.start(table=table, user=amber).match
    assert match.unranked == Match.Unranked.PRACTICE
    move(match, amber, "rest")
    services.undo(public_id=match.public_id, user=amber)
    match = move(begin(amber, practice=True), amber, "rest")
    services.undo(public_id=match.public_id, user=amber)
    match = move(match, amber, "climb", "stop")
    text = logged_in(amber).get(f"/api/matches/{match.public_id}/record/").content.decode()
    over = Match.objects.select_related("deal").get(pk=match.pk)
    assert verify_record(matches.record_of(over)).replayed
    assert "practice" not in text
    assert '"undo"' in text


def test_games_without_leaderboard_know_no_practice(race, amber):
    match = started(amber, "easy", game=race, practice=True)
    assert match.unranked == ""
    for client in (logged_in(amber), Client()):
        page = page_of(client, f"/play/{race}/")
        assert (CHOICE in page, GUEST in page) == (False, False)
    refused = refusal(opened, host=amber, game=race, seats=2, practice=True)
    assert (refused.status, list(refused.extra["fields"])) == (400, ["practice"])


def test_who_has_an_account_chooses_and_the_leaderboard_is_usual(climb_now, amber):
    client = logged_in(amber)
    page = page_of(client, PLAY)
    assert CHOICE in page
    assert page.index(COUNTS) < page.index(PRACTICE)
    assert GUEST not in page
    assert climb_now(client).unranked == ""
    assert climb_now(client, practice="").unranked == ""
    assert climb_now(client, practice="practice").unranked == Match.Unranked.PRACTICE
    assert client.post(PLAY, {"practice": "sometimes"}).status_code == 200


def test_a_guest_only_practices_and_is_told_so(climb_now):
    client = Client()
    assert GUEST in page_of(client, PLAY)
    assert CHOICE not in page_of(client, PLAY)
    match = climb_now(client, practice="")
    assert match.unranked == Match.Unranked.GUEST
    assert GUEST in page_of(client, PLAY)  # the guest now exists
    guest = match.seats.get().user
    move(match, guest, "rest")
    assert BUTTON in page_of(client, f"/matches/{match.public_id}/")
    services.undo(public_id=match.public_id, user=guest)


def test_form_and_api_offer_practice_and_the_table_says_it(climb, amber):
    client = logged_in(amber)
    assert CHOICE in page_of(client, NEW_TABLE)
    words = f"{NEW_TABLE}words/"
    assert "It counts for the leaderboard, so moves can’t be taken back." in page_of(client, words)
    for wish in ("practice", "private"):
        assert "Practice: it doesn’t count" in page_of(client, f"{words}?{wish}=on")
    for sent, said in (({}, "ranked: no take-backs"), ({"practice": "on"}, "count: practice")):
        address = client.post(NEW_TABLE, {"pace": "none", **sent})["Location"]
        assert said in page_of(client, address)
    kept = list(Table.objects.order_by("pk").values_list("practice", flat=True))
    assert kept == [False, True]
    for practice, reason in ((False, ""), (True, "practice")):
        sent = {"game": climb, "seats": 1, "practice": practice}
        table = client.post("/api/tables/", sent, "application/json").json()
        assert table["practice"] is practice
        started = client.post(f"/api/tables/{table['id']}/start/", {}, "application/json").json()
        assert Match.objects.get(public_id=started["match"]).unranked == reason


@pytest.mark.parametrize(("practice", "reason"), [(False, ""), (True, "practice")])
def test_playing_again_is_what_it_was(climb, amber, practice, reason):
    over = move(begin(amber, practice=practice), amber, "stop")
    again = tables.rematch(public_id=over.public_id, user=amber).match
    assert again.unranked == reason


def test_practice_that_no_rules_rank_any_more_is_played_again(climb, amber, monkeypatch):
    over = move(begin(amber, practice=True), amber, "stop")
    plain = msgspec.structs.replace(Climb.meta, leaderboard=None)
    monkeypatch.setattr(registry.get(climb), "meta", plain)
    again = tables.rematch(public_id=over.public_id, user=amber).match
    assert again.unranked == ""
    assert matches.snapshot(again).may_act(0)
