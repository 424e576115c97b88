"""A game by mail, so to speak: a week of two people's evenings, one of whom stays away for days."""

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from daphne import http_protocol, server, ws_protocol
from django.utils import timezone

from accounts.models import User
from games.matches import tasks
from games.matches.models import Heartbeat, Match
from games.matches.play.actions import services
from tests.browser.expecting import expect
from tests.browser.people import BURN, Person
from tests.games.matches.conftest import legal, look
from tests.support.deals import fixed_deal

pytestmark = pytest.mark.whole
DAY = {"type": "move", "seconds": 24 * 3600}
TWICE = {"then": "caretaker", "after": 2, "level": "easy"}
EVENING, TOO_LATE = 6, 25  # hours until the next move; more than a step's time
MOST_TURNS, ON_THE_PAGE = 104, 6


@dataclass
class Correspondence:
    """A match of two people (seats 0 and 1), whose days pass when the test says so."""

    match: Match
    people: tuple[Person, Person]
    time: time_machine.Traveller

    @property
    def address(self) -> str:
        return f"/matches/{self.match.public_id}/"

    def _later(self, hours: int) -> None:
        self.time.shift(datetime.timedelta(hours=hours))
        # it was at work all the time: nothing is given back to anybody
        Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})
        tasks.sweep()

    def wait(self, hours: int) -> None:
        """So much time passes; what falls due meanwhile is done at the end of it."""
        self.people[0].at_the_server(self._later, hours)

    def turn(self, number: int) -> None:
        """Whoever is to move does so on their page, which shows the newest position by then."""
        shown = look(self.match)
        (seat,) = shown.active_seats
        person = self.people[seat]
        person.sees_version(shown.version)
        person.choose_any(number * 7)

    def turn_elsewhere(self, number: int) -> None:
        """Whoever is to move does so in another program; their page follows."""
        shown = look(self.match)
        (seat,) = shown.active_seats
        user = shown.seats[seat].user
        actions = legal(shown, user)
        self.people[seat].at_the_server(
            services.submit_action,
            public_id=self.match.public_id,
            user=user,
            action=actions[number * 7 % len(actions)],
            version=shown.version,
        )

    def is_away(self, seat: int) -> bool:
        return bool(look(self.match).seats[seat].looked_after)

    def kinds(self) -> list[tuple[str, int | None, str]]:
        return list(self.match.steps.values_list("kind", "seat", "actor"))


@pytest.fixture
def sockets_stay_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Daphne closes a socket after a day, and one that opens too slowly: let its own time be true.

    Or a click may be sent just when the server hangs up, which people are told and tests aren't.
    """
    true_time = SimpleNamespace(time=time_machine.escape_hatch.time.time)
    for module in (http_protocol, server, ws_protocol):
        monkeypatch.setattr(module, "time", true_time)


@pytest.fixture
def game(
    sockets_stay_open: None,
    somebody: Callable[..., Person],
    at_the_server: Callable[..., Any],
) -> Any:
    """Both have the match open; amber is to move."""
    amber, birch = somebody().sign_up(), somebody().sign_up()
    users = [User.objects.get(username=person.name) for person in (amber, birch)]
    with time_machine.travel(timezone.now(), tick=True) as time:
        match = at_the_server(
            services.start_match,
            game=BURN,
            options={},
            players=[services.Player(user=user) for user in users],
            deal=fixed_deal(1),
            first=0,
            clock=DAY,
            absence=TWICE,
        )
        game = Correspondence(match, (amber, birch), time)
        for person in (amber, birch):
            person.page.goto(game.address)
            person.is_connected()
        yield game


def test_a_week_of_evenings_in_which_one_vanishes_and_comes_back(game):
    amber, birch = game.people
    for number in range(4):
        game.wait(EVENING)
        game.turn(number)
    birch_vanishes(game)
    for number in range(2):  # against a computer player, which answers at once
        game.wait(EVENING)
        game.turn(number)
    birch_is_back(game)
    for number in range(MOST_TURNS):
        if not look(game.match).match.running:
            break
        game.wait(EVENING)
        # some are enough: a whole game on its page is played in test_whole_games_on_the_board.py
        (game.turn if number < ON_THE_PAGE else game.turn_elsewhere)(number)
    for person in (amber, birch):
        expect(person.page.get_by_role("heading", name="The end")).to_be_visible()
        expect(person.page.locator(".outcome > :first-child tbody tr")).to_have_count(2)
    the_record_tells_it(game)


def birch_vanishes(game: Correspondence) -> None:
    """Two deadlines pass: a move is made for birch each time, then a computer player stands in."""
    amber, birch = game.people
    birch.page.goto("about:blank")
    for missed in (1, 2):
        while 1 not in look(game.match).active_seats:
            game.turn(missed)
        assert not game.is_away(1)
        game.wait(TOO_LATE)
    assert game.is_away(1)
    assert game.kinds().count(("time-out", 1, "clock")) == 2
    away = amber.page.get_by_text(f"A computer player looks after the seat of {birch.name}.")
    expect(away).to_have_count(1)


def birch_is_back(game: Correspondence) -> None:
    amber, birch = game.people
    assert ("action", 1, "caretaker") in game.kinds()
    other_tab = birch.page.context.new_page()
    other_tab.goto(game.address)
    expect(other_tab.get_by_role("button", name="I’m back")).to_be_visible()
    expect(other_tab.locator("#acts")).to_have_count(0)
    birch.page.goto(game.address)
    birch.is_connected()
    birch.page.get_by_role("button", name="I’m back").click()
    expect(other_tab.locator("#acts")).to_have_count(1)  # it follows by itself
    other_tab.close()
    expect(birch.page.locator("#return")).to_have_count(0)
    birch.is_connected()
    expect(amber.page.locator("#who-is-away")).to_have_count(0)
    assert not game.is_away(1)


def the_record_tells_it(game: Correspondence) -> None:
    """It lasted a week, and browser and portal find that all of it was by the rules."""
    times = list(game.match.steps.values_list("at", flat=True))
    assert times[-1] - times[0] >= datetime.timedelta(days=7)
    assert [kind for kind in game.kinds() if kind[0] == "control"] == [
        ("control", 1, "clock"),
        ("control", 1, "person"),
    ]
    page = game.people[1].page
    page.goto(f"{game.address}verify/")
    expect(page.get_by_text("Signed by this portal, and everything is right.")).to_be_visible()
