"""The replay studio in a browser: by slider, keys, buttons and links, by itself, without a script.

Nothing here depends on how fast a machine is: where the match plays by itself, the page's clock
stands still but for what a test lets pass.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from games.matches.models import Match
from games.matches.play.actions import services
from games.matches.record.timeline import timeline
from tests.browser.auditing import Auditor, audit
from tests.browser.expecting import expect
from tests.browser.people import Person
from tests.browser.test_controls import begun
from tests.browser.test_finale import SPOILS
from tests.games.matches.conftest import endless, look, play
from tests.games.matches.test_timeline import lay, roll, take_back
from tests.pages.conftest import play_to_the_end

__all__ = ["endless"]

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
STOP_PAINTING = """() => {
    window.now = performance.now();
    performance.now = () => window.now;
    window.held = [];
    window.paint = window.requestAnimationFrame;
    window.requestAnimationFrame = (draw) => held.push(draw);
}"""
PAINT_LATER = """() => {
    window.now += 600_000;
    window.requestAnimationFrame = window.paint;
    for (const draw of held) draw(window.now);
}"""
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
PASSES_SLOWLY = """async (slider) => {
    const shown = new Set();
    const note = () => shown.add(document.getElementById("live").dataset.version);
    new MutationObserver(note).observe(document.body, { attributes: true, subtree: true });
    window.now += 1_000;
    for (const value of [3, 4]) {
        slider.value = value;
        slider.dispatchEvent(new Event("input", { bubbles: true }));
    }
    while (!shown.has("4")) await new Promise((done) => setTimeout(done, 10));
    return [...shown];
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
    somebody: Callable[..., Person], at_the_server: Callable[..., Any]
) -> Callable[..., tuple[Person, Match]]:
    """amber, and a match with birch of a few steps, which birch has then given up."""

    def make(steps: int = 9, *, over: bool = True, **arguments: Any) -> tuple[Person, Match]:
        amber = somebody(**arguments).sign_up()
        birch = User.objects.create_user("birch")
        match = begun(amber.name, birch.username, bank=3_600)
        for _step in range(steps):
            at_the_server(play, match)
        if over:
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
    said = re.compile(r"^(\S.* Now: )?round \d+, turn \d$|\d+ points$")
    expect(slider(person)).to_have_attribute("aria-valuetext", said)


def test_the_slider_leads_to_any_moment_and_the_address_follows(at_a_match: Any) -> None:
    amber, match = at_a_match()
    opens(amber, match, "step=0")
    slider(amber).evaluate(SETS, 7)
    is_at(amber, 7)
    expect(amber.page).to_have_url(re.compile(r"\?step=7$"))
    slider(amber).evaluate(PASSES)
    is_at(amber, 3)
    expect(amber.page).to_have_url(re.compile(r"\?step=3$"))
    amber.page.reload()
    is_at(amber, 3)


def test_pieces_fly_with_a_step_forward_but_nothing_does_while_one_scrubs(at_a_match: Any) -> None:
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
def test_boards_are_shown_in_passing_again_after_the_page_lay_hidden(at_a_match: Any) -> None:
    """Nothing is painted there: what it waited is not what a board takes."""
    amber, match = at_a_match(5)
    opens(amber, match, "step=0")
    amber.page.evaluate(STOP_PAINTING)
    slider(amber).evaluate(SETS, 1)
    is_at(amber, 1)
    amber.page.evaluate(PAINT_LATER)
    for step in (0, 1) * 9:
        slider(amber).evaluate(SETS, step)
        is_at(amber, step)
    amber.page.evaluate(PAINTED)
    assert "3" in slider(amber).evaluate(PASSES_SLOWLY)


def test_keys_lead_by_steps_by_turns_and_to_both_ends(at_a_match: Any, endless: str) -> None:
    amber, match = at_a_match()
    press = amber.page.keyboard.press
    opens(amber, match, "step=4")
    for key, step in (("ArrowRight", 5), ("ArrowLeft", 4), ("End", 10), ("Home", 0)):
        press(key)
        is_at(amber, step)
    press("Shift+ArrowRight")
    is_at(amber, 1)
    slider(amber).focus()
    for key, step in (("ArrowUp", 2), ("PageUp", 3), ("PageDown", 2), ("ArrowDown", 1)):
        press(key)
        is_at(amber, step)


def test_buttons_do_the_same_and_rest_at_the_ends(at_a_match: Any) -> None:
    amber, match = at_a_match()
    opens(amber, match, "step=0")
    back = amber.page.locator("[data-go=prev]")
    expect(back).to_have_attribute("aria-disabled", "true")
    amber.page.evaluate("window.kept = true")
    for name, step in (("Forward", 1), ("A turn forward", 2), ("To the end", 10), ("Back", 9)):
        amber.page.get_by_role("link", name=name, exact=True).click()
        is_at(amber, step)
    expect(back).to_have_attribute("aria-disabled", "false")
    assert amber.page.evaluate("window.kept"), "no page was loaded"


def test_it_plays_to_the_end_and_pauses_at_a_speed_that_is_kept(at_a_match: Any) -> None:
    amber, match = at_a_match(3)
    opens(amber, match, "step=0")
    speed = amber.page.locator("#pace")
    expect(speed).to_have_value("normal")
    amber.page.get_by_role("button", name="How to look at it").click()
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
def test_the_ending_is_staged_as_in_live_play_and_can_be_skipped(
    somebody: Callable[..., Person], at_the_server: Callable[..., Any]
) -> None:
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
    is_at(amber, last - 1)
    slider(amber).evaluate(SETS, last)
    is_at(amber, last)
    expect(status).to_contain_text("wins with")
    expect(finale).to_be_hidden()


def test_each_step_is_told_where_the_prompt_is(at_a_match: Any) -> None:
    amber, match = at_a_match(4)
    opens(amber, match, "step=1")
    told = amber.page.locator("#told p")
    expect(told).to_have_text(re.compile("^amber draws a card: "))
    amber.page.keyboard.press("ArrowRight")
    expect(told).to_have_text("birch draws a card.")
    expect(amber.page.locator("#said p").last).to_have_text("birch draws a card.")


@pytest.mark.whole  # sooner: the slider leads to any moment, above
def test_lines_of_the_log_lead_to_their_moments(at_a_match: Any) -> None:
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


def test_a_touch_on_the_curve_leads_to_its_step(at_a_match: Any) -> None:
    amber, match = at_a_match()
    opens(amber, match, "step=0")
    band = amber.page.locator("#curve a[href$='step=6']")
    expect(band).to_have_count(1)
    band.locator("rect").click()
    is_at(amber, 6)
    expect(amber.page.locator("#curve .here")).to_have_attribute("d", "M6 -4V104")
    amber.page.locator("#small-curve a[href$='step=3'] rect").click()
    is_at(amber, 3)
    expect(amber.page.locator("#small-curve .here")).to_have_attribute("d", "M3 -4V104")


def test_a_match_is_seen_as_any_seat_once_it_is_over(at_a_match: Any) -> None:
    amber, match = at_a_match(4)
    opens(amber, match, "step=2")
    told = amber.page.locator("#told p")
    expect(told).to_have_text("birch draws a card.")
    amber.page.get_by_role("button", name="How to look at it").click()
    amber.page.get_by_label("Seen by").select_option("as birch")
    expect(told).to_have_text(re.compile("^birch draws a card: "))
    expect(amber.page.locator("html.started")).to_have_count(1)
    amber.page.keyboard.press("ArrowLeft")
    expect(told).to_have_text("amber draws a card.")
    expect(amber.page).to_have_url(re.compile(r"\?step=1&as=1$"))


def test_while_it_runs_there_are_ones_own_view_and_a_spectators(at_a_match: Any) -> None:
    amber, match = at_a_match(4, over=False)
    opens(amber, match, "step=1")
    amber.page.get_by_role("button", name="How to look at it").click()
    views = amber.page.get_by_label("Seen by").locator("option")
    expect(views).to_have_text(["as I see it", "as a spectator"])
    expect(amber.page.locator("#after")).to_have_count(0)
    amber.page.keyboard.press("Escape")
    amber.page.keyboard.press("End")
    is_at(amber, 4)
    assert amber.page.locator(".board [data-target]").count() == 0, "nothing can be touched"


def _lay_and_take_back(match: Match) -> None:
    take_back(match, lay(match))


@pytest.mark.whole  # sooner: tests/pages/test_studio.py
def test_what_was_taken_back_shows_when_asked_for(
    endless: str, somebody: Callable[..., Person], at_the_server: Callable[..., Any]
) -> None:
    amber = somebody().sign_up()
    User.objects.create_user("birch")
    match = begun(amber.name, "birch", game=endless)
    at_the_server(_lay_and_take_back, match)
    at_the_server(roll, match)
    assert timeline(look(match).match).steps == [0, 3]
    opens(amber, match, "step=0")
    amber.page.keyboard.press("ArrowRight")
    is_at(amber, 3)
    amber.page.keyboard.press("ArrowLeft")
    is_at(amber, 0)
    amber.page.get_by_role("button", name="How to look at it").click()
    amber.page.get_by_role("link", name="Show what was taken back").click()
    expect(amber.page).to_have_url(re.compile(r"\?step=0&all=1$"))
    expect(amber.page.locator("html.started")).to_have_count(1)
    amber.page.keyboard.press("ArrowRight")
    is_at(amber, 1)
    amber.page.get_by_role("button", name="How to look at it").click()
    amber.page.get_by_role("link", name="Leave out what was taken back").click()
    is_at(amber, 0)
    birch = match.seats.get(index=1).user
    at_the_server(services.resign, public_id=match.public_id, user=birch)
    amber.page.goto(f"/matches/{match.public_id}/?step=2&all=1")
    expect(amber.page.locator("html.started")).to_have_count(1)
    amber.page.get_by_role("button", name="How to look at it").click()
    expect(
        amber.page.get_by_role("link", name="Continue from before the take-back")
    ).to_be_visible()
    amber.page.keyboard.press("Escape")
    amber.page.keyboard.press("ArrowRight")
    is_at(amber, 3)
    amber.page.get_by_role("button", name="How to look at it").click()
    expect(amber.page.get_by_role("link", name="Continue from here")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 720)])
def test_the_result_shows_the_curve_and_nothing_jumps_when_it_arrives(
    at_a_match: Any, width: int, height: int
) -> None:
    amber, match = at_a_match(viewport={"width": width, "height": height})
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


@pytest.mark.whole  # sooner: tests/pages/test_studio.py
def test_without_a_script_links_and_a_form_lead_through_it(at_a_match: Any) -> None:
    amber, match = at_a_match(java_script_enabled=False)
    page = amber.page
    page.goto(f"/matches/{match.public_id}/?step=2")
    page.get_by_role("link", name="Forward", exact=True).click()
    amber.sees_version(3)
    page.get_by_role("link", name="A turn back").click()
    amber.sees_version(2)
    expect(page.locator("#play")).to_be_hidden()
    page.get_by_role("button", name="How to look at it").click()
    page.get_by_label("Seen by").select_option("as birch")
    page.locator("#seen").get_by_role("button", name="Show").click()
    amber.sees_version(2)
    expect(page.locator("#told")).to_have_text(re.compile("birch draws a card: "))
    page.get_by_role("link", name="How it came out").click()
    expect(page.locator("#curve polyline")).to_have_count(2)
    page.goto(f"/matches/{match.public_id}/")
    page.get_by_role("link", name="How the score grew").click()
    expect(page.locator("#curve polyline")).to_have_count(2)


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 720)])
def test_nothing_covers_the_board_or_the_bar(at_a_match: Any, width: int, height: int) -> None:
    amber, match = at_a_match(viewport={"width": width, "height": height})
    opens(amber, match, "step=5")
    amber.has_no_sideways_scroll()
    for over in amber.page.evaluate(COVERED):
        assert over <= 1
    assert amber.page.evaluate(SMALL_BUTTONS) == 0
    amber.page.keyboard.press("End")
    is_at(amber, 10)
    for over in amber.page.evaluate(COVERED):
        assert over <= 1


@pytest.mark.whole  # sooner: tests/pages/test_studio.py says what has its name
def test_axe_finds_nothing_to_complain_about(at_a_match: Any, axe: str) -> None:
    amber, match = at_a_match()
    address, look = f"/matches/{match.public_id}/", Auditor(axe, (1440,))
    assert not audit(amber, look, f"{address}?step=5", f"{address}after/")
