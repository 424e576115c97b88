"""The strip «At this table»: the contract, who is away, and the way back."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.matches.models import Match
from games.matches.play.engine import caretakers, steps
from games.plugin import registry
from lobby.tables import services as tables, words
from tests.games.matches.conftest import look
from tests.support.log_in import logged_in
from tests.support.matches import started

pytestmark = pytest.mark.django_db

BURN = "please-dont-burn-my-village"
DAY = {"type": "move", "seconds": 86_400}
CONTRACT = "3 deadlines missed in a row: a computer player (medium) stands in until they are back"
AWAY = "A computer player looks after the seat of amber."
BACK = 'id="return"'


@pytest.fixture
def match(db: None, monkeypatch: pytest.MonkeyPatch) -> Match:
    """amber (to move), birch and cedar, a day for every step."""
    monkeypatch.setattr("games.matches.play.parts.announcements.queue_ai_turn", lambda *_: None)
    people = map(User.objects.create_user, ("amber", "birch", "cedar"))
    return started(*people, first=0, clock=DAY, absence={"then": "caretaker", "after": 3})


def send_away(match: Match) -> None:
    """amber's seat is looked after from now on."""
    with steps.one_step(pk=match.pk) as (locked, seats):
        caretakers.take_over(locked, seats, seats[0], "vote")


@pytest.fixture
def away(match: Match) -> Match:
    send_away(match)
    return match


def browser(who: str) -> Client:
    return logged_in(User.objects.get(username=who)) if who else Client()


def read(match: Match, who: str, path: str = "") -> str:
    page = browser(who).get(f"/matches/{match.public_id}/{path}")
    assert page.status_code == 200
    return page.content.decode()


def test_everyone_reads_the_pace_what_was_agreed_and_who_is_away(match):
    page = read(match, "amber")
    assert (CONTRACT in page, AWAY in page, BACK in page) == (True, False, False)
    send_away(match)
    for who in ("amber", "birch", ""):
        page = read(match, who)
        assert (CONTRACT in page, AWAY in page, "AI stands in" in page) == (True, True, True)
        assert (BACK in page) == (who == "amber")
        for field in ("client_id", "version"):  # a button is pressed in one name, at one version
            assert page.count(f'form="control" name="{field}"') == (1 if who else 0)
    clock = {**DAY, "per": "turn", "reserve": 3 * 86_400}
    Match.objects.filter(pk=match.pk).update(clock=clock)
    said = "Time to think: 1 day for every turn, up to 3 days in reserve."
    assert said in " ".join(read(match, "").split())
    Match.objects.filter(pk=match.pk).update(clock=None)
    assert "Time to think" not in read(match, "")


@pytest.mark.parametrize("paused", ["suspended", "flagged", "consent", "resting"])
def test_one_can_resign_in_any_pause(match, paused):
    Match.objects.filter(pk=match.pk).update(paused=paused)
    assert 'id="resign-now"' in read(match, "amber")


def test_the_button_brings_one_back(away):
    client = browser("amber")
    fields = {"control": "return", "version": str(look(away).version), "client_id": "c"}
    client.post(f"/matches/{away.public_id}/control/", fields)
    assert not look(away).seats[0].caretaker
    assert AWAY not in read(away, "amber")


def test_the_api_shows_it(away):
    api = f"/api/matches/{away.public_id}/"
    shown: Any = browser("amber").get(api).json()
    assert (shown["can_return"], shown["seats"][0]["away"], shown["actions"]) == (True, True, [])
    assert shown["absence"] == {"then": "caretaker", "after": 3, "level": None}
    assert not browser("birch").get(api).json()["can_return"]
    after = browser("amber").post(f"{api}return/", {}, content_type="application/json")
    assert (after.status_code, after.json()["can_return"]) == (200, False)


REMINDED = "reminders when half of the time is gone and when a tenth is left"
MOVED = "a simple move for each deadline missed"


@pytest.mark.parametrize(
    ("clock", "absence", "said"),
    [
        (DAY, {"then": "caretaker", "after": 3}, f"{REMINDED}; {MOVED}; {CONTRACT}"),
        (
            {"type": "live", "bank": 600, "increment": 5},
            {"then": "forfeit", "after": 2},
            f"{MOVED}; 2 deadlines missed in a row: the seat is lost",
        ),
        (DAY, {"then": "default"}, f"{REMINDED}; a simple move each time"),
    ],
)
def test_a_table_says_all_of_it_before_anyone_sits_down(db, clock, absence, said):
    host = User.objects.create_user("amber")
    table = tables.open_table(host=host, game=BURN, seats=3, clock=clock, absence=absence)
    assert f"<dd>{said}</dd>" in Client().get(f"/tables/{table.public_id}/").content.decode()
    game = registry.get(BURN)
    agreed: Any = {"seats": 3, "ai": [], "people": 2, "options": {}, "private": False}
    told = words.summary(game, clock=clock, absence=absence, **agreed)
    assert f"If someone stays away: {said}." in told
