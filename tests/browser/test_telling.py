"""What others do is told: step by step, as long as it takes to read, and never over the board."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from accounts.models import User
from games.matches.models import Match
from tests.browser.expecting import expect
from tests.browser.people import Person, Somebody
from tests.browser.test_controls import begun
from tests.games.matches.conftest import play
from tests.support.waiting import wait_for

MORE = re.compile(r"^\d+ more moves are in the log\.$")
HEARD = """() => document.getElementById("page").addEventListener("match:heard",
    ({ detail }) => { window.heard = detail.version ?? window.heard; })"""
Steps = Callable[[int], None]


def before_a_still_page(
    somebody: Somebody, at_the_server: Callable[..., Any], **arguments: Any
) -> tuple[Person, Steps]:
    """amber, after birch and cedar, before a page whose time stands still.

    What comes with her lets steps happen: all draw a card in turn, amber by another device.
    `arguments` are those of her browser.
    """
    amber = somebody(lively=True, **arguments).sign_up()
    others = [User.objects.create_user(name) for name in ("birch", "cedar")]
    match: Match = begun(*(user.username for user in others), amber.name, bank=3_600)
    amber.is_at(match)
    amber.stops_time()
    amber.page.evaluate(HEARD)
    known = 0

    def is_known() -> bool:
        return bool(amber.page.evaluate("window.heard") == known)

    def steps(number: int) -> None:
        nonlocal known
        for _step in range(number):
            at_the_server(play, match)
            known += 1  # one by one: a slow server tells of the newest alone
            wait_for(is_known, "the page to know of it")

    return amber, steps


@pytest.fixture
def told(somebody: Somebody, at_the_server: Callable[..., Any]) -> tuple[Person, Steps]:
    return before_a_still_page(somebody, at_the_server)


def caption(amber: Person, text: str | re.Pattern[str]) -> None:
    expect(amber.page.locator("#told")).to_be_visible()
    expect(amber.page.locator("#told p")).to_have_text(text)


def passes(amber: Person, milliseconds: int) -> None:
    amber.page.clock.run_for(milliseconds)


def test_everything_is_told_in_turn_and_nothing_runs_ahead_of_the_board(told):
    amber, steps = told
    page = amber.page
    steps(1)
    amber.sees_version(1)
    caption(amber, "birch draws a card.")
    passes(amber, 1_400)
    expect(page.locator("#told")).to_be_visible()
    passes(amber, 200)
    expect(page.locator("#told")).to_be_hidden()
    steps(5)  # cedar's is told; the others wait, with what amber did by another device
    amber.sees_version(2)
    expect(page.locator("#page[data-telling]")).to_have_count(1)
    turns = [(3, "amber", "birch"), (4, "birch", "cedar"), (5, "cedar", "amber")]
    for version, who, after in turns:
        passes(amber, 1_600)
        amber.sees_version(version)
        caption(amber, re.compile(f"^{who} draws a card"))
        expect(page.locator(".seat.turn .name")).to_contain_text(after)
        expect(page.locator("[role=log] li").last).to_have_id(f"log-{version}-1")
        expect(page.locator("#live .can")).to_have_count(0)
    passes(amber, 1_600)
    amber.sees_version(6)
    passes(amber, 1_600)
    steps(2)  # and it is amber's turn
    amber.sees_version(7)
    expect(page).to_have_title(re.compile("Your turn"))
    expect(page.locator("#status")).to_contain_text("cedar")
    expect(page.locator("#live .can")).to_have_count(0)
    passes(amber, 1_600)
    amber.sees_version(8)
    expect(page.locator("#status")).to_contain_text("Your turn")
    caption(amber, "cedar draws a card.")
    assert covered_by_it(page) == ["bar"], "not over what can be pressed"
    amber.target("deck").first.click()  # while the last sentence is being read
    expect(page.locator(".board .chosen")).to_have_count(1)


@pytest.mark.whole  # sooner: everything is told in turn, above
def test_a_click_or_a_key_leads_to_the_present_and_does_nothing_else(told):
    amber, steps = told
    page, deck = amber.page, amber.target("deck").first
    ways: list[Callable[[], None]] = [
        lambda: deck.click(force=True),
        lambda: page.get_by_role("button", name="Skip").click(),
        lambda: page.keyboard.press("Escape"),
        lambda: deck.press("Enter"),
        lambda: deck.press("Space"),
    ]
    version = 2
    steps(2)
    page.keyboard.press("Escape")
    for way in ways:
        page.keyboard.press("Escape")  # what is still being read
        steps(3)
        amber.sees_version(version + 1)
        page.keyboard.press("Shift")  # looks around
        expect(page.locator("#page[data-telling]")).to_have_count(1)
        way()
        version += 3
        amber.sees_version(version)
        expect(page.locator("#told")).to_be_hidden()
        expect(page.locator(".chosen")).to_have_count(0)
        expect(deck).to_have_class(re.compile(r"\bcan\b"))
    deck.click()
    amber.confirm.click()
    amber.sees_version(version + 1)


@pytest.mark.whole  # sooner: everything is told in turn, above
def test_what_takes_too_long_is_told_in_one_sentence(told):
    amber, steps = told
    steps(1)
    passes(amber, 5_000)
    steps(12)  # amber isn't to move after them
    passes(amber, 5_000)
    assert 3 < amber.version < 9
    passes(amber, 5_000)
    amber.sees_version(13)
    caption(amber, MORE)
    passes(amber, 5_000)
    steps(13)  # now her clock runs
    amber.sees_version(14)
    passes(amber, 2_000)
    assert 14 < amber.version < 18
    passes(amber, 2_000)
    amber.sees_version(26)
    caption(amber, MORE)


# What of the page the caption lies over; and whether its sentence is whole.
COVERED = """() => {
  const box = (part) => part.getBoundingClientRect();
  const caption = document.getElementById("told"), over = box(caption);
  const meets = (part) => {
    const { left, top, right, bottom } = box(part);
    return right > left && left < over.right - 0.5 && over.left < right - 0.5
      && top < over.bottom - 0.5 && over.top < bottom - 0.5;
  };
  const parts = { bar: "body > .bar", status: ".status h1", phase: ".phase", strip: ".strip",
    board: ".match > .table", side: ".side", dock: "#acts", talk: "#chat > summary" };
  const covered = Object.keys(parts).filter((name) => meets(document.querySelector(parts[name])));
  const told = caption.querySelector("p"), words = box(told);
  return { covered, whole: words.top >= over.top - 1 && words.bottom <= over.bottom + 1
    && told.scrollHeight < words.height + 8 && over.bottom <= innerHeight && over.top >= 0 };
}"""
# The room of a heading of so many words.
HEADING = """(text) => {
  const heading = document.getElementById("status");
  heading.textContent = text;
  return heading.getBoundingClientRect().toJSON();
}"""
SAY = """(told, text) => {
  told.querySelector("p").textContent = text;
  told.toggleAttribute("data-long", text.length > 110);
}"""
LONG = "Flint the Sly plays green Archer on Troll (3) in the Archer ring, arc 4, and it is gone."
LONGER = (
    "In the north the dragon wants 1 and gets 1 (cedar X and Grit the Grudging 1)."
    " Prevented: Grit the Grudging takes 1 glory."
)


PLACES = {  # what it covers in windows of each size
    (360, 740): ["dock"],
    (640, 360): ["board", "dock"],  # there the board lies below everything
    (1024, 768): ["dock"],
    (1280, 720): ["dock"],
    (1440, 900): ["dock"],
}


@pytest.mark.whole  # sooner: everything is told in turn, above
def test_the_caption_covers_the_action_bar_and_leaves_the_heading_its_room(told):
    amber, steps = told
    page = amber.page
    room = {}
    for size in PLACES:
        amber.resize(*size)
        room[size] = page.evaluate(HEADING, LONG)
    steps(1)
    expect(page.locator("#told")).to_be_visible()
    page.locator("#told").evaluate(SAY, LONG)
    for (width, height), covered in PLACES.items():
        amber.resize(width, height)
        assert page.evaluate(HEADING, LONG) == room[width, height]
        assert page.evaluate(COVERED) == {"covered": covered, "whole": True}, (width, height)


@pytest.mark.whole  # sooner: everything is told in turn, above
def test_on_a_phone_it_comes_under_no_finger(told):
    amber, steps = told
    page = amber.page
    amber.resize(360, 740)
    page.locator("#say").click()
    steps(1)
    expect(page.locator("#told")).to_be_visible()
    assert covered_by_it(page) == ["bar"], "nor over whose turn it is"
    for text in (LONG, LONGER[:110], LONGER):
        page.locator("#told").evaluate(SAY, text)
        assert page.evaluate(COVERED)["whole"], text
    steps(1)
    passes(amber, 1_600)  # cedar's sentence is being read, amber is to move
    assert covered_by_it(page) == ["bar"]
    amber.target("deck").first.click()
    expect(page.locator("#told")).to_be_hidden()
    expect(page.locator(".board .chosen")).to_have_count(1)


def covered_by_it(page: Page) -> list[str]:
    return page.evaluate(COVERED)["covered"]
