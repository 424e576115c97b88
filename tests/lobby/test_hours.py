"""One's own hours: set on a page that nobody else sees; vacations move deadlines at once."""

import re
from collections.abc import Callable
from datetime import date
from typing import Any

import msgspec
import pytest
from django.test import Client

from accounts.models import Availability, User
from games.matches.api.representation import representation
from games.matches.models import Match
from games.matches.play.actions import away
from games.plugin import SPECTATOR
from tests.games.matches.conftest import look, play
from tests.support.log_in import logged_in
from toolbox.errors import Refusal

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen")]  # Friday, 1 May 2026, noon

DAY = {"type": "move", "seconds": 86_400, "per": "turn"}
DRAW = {"type": "draw"}
HOUR = 3600


@pytest.fixture
def browser(amber: User) -> Client:
    return logged_in(amber)


@pytest.fixture
def match(begin: Any, amber: User, person: Any) -> Callable[..., Match]:
    """amber is to move against birch."""
    birch = person("birch")
    return lambda **said: begin(amber, birch, first=0, clock=DAY | said)


def due(match: Match) -> str:
    deadline = match.seats.get(index=0).deadline
    return str(deadline.strftime("%d %H:%M"))


def leave(user: User, first: int, last: int) -> None:
    away.go_away(user=user, first=date(2026, 5, first), last=date(2026, 5, last))


def problem(user: User, first: int, last: int) -> str:
    with pytest.raises(Refusal) as refused:
        leave(user, first, last)
    return " ".join(refused.value.extra.get("fields", {refused.value.code: ""}))


def test_night_and_free_days_are_kept_and_shown(browser, amber):
    said = {"begins": "23:30", "ends": "07:00", "free_days": ["5", "6"]}
    browser.post("/settings/hours/", said)
    kept = Availability.objects.get(user=amber)
    assert (kept.night, kept.free_days) == ([23 * 60 + 30, 7 * 60], [5, 6])
    assert 'value="23:30"' in browser.get("/settings/hours/").content.decode()
    browser.post("/settings/hours/", {})
    kept.refresh_from_db()
    assert (kept.night, kept.free_days) == (None, [])


@pytest.mark.parametrize(
    "said",
    [
        {"begins": "20:00", "ends": "06:01"},
        {"begins": "20:00", "ends": "20:00"},
        {"free_days": ["4", "5", "6"]},
        {"free_days": ["7"]},
        {"begins": "25:00", "ends": "07:00"},
    ],
)
def test_longer_nights_and_more_days_are_refused(browser, amber, said):
    answer = browser.post("/settings/hours/", said)
    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode()
    assert not Availability.objects.filter(user=amber).exists()


def test_a_vacation_is_entered_and_taken_back_on_the_page(browser, amber):
    browser.post("/settings/hours/away/", {"first": "2026-05-03", "last": "2026-05-05"})
    shown = browser.get("/settings/hours/").content.decode()
    assert "18 days are left this year" in shown
    browser.post("/settings/hours/back/", {"first": "2026-05-03"})
    assert "21 days are left this year" in browser.get("/settings/hours/").content.decode()
    assert browser.post("/settings/hours/back/", {"first": "soon"}).status_code == 302


def test_a_vacation_moves_the_deadlines_that_stand(match, amber, frozen):
    running, short, without = match(), match(seconds=600), match(vacation=False)
    leave(amber, 2, 4)
    assert [due(one) for one in (running, short, without)] == ["05 12:00", "01 12:10", "02 12:00"]
    assert look(running).match.wake_at == running.seats.get(index=0).deadline
    frozen.shift(6 * HOUR)
    leave(amber, 1, 1)  # today counts from now on
    assert due(running) == "05 18:00"


def test_it_counts_for_deadlines_to_come(match, amber):
    leave(amber, 2, 4)
    assert due(match()) == "05 12:00"
    assert due(match(vacation=False)) == "02 12:00"


def test_who_comes_back_early_has_the_time_that_was_left(match, amber, frozen):
    running = match()
    leave(amber, 2, 10)
    assert due(running) == "11 12:00"
    frozen.shift(48 * HOUR)
    away.come_back(user=amber, first=date(2026, 5, 2))
    assert due(running) == "04 00:00"
    leave(amber, 4, 22)  # two of 21 days are used
    assert problem(amber, 23, 23) == "last"


@pytest.mark.parametrize("first", [1, 2])
def test_one_may_go_again_on_the_day_of_coming_back(match, amber, frozen, first):
    running = match()
    frozen.shift(6 * HOUR)
    leave(amber, 1, 10)
    frozen.shift((first - 1) * 24 * HOUR)
    away.come_back(user=amber, first=date(2026, 5, 1))
    for _again in range(2):
        leave(amber, first, 21)  # each day counts once
        frozen.shift(HOUR)
        away.come_back(user=amber, first=date(2026, 5, first))
    leave(amber, first, 21)
    assert due(running) == "22 18:00"


def test_one_does_not_go_away_in_a_deadlines_last_hour(match, amber, frozen):
    running = match()
    frozen.shift(23 * HOUR)
    assert problem(amber, 2, 3) == "deadline_near"
    assert due(running) == "02 12:00"
    match(vacation=False)
    play(running, action=DRAW)
    leave(amber, 2, 3)


def test_one_goes_away_from_today_on_and_for_21_days_a_year(amber):
    assert problem(amber, 1, 22) == "last"
    leave(amber, 11, 12)
    assert problem(amber, 12, 13) == "first"
    with pytest.raises(Refusal):
        away.go_away(user=amber, first=date(2026, 4, 30), last=date(2026, 5, 3))
    with pytest.raises(Refusal):
        away.go_away(user=amber, first=date(2026, 5, 5), last=date(2026, 5, 3))
    with pytest.raises(Refusal):
        away.go_away(user=amber, first=date.min, last=date.max)
    away.go_away(user=amber, first=date(2026, 12, 20), last=date(2027, 1, 10))


def test_opponents_see_until_when_and_nothing_else(match, amber, frozen):
    User.objects.filter(pk=amber.pk).update(time_zone="Europe/Riga")
    amber.refresh_from_db()
    Availability.objects.create(user=amber, night=[1380, 420], free_days=[6])
    running = match()
    leave(amber, 1, 4)
    shown = look(running)
    clock: Any = representation(shown, 1).clock
    assert [seat.away_until for seat in clock.seats] == [date(2026, 5, 4), None]
    for viewer in (1, SPECTATOR):
        said = msgspec.json.encode(representation(shown, viewer)).decode()
        for private in ("Riga", "1380", "420", "night", "reckoned"):
            assert not re.search(rf"\b{private}\b", said)  # a hash may hold such figures
    birch = logged_in(running.seats.get(index=1).user)
    assert "amber, who is away until May 4" in birch.get("/").content.decode()
    page = birch.get(f"/matches/{running.public_id}/").content.decode()
    assert "away until" in page
    assert "Riga" not in page
    frozen.shift(5 * 24 * HOUR)
    clock = representation(look(running), 1).clock
    assert clock.seats[0].away_until is None
