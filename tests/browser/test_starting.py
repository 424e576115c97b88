"""The plain list of choices stands until the script that takes its place has really started."""

import re

import pytest
from playwright.sync_api import Route

from tests.browser.expecting import expect
from tests.browser.people import Person
from tests.browser.test_controls import begun
from tests.browser.test_first_load import PATIENT
from tests.games.matches.conftest import play


def plays_by_the_list(person: Person) -> None:
    """Each move is a form that is posted, and a new page."""
    expect(person.confirm).to_be_hidden()
    expect(person.page.locator("#say")).to_be_hidden()
    for _move in range(2):
        before = person.version
        person.page.evaluate("window.kept = true")
        person.buttons.get_by_role("button", name="Draw").click()
        person.sees_version(before + 3)
        assert person.page.evaluate("window.kept") is None


def test_a_module_that_does_not_arrive_leaves_the_list(somebody):
    amber = somebody().sign_up()
    amber.page.route("**/js/match/choices.js", lambda route: route.abort())
    amber.play_now()
    plays_by_the_list(amber)
    assert amber.complained()  # the console notes what was blocked


OLD = ["delete CSSScopeRule", "delete HTMLElement.prototype.popover", "CSS.supports = () => false"]


@pytest.mark.parametrize("script", OLD)
def test_a_browser_that_is_too_old_gets_the_list(somebody, script):
    amber = somebody().sign_up()
    amber.page.add_init_script(script)
    amber.play_now()
    plays_by_the_list(amber)
    assert amber.complained()  # that it is too old


@pytest.mark.whole  # sooner: a module that does not arrive, above
def test_what_others_do_arrives_all_the_same(somebody, at_the_server):
    """By a page fetched anew, with its list: a socket would change the board but not the list."""
    amber, birch = somebody().sign_up(), somebody().sign_up()
    match = begun(amber.name, birch.name)
    sockets: list[str] = []
    birch.page.on("websocket", lambda socket: sockets.append(socket.url))
    birch.page.route("**/static/js/match/choices.js", lambda route: route.abort())
    birch.page.clock.install()
    birch.page.goto(f"/matches/{match.public_id}/")
    birch.sees_version(0)
    at_the_server(play, match)
    birch.page.clock.fast_forward(5_000)
    birch.sees_version(1)
    assert not [url for url in sockets if "/ws/matches/" in url]
    birch.page.wait_for_load_state()
    birch.open_the_list()
    birch.buttons.get_by_role("button", name="Draw").click()
    birch.sees_version(2)
    birch.complained()


@pytest.mark.whole  # sooner: a module that does not arrive, above
def test_a_script_that_is_long_in_coming_does_not_keep_the_list_away(somebody):
    amber = somebody().sign_up()
    waiting: list[Route] = []
    amber.page.route("**/js/match/choices.js", lambda route: waiting.append(route))
    amber.page.goto("/play/please-dont-burn-my-village/")
    amber.page.get_by_role("button", name="Play now").click()
    amber.page.wait_for_url("**/matches/*/", wait_until="commit")
    expect(amber.buttons.get_by_role("button", name="Draw")).to_be_visible()
    waiting[0].continue_()
    expect(amber.confirm).to_be_visible()
    expect(amber.buttons).to_be_hidden()


def test_nothing_of_the_list_is_seen_where_all_goes_well(somebody):
    amber = somebody().sign_up()
    amber.page.add_init_script(PATIENT)
    amber.page.add_init_script("""
        window.seen = 0;
        new MutationObserver(() => {
            if (document.getElementById("list")?.checkVisibility()) window.seen += 1;
        }).observe(document, { subtree: true, childList: true, attributes: true });
    """)
    amber.play_now()
    amber.is_connected()
    expect(amber.page.locator("html")).to_have_class(re.compile("started"))
    assert amber.page.evaluate("window.seen") == 0


@pytest.mark.whole  # sooner: a module that does not arrive, above
def test_what_is_being_written_is_not_lost_to_a_reload(somebody):
    amber, birch = somebody().sign_up(), somebody().sign_up()
    birch.page.clock.install()
    birch.page.route("**/js/match.js", lambda route: route.abort())
    match = begun(amber.name, birch.name)
    birch.page.goto(f"/matches/{match.public_id}/")
    birch.page.evaluate("window.kept = true")
    birch.page.locator("#chat summary").first.click()
    field = birch.page.get_by_label("Say something")
    field.fill("half a sent")
    birch.page.clock.run_for(6_000)
    expect(field).to_have_value("half a sent")
    assert birch.page.evaluate("window.kept") is True
    field.fill("")
    birch.page.clock.run_for(6_000)
    birch.page.wait_for_function("() => window.kept === undefined")
    assert birch.complained()
