"""How many matches one person may start, by whatever door; computer players are everybody's."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as configured
from django.test import Client

from accounts.errors import Conflict, Refusal
from accounts.models import User
from games.matches.models import Match
from games.matches.play import services as matches
from lobby.models import QuickTicket, Table
from lobby.quick import services as quick
from lobby.tables import services as tables
from tests.api.caller import caller, refused, told
from tests.games.matches.conftest import BURN

pytestmark = pytest.mark.django_db

AGAINST_COMPUTERS = {"game": BURN, "seats": 2, "ai": {1: "easy"}}
UNDER_WAY = "You have started 2 matches that aren't over yet. Finish one before you start another."
LATELY = "You have started 2 matches within an hour. Take a break before you start another."


@pytest.fixture
def amber() -> User:
    return User.objects.create_user("amber")


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def play(user: User) -> Match:
    match = tables.start(table=tables.open_table(host=user, **AGAINST_COMPUTERS), user=user).match
    assert match is not None
    return match


def finish(match: Match, user: User) -> None:
    matches.resign(public_id=match.public_id, user=user)


def press_play_now(user: User) -> str:
    return browser(user).post(f"/play/{BURN}/", {}, follow=True).content.decode()


def reason(said: str) -> str:
    return said.replace("'", "&#x27;")


def test_so_many_may_be_under_way_and_tables_that_wait_count(settings: Any, amber: User) -> None:
    settings.MATCHES_UNDER_WAY = 2
    match = play(amber)
    tables.open_table(host=amber, game=BURN, seats=2)
    with pytest.raises(Conflict) as much:
        play(amber)
    assert (much.value.code, much.value.detail) == ("too_many_matches", UNDER_WAY)
    finish(match, amber)
    play(amber)


def test_so_many_may_begin_within_an_hour(settings: Any, amber: User, frozen: Any) -> None:
    settings.MATCHES_AN_HOUR = 2
    for _ in range(2):
        finish(play(amber), amber)
    with pytest.raises(Refusal) as much:
        play(amber)
    assert (much.value.status, much.value.code, much.value.detail) == (429, "throttled", LATELY)
    frozen.shift(timedelta(hours=1))
    play(amber)


def test_who_has_begun_too_many_hears_when_to_try_again(
    settings: Any, amber: User, frozen: Any
) -> None:
    settings.MATCHES_AN_HOUR = 3
    for _ in range(3):
        finish(play(amber), amber)
        frozen.shift(timedelta(minutes=10))
    with pytest.raises(Refusal) as much:
        play(amber)
    assert much.value.headers == {"Retry-After": str(30 * 60)}
    settings.MATCHES_AN_HOUR = 2
    with pytest.raises(Refusal) as more:
        play(amber)
    assert more.value.headers == {"Retry-After": str(40 * 60)}
    frozen.shift(timedelta(minutes=40))
    play(amber)


def test_tables_that_wait_go_away_at_no_known_time(settings: Any, amber: User) -> None:
    settings.MATCHES_AN_HOUR = 1
    tables.open_table(host=amber, game=BURN, seats=2)
    with pytest.raises(Refusal) as much:
        play(amber)
    assert much.value.headers == {"Retry-After": "3600"}


def test_others_and_those_who_sit_down_are_not_counted(settings: Any, amber: User) -> None:
    settings.MATCHES_UNDER_WAY = 1
    birch = User.objects.create_user("birch")
    play(amber)
    table = tables.open_table(host=birch, game=BURN, seats=2)
    tables.join(table=table, user=amber)
    assert tables.start(table=table, user=birch).match


def test_play_now_has_these_bounds(settings: Any, amber: User) -> None:
    settings.MATCHES_UNDER_WAY = 2
    for _ in range(2):
        assert reason(UNDER_WAY) not in press_play_now(amber)
    assert reason(UNDER_WAY) in press_play_now(amber)
    assert Match.objects.count() == 2


def test_the_api_has_them_too(settings: Any) -> None:
    settings.MATCHES_UNDER_WAY = 1
    settings.MATCHES_AN_HOUR = 2
    amber = caller("amber")
    wish = {"game": BURN, "seats": 2, "ai": {"1": "easy"}}
    first = told(amber.post("tables/", wish), 201)
    refused(amber.post("tables/", wish), 409, "too_many_matches")
    told(amber.post(f"tables/{first['id']}/leave/"))
    settings.MATCHES_AN_HOUR = 0
    refused(amber.post("tables/", wish), 429, "throttled")


def test_a_rematch_is_one_more(settings: Any, amber: User) -> None:
    settings.MATCHES_AN_HOUR = 1
    match = play(amber)
    finish(match, amber)
    with pytest.raises(Refusal, match="within an hour"):
        tables.rematch(public_id=match.public_id, user=amber)


def test_who_waits_takes_no_computer_players_past_it(settings: Any, amber: User) -> None:
    settings.MATCHES_UNDER_WAY = 1
    play(amber)
    ticket = quick.enqueue(user=amber, games=[BURN], paces=["none"], ai_after=1)
    with pytest.raises(Conflict, match="isn't over yet"):
        quick.accept_ai(ticket=ticket)
    assert QuickTicket.objects.get().status == QuickTicket.Status.WAITING


@pytest.mark.usefixtures("frozen")
def test_play_now_and_new_tables_have_the_limit_of_the_api(
    settings: Any, amber: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    rates = configured.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    monkeypatch.setitem(rates, "tables", "3/min")
    press_play_now(amber)
    client = browser(amber)
    wish = {"game": BURN, "seats": 2}
    assert client.post("/api/tables/", wish, "application/json").status_code == 201
    form = {"seat-1": "open", **{f"seat-{n}": "unused" for n in (2, 3, 4)}}
    client.post(f"/tables/new/{BURN}/", form)
    made = Table.objects.count()
    assert "Too fast: wait 60 seconds." in press_play_now(amber)
    assert client.post("/api/tables/", wish, "application/json").status_code == 429
    assert (
        "Too fast: wait 60 seconds." in client.post(f"/tables/new/{BURN}/", form).content.decode()
    )
    assert Table.objects.count() == made
