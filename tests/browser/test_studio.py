"""The replay studio in a browser: by slider, keys, buttons and links, by itself, without a script.

Nothing here depends on how fast a machine is: where the match plays by itself, the page's clock
stands still but for what a test lets pass.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest

from accounts import roles
from accounts.models import User
from games.matches.models import Match
from games.matches.play.actions import services
from tests.browser.expecting import expect
from tests.browser.people import Person, Somebody
from tests.browser.test_controls import begun
from tests.browser.test_finale import SPOILS
from tests.games.matches.conftest import look, play
from tests.pages.conftest import play_to_the_end

STEP = 2_300  # ms: longer than any of these steps is told, and shorter than two of them
BEAT = 3_000  # ms: longer than one sentence of an ending is told, and shorter than two
SETS = """(slider, value) => {
    slider.value = value;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
}"""
PASSES = """(slider) => {
    for (const value of [1, 9, 2, 8, 3]) {
        slider.value = value;
        slider.dispatchEvent(new Event("input", { bubbles: true }));
    }
}"""
COVERED = """() => {
    const board = document.querySelector(".board").getBoundingClientRect();
    const bar = document.getElementById("transport").getBoundingClientRect();
    const told = document.getElementById("told").getBoundingClientRect();
    return [board.bottom - bar.top, told.bottom - board.top, bar.bottom - innerHeight];
}"""
NOTE_FLIGHTS = """() => {
    document.body.dataset.flown = 0;
    new MutationObserver((changes) => {
        const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
        const flying = added.filter((node) => node.classList?.contains("flying"));
        document.body.dataset.flown = Number(document.body.dataset.flown) + flying.length;
    }).observe(document.body, { childList: true, subtree: true });
}"""
PLACES = """() => [document.documentElement.scrollHeight, scrollY,
    ...[...document.querySelectorAll(".result *, .board, .side")]
        .filter((part) => !part.closest(".drawing") || part.matches(".drawing"))
        .map((part) => part.getBoundingClientRect())
        .flatMap(({ top, height }) => [top, height])]"""
SMALL_BUTTONS = """() => [...document.querySelectorAll("#transport .moves .btn")]
    .filter((button) => button.checkVisibility())
    .map((button) => button.getBoundingClientRect())
    .filter(({ width, height }) => width < 44 || height < 44).length"""


@pytest.fixture
def at_a_match(
    somebody: Somebody, at_the_server: Callable[..., Any]
) -> Callable[..., tuple[Person, Match]]:
    """amber, and a match with birch of a few steps, which birch has then given up."""

    def make(steps: int = 9, **arguments: Any) -> tuple[Person, Match]:
        amber = somebody(**arguments).sign_up()
        birch = User.objects.create_user("birch")
        match = begun(amber.name, birch.username, bank=3_600)
        for _step in range(steps):
            at_the_server(play, match)
        at_the_server(services.resign, public_id=match.public_id, user=birch)
        return amber, look(match).match

    return make


def opens(person: Person, match: Match, query: str) -> None:
    person.page.goto(f"/matches/{match.public_id}/?{query}")
    expect(person.page.locator("html.started")).to_have_count(1)


def slider(person: Person) -> Any:
    return person.page.get_by_role("slider", name="Step")


def is_at(person: Person, step: int) -> None:
    """The board, the slider and its words all are at that step."""
    person.sees_version(step)
    expect(slider(person)).to_have_value(str(step))
    said = re.compile(r"^(\S.* Now: )?(round \d+, turn \d|the end)$|\d+ points$")
    expect(slider(person)).to_have_attribute("aria-valuetext", said)


def test_slider_and_curve_lead_to_any_moment_as_any_seat_and_the_address_follows(at_a_match):
    amber, match = at_a_match()
    opens(amber, match, "step=0")
    slider(amber).evaluate(SETS, 7)
    is_at(amber, 7)
    expect(amber.page).to_have_url(re.compile(r"\?step=7$"))
    expect(amber.page.locator("#fork")).to_have_attribute("href", re.compile(r"\?step=7$"))
    slider(amber).evaluate(PASSES)
    is_at(amber, 3)
    expect(amber.page).to_have_url(re.compile(r"\?step=3$"))
    amber.page.reload()
    is_at(amber, 3)
    band = amber.page.locator("#curve a[href$='step=6']")
    expect(band).to_have_count(1)
    band.locator("rect").click()
    is_at(amber, 6)
    expect(amber.page.locator("#curve .here")).to_have_attribute("d", "M6 -4V104")
    amber.page.locator("#small-curve a[href$='step=3'] rect").click()
    is_at(amber, 3)
    expect(amber.page.locator("#small-curve .here")).to_have_attribute("d", "M3 -4V104")
    opens(amber, match, "step=2")
    told = amber.page.locator("#told p")
    expect(told).to_have_text("birch draws a card.")
    amber.page.get_by_role("button", name="View options").click()
    amber.page.get_by_label("Seen by").select_option("as birch")
    expect(told).to_have_text(re.compile("^birch draws a card: "))
    expect(amber.page.locator("html.started")).to_have_count(1)
    amber.page.keyboard.press("ArrowLeft")
    expect(told).to_have_text("amber draws a card.")
    expect(amber.page).to_have_url(re.compile(r"\?step=1&as=1$"))


def test_pieces_fly_with_a_step_forward_but_nothing_does_while_one_scrubs(at_a_match):
    """Else the board would be late where the slider stops next to where it was."""
    amber, match = at_a_match(4, lively=True)
    opens(amber, match, "step=1")
    amber.page.evaluate(NOTE_FLIGHTS)
    slider(amber).evaluate(SETS, 2)
    is_at(amber, 2)
    expect(amber.page.locator("body")).to_have_attribute("data-flown", "0")
    slider(amber).evaluate(SETS, 1)
    is_at(amber, 1)
    amber.page.keyboard.press("ArrowRight")
    is_at(amber, 2)
    expect(amber.page.locator("body")).to_have_attribute("data-flown", re.compile("[1-9]"))


@pytest.mark.whole  # sooner: the slider leads to any moment, above
def test_keys_and_buttons_lead_by_steps_by_turns_and_to_both_ends_and_nothing_is_covered(
    at_a_match,
):
    amber, match = at_a_match()
    press, told = amber.page.keyboard.press, amber.page.locator("#told p")
    opens(amber, match, "step=4")
    amber.page.evaluate("window.kept = true")
    expect(told).to_have_text("birch draws a card.")
    for key, step in (("ArrowRight", 5), ("ArrowLeft", 4), ("End", 10), ("Home", 0)):
        press(key)
        is_at(amber, step)
    press("Shift+ArrowRight")
    is_at(amber, 1)
    expect(told).to_have_text(re.compile("^amber draws a card: "))
    slider(amber).focus()
    for key, step in (("ArrowUp", 2), ("PageUp", 3), ("PageDown", 2), ("ArrowDown", 1)):
        press(key)
        is_at(amber, step)
    press("Home")
    back = amber.page.locator("[data-go=prev]")
    expect(back).to_have_attribute("aria-disabled", "true")
    for name, step in (("Forward", 1), ("A turn forward", 2), ("To the end", 10), ("Back", 9)):
        amber.page.get_by_role("link", name=name, exact=True).click()
        is_at(amber, step)
    expect(back).to_have_attribute("aria-disabled", "false")
    expect(amber.page.locator("#said p").last).to_have_text(re.compile("^amber draws a card: "))
    assert amber.page.evaluate("window.kept"), "no page was loaded"
    opens(amber, match, "step=5")
    for key, step in (("", 5), ("End", 10)):
        if key:
            amber.page.keyboard.press(key)
        is_at(amber, step)
        for width, height in ((360, 740), (1280, 720)):
            amber.resize(width, height)
            amber.has_no_sideways_scroll()
            for over in amber.page.evaluate(COVERED):
                assert over <= 1, (step, width)
            assert amber.page.evaluate(SMALL_BUTTONS) == 0


def test_it_plays_to_the_end_and_pauses_at_a_speed_that_is_kept(at_a_match):
    amber, match = at_a_match(3)
    opens(amber, match, "step=0")
    speed = amber.page.locator("#pace")
    expect(speed).to_have_value("normal")
    amber.page.get_by_role("button", name="View options").click()
    speed.select_option("fast")
    opens(amber, match, "step=0")
    expect(speed).to_have_value("fast")
    amber.stops_time()
    button = amber.page.locator("#play")
    amber.page.keyboard.press("Space")
    is_at(amber, 1)
    expect(button).to_have_text("Pause")
    amber.page.clock.run_for(STEP)
    is_at(amber, 2)
    amber.page.keyboard.press("Space")
    expect(button).to_have_text("Play")
    amber.page.clock.run_for(STEP)
    is_at(amber, 2)
    button.click()
    is_at(amber, 3)
    amber.page.clock.run_for(STEP)
    is_at(amber, 4)
    amber.page.clock.run_for(STEP)
    expect(button).to_have_text("Play")


@pytest.mark.whole  # sooner: how it came out is staged, in test_finale
def test_the_ending_is_staged_as_in_live_play_and_can_be_skipped(somebody, at_the_server):
    amber = somebody().sign_up()
    User.objects.create_user("birch")
    match = begun(amber.name, "birch")
    at_the_server(play_to_the_end, match)
    last = look(match).version
    opens(amber, match, f"step={last - 1}&as=spectator")
    amber.stops_time()
    finale, status = amber.page.locator("#finale"), amber.page.locator("#status")
    amber.page.keyboard.press("ArrowRight")
    is_at(amber, last)
    for part in ("#told", "#said", "#live .side"):
        expect(amber.page.locator(part)).not_to_contain_text(SPOILS)
    amber.page.clock.run_for(BEAT)
    expect(finale.locator(".now")).to_have_text("The dragon takes wing.")
    expect(status).to_have_text("The game is over.")
    amber.page.keyboard.press("ArrowLeft")
    is_at(amber, last - 1)
    expect(finale).to_have_count(0)
    amber.page.keyboard.press("ArrowRight")
    amber.page.clock.run_for(BEAT)
    expect(finale).to_be_visible()
    finale.get_by_role("button", name="Skip").click()
    expect(finale).to_be_hidden()
    expect(status).to_contain_text("wins with")
    amber.page.keyboard.press("ArrowLeft")
    slider(amber).evaluate(SETS, last)
    is_at(amber, last)
    expect(status).to_contain_text("wins with")
    expect(finale).to_be_hidden()


@pytest.mark.whole  # sooner: the slider leads to any moment, above
def test_lines_of_the_log_lead_to_their_moments(at_a_match):
    amber, match = at_a_match()
    opens(amber, match, "step=9")
    amber.page.evaluate("window.kept = true")
    amber.page.locator("#log-4-1 a").click()
    is_at(amber, 4)
    amber.page.get_by_role("button", name="Log", exact=True).click()
    drawer = amber.page.locator("#story")
    expect(drawer.locator("[aria-current=step]")).to_have_attribute("data-step", "4")
    drawer.locator("[data-step='8']").first.click()
    is_at(amber, 8)
    expect(drawer).to_be_hidden()
    assert amber.page.evaluate("window.kept"), "no page was loaded"


@pytest.mark.whole  # sooner: the slider leads to any moment, above
def test_the_result_shows_the_curve_and_nothing_jumps_when_it_arrives(at_a_match):
    amber, match = at_a_match(viewport={"width": 360, "height": 740})
    page, held = amber.page, list[Any]()
    page.route("**/after/", lambda route: held.append(route))
    drawing = page.locator(".result .drawing")
    with page.expect_request("**/after/"):
        page.goto(f"/matches/{match.public_id}/")
        drawing.scroll_into_view_if_needed()
    title, before = page.title(), page.evaluate(PLACES)
    held.pop().continue_()
    expect(drawing.locator("polyline")).to_have_count(2)
    assert page.evaluate(PLACES) == before
    assert page.title() == title
    amber.has_no_sideways_scroll()
    drawing.locator("a[href$='step=6'] rect").click()
    is_at(amber, 6)


@pytest.mark.again  # sooner: tests/pages/test_review_pages.py
def test_an_administrator_goes_through_a_match_by_keys_below_a_banner(somebody, at_the_server):
    rowan = somebody().sign_up()
    roles.give(user=User.objects.get(username=rowan.name), role=roles.REVIEWER)
    match = begun(*(User.objects.create_user(name).username for name in ("oak", "elm")))
    at_the_server(play, match)
    page, address = rowan.page, f"/review/{match.public_id}/"
    page.goto(address)
    page.get_by_label("Reason").fill("A player asked what went wrong.")
    page.get_by_role("button", name="Look into it").click()
    page.goto(f"{address}?step=0")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**step=1*")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**step=0*")
    page.goto(f"{address}studio/")
    banner = page.get_by_text("You’re viewing this match as an administrator.")
    for width, height in ((1280, 720), (360, 740)):
        rowan.resize(width, height)
        expect(banner).to_be_in_viewport()
        assert max(page.evaluate(COVERED)) <= 1, "the board has what the banner leaves"
