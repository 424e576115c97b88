"""A connection that breaks: the page says so, and heals without a reload."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.expecting import expect
from tests.browser.people import Person

Somebody = Callable[..., Person]
LOST = "Connection lost, trying again…"


class Line:
    """The wire between a page and the server, which a test can cut and mend."""

    def __init__(self, person: Person) -> None:
        self.open: list[Any] = []
        self.cut = False
        person.page.route_web_socket("**/ws/**", self._connect)

    def _connect(self, route: Any) -> None:
        if self.cut:
            route.close()
            return
        route.connect_to_server()
        self.open.append(route)

    def break_(self) -> None:
        self.cut = True
        for route in self.open:
            route.close()
        self.open.clear()

    def mend(self) -> None:
        self.cut = False


def same_person_elsewhere(somebody: Somebody, person: Person) -> Person:
    """Another browser in which that person is logged in, looking at the same match."""
    other = somebody()
    other.page.context.add_cookies(person.page.context.cookies())
    other.page.goto(person.page.url)
    return other


@pytest.mark.whole  # sooner: without a socket, below
def test_a_lost_socket_shows_itself_and_heals(somebody: Somebody) -> None:
    amber = somebody().sign_up()
    line = Line(amber)
    amber.play_now()
    amber.is_connected()
    amber.page.evaluate("window.kept = true")
    banner = amber.page.get_by_role("status").filter(has_text=LOST)
    expect(banner).to_have_count(0)

    line.break_()
    expect(banner).to_be_visible()
    elsewhere = same_person_elsewhere(somebody, amber)
    elsewhere.draw()
    missed = elsewhere.version
    assert amber.version < missed

    line.mend()
    amber.sees_version(missed)
    expect(banner).to_have_count(0)
    assert amber.page.evaluate("window.kept") is True
    amber.draw()
    assert amber.page.evaluate("window.kept") is True


def test_without_a_socket_a_move_goes_by_post(somebody: Somebody) -> None:
    amber = somebody().sign_up()
    line = Line(amber)
    line.cut = True
    amber.play_now()
    before = amber.version
    amber.draw()
    assert amber.version > before
    expect(amber.page.get_by_role("log")).to_contain_text("amber draws a card")


@pytest.mark.whole  # sooner: the lost socket above
def test_going_offline_is_told_at_once_and_coming_back_heals(somebody: Somebody) -> None:
    amber = somebody().sign_up().play_now()
    amber.is_connected()
    elsewhere = same_person_elsewhere(somebody, amber)
    banner = amber.page.get_by_role("status").filter(has_text=LOST)
    amber.page.context.set_offline(True)
    expect(banner).to_be_visible()
    elsewhere.draw()
    amber.page.context.set_offline(False)
    amber.sees_version(elsewhere.version)
    expect(banner).to_have_count(0)
    amber.complained()  # the browser notes every attempt that failed
