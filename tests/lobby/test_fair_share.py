"""How many matches one person may start, by whatever door; computer players are everybody's."""

import html
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings as configured

from accounts.models import User
from games.matches.models import Match
from games.matches.play.actions import services as matches
from lobby.models import QuickTicket, Table
from lobby.quick import services as quick
from lobby.tables import services as tables
from tests.games.matches.conftest import BURN
from tests.support.log_in import logged_in
from tests.support.scenes import undone
from toolbox.errors import Conflict, Refusal

pytestmark = pytest.mark.django_db

AGAINST_COMPUTERS = {"game": BURN, "seats": 2, "ai": {1: "easy"}}
UNDER_WAY = "You have started 2 matches that aren’t over yet. Finish one before you start another."
LATELY = "You have started 2 matches in the last hour. Take a break before you start another."


def play(user: User) -> Match:
    return tables.start(table=tables.open_table(host=user, **AGAINST_COMPUTERS), user=user).match


def finish(match: Match, user: User) -> None:
    matches.resign(public_id=match.public_id, user=user)


def test_so_many_may_be_under_way_and_tables_that_wait_count(settings, amber):
    settings.MATCHES_UNDER_WAY = 2
    match = play(amber)
    tables.open_table(host=amber, game=BURN, seats=2)
    with pytest.raises(Conflict) as much:
        play(amber)
    assert (much.value.code, much.value.detail) == ("too_many_matches", UNDER_WAY)
    finish(match, amber)
    play(amber)


def test_who_has_begun_too_many_hears_when_to_try_again(settings, amber, frozen):
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
    assert (more.value.status, more.value.code, more.value.detail) == (429, "throttled", LATELY)
    assert more.value.headers == {"Retry-After": str(40 * 60)}
    birch = User.objects.create_user("birch")
    settings.MATCHES_AN_HOUR = 1
    tables.open_table(host=birch, game=BURN, seats=2)  # which goes away at no known time
    with pytest.raises(Refusal) as waiting:
        play(birch)
    assert waiting.value.headers == {"Retry-After": "3600"}
    settings.MATCHES_AN_HOUR = 2
    frozen.shift(timedelta(minutes=40))
    play(amber)


def test_others_and_those_who_sit_down_are_not_counted(settings, amber):
    settings.MATCHES_UNDER_WAY = 1
    birch = User.objects.create_user("birch")
    play(amber)
    table = tables.open_table(host=birch, game=BURN, seats=2)
    tables.join(table=table, user=amber)
    assert tables.start(table=table, user=birch).match


def test_who_waits_takes_no_computer_players_past_it(settings, amber):
    settings.MATCHES_UNDER_WAY = 1
    play(amber)
    ticket = quick.enqueue(user=amber, games=[BURN], paces=["none"], ai_after=1)
    with pytest.raises(Conflict, match="isn’t over yet"):
        quick.accept_ai(ticket=ticket)
    assert QuickTicket.objects.get().status == QuickTicket.Status.WAITING


class Doors:
    """Everything by which someone can begin a match, each pressed by a person who is logged in.

    What was answered: the text of a page that follows, or the refusal's detail.
    """

    def __init__(self, user: User, over: Match, game: str) -> None:
        self.client, self.user, self.over, self.game = logged_in(user), user, over, game

    def page(self, path: str, form: dict[str, Any] | None = None) -> str:
        return html.unescape(self.client.post(path, form or {}, follow=True).content.decode())

    def call(self, path: str, body: dict[str, Any] | None = None) -> str:
        answer = self.client.post(f"/api/{path}", body or {}, "application/json")
        return str(answer.json().get("detail", ""))

    def play_now(self) -> str:
        return self.page(f"/play/{BURN}/")

    def solo_run(self) -> str:
        return self.page(f"/play/{self.game}/")

    def new_table(self) -> str:
        seats = {"seat-1": "open", **{f"seat-{n}": "unused" for n in (2, 3, 4)}}
        return self.page(f"/tables/new/{BURN}/", seats)

    def rematch(self) -> str:
        return self.page(f"/rematch/{self.over.public_id}/")

    def daily(self) -> str:
        return self.page(f"/daily/{self.game}/begin/")

    def quick_match(self) -> str:
        ticket = quick.enqueue(user=self.user, games=[BURN], paces=["none"], ai_after=1)
        return self.page(f"/quick/{ticket.pk}/accept-ai/")

    def api_table(self) -> str:
        return self.call("tables/", {"game": BURN, "seats": 2, "ai": {"1": "easy"}})

    def api_solo_run(self) -> str:
        return self.call("tables/", {"game": self.game, "seats": 1})

    def api_rematch(self) -> str:
        return self.call(f"matches/{self.over.public_id}/rematch/")

    def fork(self) -> str:
        return self.page(f"/fork/{self.over.public_id}/?step=0", {"seat": "0"})

    def api_fork(self) -> str:
        return self.call(f"matches/{self.over.public_id}/forks/", {"step": 0, "seat": 0})

    def api_daily(self) -> str:
        return self.call(f"daily/{self.game}/begin/")


ALL = [name for name in vars(Doors) if name not in {"page", "call"} and name[0] != "_"]
CALLED = [name for name in ALL if name != "quick_match"]  # which has a limit of its own


@pytest.fixture
def doors(climb: str, frozen: Any) -> Doors:
    """Those of amber, who has given a match up and plays another, both begun just now."""
    with time_machine.travel("2026-04-01T00:00:00Z", tick=False):
        amber = User.objects.create_user("amber")  # old enough for today's challenge
    over = play(amber)
    finish(over, amber)
    play(amber)
    return Doors(amber, over, climb)


RUNS = "You have started 1 match that isn’t over yet. Finish it before you start another."
WAIT = "60 seconds"


def test_every_door_is_bounded_by_what_is_under_way_and_began_within_an_hour(settings, doors):
    for door in ALL:
        with undone():
            settings.MATCHES_UNDER_WAY, settings.MATCHES_AN_HOUR = 1, 9
            assert RUNS in getattr(doors, door)(), door
            QuickTicket.objects.all().delete()
            settings.MATCHES_UNDER_WAY, settings.MATCHES_AN_HOUR = 9, 2
            assert LATELY in getattr(doors, door)(), door
            assert Match.objects.count() == 2


def test_every_door_is_counted_against_one_limit_of_calls(doors, monkeypatch):
    rates = configured.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    monkeypatch.setitem(rates, "tables", "1/min")
    before = begun()
    for door in CALLED:
        with undone():
            assert WAIT not in getattr(doors, door)(), door
            after = begun()
            assert after != before, door
            for other in CALLED if door == "play_now" else ["play_now"]:
                assert WAIT in getattr(doors, other)(), (door, other)
            assert begun() == after, door


def begun() -> tuple[int, int]:
    return Match.objects.count(), Table.objects.count()


def test_a_try_counts_like_any_match_and_going_back_to_it_does_not(settings, doors):
    settings.MATCHES_UNDER_WAY = 2
    doors.daily()
    assert Match.objects.count() == 3
    assert UNDER_WAY in doors.play_now()
    assert "aren’t over yet" not in doors.daily()


def test_a_try_within_the_hour_says_when_to_come_back(settings, doors, frozen):
    frozen.shift(timedelta(minutes=30))
    doors.daily()
    frozen.shift(timedelta(minutes=10))
    settings.MATCHES_AN_HOUR = 3
    with pytest.raises(Refusal) as much:
        play(doors.user)
    assert much.value.headers == {"Retry-After": str(20 * 60)}
    settings.MATCHES_AN_HOUR = 1
    with pytest.raises(Refusal) as more:
        play(doors.user)
    assert more.value.headers == {"Retry-After": str(50 * 60)}
