"""A connection that breaks: the page says so, and heals without a reload."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts import pushes
from accounts.models import User
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


def test_a_log_out_in_one_tab_takes_the_hand_from_the_others(somebody: Somebody) -> None:
    amber = somebody().sign_up().play_now()
    page, loads = amber.page, []
    amber.is_connected()
    expect(page.locator("html")).to_have_attribute("data-me", "open")
    expect(page.locator("#acts")).to_be_attached()
    page.on("framenavigated", lambda frame: loads.append(frame.url))
    office = page.context.new_page()
    office.goto("/settings/")
    office.get_by_role("banner").get_by_role("button", name="Log out").click()
    expect(page.get_by_role("alert")).to_contain_text("Your log-in ended")
    expect(page.locator("#acts")).to_have_count(0)
    expect(page.get_by_role("banner").get_by_role("link", name="Log in")).to_be_visible()
    expect(page.locator("#page")).to_have_attribute("data-socket", "open")
    assert len(loads) == 1, "a stranger's page stays"
    office.go_back()
    expect(office.get_by_role("main").get_by_label("Password")).to_be_visible()


def test_a_page_of_the_administration_ends_with_the_staff_right(
    somebody: Somebody, at_the_server: Callable[..., Any]
) -> None:
    amber = somebody().sign_up()
    user = User.objects.get(username=amber.name)
    User.objects.filter(pk=user.pk).update(is_staff=True)
    with amber.page.expect_websocket() as line:
        amber.page.goto("/admin/")
    line.value.wait_for_event("framereceived")
    User.objects.filter(pk=user.pk).update(is_staff=False)
    at_the_server(pushes.check, user.pk)
    amber.page.wait_for_url("**/admin/login/**")


def test_a_page_that_comes_back_for_somebody_else_is_theirs(somebody: Somebody) -> None:
    """The line was down while they logged in: nothing told the page."""
    amber, birch = somebody().sign_up(), somebody().sign_up()
    line = Line(amber)
    amber.play_now()
    page = amber.page
    amber.is_connected()
    expect(page.locator("#acts")).to_be_attached()
    line.break_()
    page.context.clear_cookies()
    page.context.add_cookies(birch.page.context.cookies())
    line.mend()
    expect(page.locator("#acts")).to_have_count(0)
    expect(page.get_by_role("banner")).to_contain_text("birch")
    expect(page.locator("html")).to_have_attribute("data-me", "open")
    expect(page.get_by_role("alert")).to_be_empty()


def test_what_was_typed_goes_with_its_person_and_a_refused_page_is_loaded_once(
    somebody: Somebody, at_the_server: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    amber = somebody().sign_up()
    page, loads = amber.page, []
    page.goto("/accounts/password/change/")
    expect(page.locator("html")).to_have_attribute("data-me", "open")
    page.get_by_label("Current password").fill("half a secret")
    page.on("framenavigated", lambda frame: loads.append(frame.url))
    monkeypatch.setattr("accounts.live.PersonSocket._made_for", lambda _socket: {"nobody"})
    at_the_server(pushes.log_out, User.objects.get(username=amber.name).pk)
    expect(page.get_by_label("Current password")).to_have_value("")
    expect(page.locator("html")).to_have_attribute("data-me", "lost")
    assert len(loads) == 1


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
