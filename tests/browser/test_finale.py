"""The end of a match is staged before its result is shown, and can be skipped and seen again."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from games.matches.models import Match
from tests.browser.castle import becoming, change, sit_down
from tests.browser.expecting import expect
from tests.browser.people import Person
from tests.browser.test_controls import begun
from tests.browser.test_one_screen import CUT
from tests.games.castle_panic.positions import at, position
from tests.games.matches.conftest import play

SPOILS = re.compile(r"points? to|\d\. \w+:|wins")
BEATS = ("The dragon takes wing.", "birch’s village burns.", "The dragon spares your village.")
LONGEST = 8_000  # ms
Ending = Callable[..., Match]

# What the ending covers of the bars, its words that are too small, and whether it moves.
IN_PLACE = """() => {
  const box = (part) => document.querySelector(part)?.getBoundingClientRect();
  const scene = box("#finale");
  const meets = (other) => other.width > 0 && scene.left < other.right - 0.5
    && other.left < scene.right - 0.5 && scene.top < other.bottom - 0.5
    && other.top < scene.bottom - 0.5;
  const small = [...document.querySelectorAll("#finale *")].filter((each) => each.checkVisibility()
    && parseFloat(getComputedStyle(each).fontSize) < 11);
  return {
    over: ["body > .bar", ".status", ".strip"].filter((part) => meets(box(part))),
    inside: scene.top >= 0 && scene.bottom <= innerHeight && scene.right <= innerWidth,
    small: small.map((each) => each.className),
    moving: document.querySelector("#finale").getAnimations({ subtree: true }).length,
  };
}"""

# How many lines the parts of a bar stand in.
ROWS = """(bar) => {
  const seen = [...bar.querySelectorAll("a, button")].filter((each) => each.checkVisibility());
  const middle = ({ top, bottom }) => Math.round((top + bottom) / 20); // within 10 px
  return new Set(seen.map((each) => middle(each.getBoundingClientRect()))).size;
}"""
MIDDLE = """(part) => {
  const { top, bottom } = part.getBoundingClientRect();
  return (top + bottom) / 2;
}"""


def empty_the_deck(state: Any) -> None:
    """Nobody has bribed anyone; birch's hand costs more than the other's."""
    state.deck = dict.fromkeys(state.deck, 0)
    for player, left in zip(state.players, (3, 1), strict=True):
        player.hand = dict.fromkeys(player.hand, 0) | {"wild": left}


@pytest.fixture
def ends(at_the_server: Callable[..., Any]) -> Ending:
    """A match of birch and someone else ends before their eyes: birch draws, no card being left.

    Others who are named look on. From then on time stands still on these pages.
    """

    def make(person: Person, *watching: Person) -> Match:
        person.sign_up()
        birch = User.objects.create_user("birch")
        match: Match = begun(birch.username, person.name, bank=3_600)
        for one in (person, *watching):
            one.is_at(match)
        change(person, empty_the_deck)
        for one in (person, *watching):
            one.stops_time()
        at_the_server(play, match)
        for one in (person, *watching):
            one.sees_version(1)
        return match

    return make


def test_how_it_came_out_is_staged_before_it_is_told_and_a_key_skips_it(somebody, ends):
    amber = somebody(lively=True)
    ends(amber)
    page = amber.page
    finale, said, status = (page.locator(part) for part in ("#finale", "#said", "#status"))
    again = page.get_by_role("button", name="See the ending")
    expect(page.locator("#told p")).to_have_text("birch draws from the empty deck: the game ends.")
    expect(page).to_have_title(re.compile("The end"))
    expect(finale).to_be_hidden()
    for beat in BEATS[:2]:
        expect(status).to_have_text("The game is over.")
        expect(page.locator(".result, .sheet")).to_have_count(0)
        for part in ("#live .side", "#live .strip", "#said"):
            expect(page.locator(part)).not_to_contain_text(SPOILS)
        page.clock.run_for(2_300)
        expect(finale.locator(".now")).to_have_text(beat)
        expect(said).to_contain_text(beat)
    page.keyboard.press("ArrowLeft")  # looks around
    expect(finale).to_be_visible()
    page.keyboard.press("Enter")
    expect(finale).to_be_hidden()
    expect(page.locator(".result")).to_be_visible()
    expect(status).to_contain_text("amber wins with")
    expect(said).to_contain_text("amber wins with")
    expect(page.locator("#toasts > *")).to_have_count(0)
    again.press("Enter")
    expect(page.get_by_role("button", name="Skip")).to_be_focused()
    for beat in BEATS:
        expect(finale.locator(".now")).to_have_text(beat)
        page.clock.run_for(LONGEST / len(BEATS))
    expect(finale).to_be_hidden()
    expect(again).to_be_focused()
    page.reload()
    again.click()
    expect(finale.locator(".now")).to_have_text(BEATS[0])
    expect(page.locator(".result")).to_be_hidden()
    page.get_by_role("button", name="Skip").click()
    expect(finale).to_be_hidden()
    expect(page.locator(".result")).to_be_visible()


@pytest.mark.whole  # sooner: how it came out is staged, above
def test_it_keeps_to_its_place_stands_still_where_asked_and_spares_who_wants_all_at_once(
    somebody, ends
):
    phone = {"width": 360, "height": 740}
    amber = somebody(lively=True, reduced_motion="reduce", viewport=phone)
    hasty = somebody()
    ends(amber, hasty)
    expect(hasty.page.locator(".result")).to_be_visible()
    expect(hasty.page.locator("#finale")).to_be_hidden()
    amber.page.clock.run_for(4_500)
    expect(amber.page.locator("#finale .now")).to_have_text(BEATS[1])
    for width, height in ((360, 740), (640, 360), (1280, 720)):
        amber.resize(width, height)
        still = {"over": [], "inside": True, "small": [], "moving": 0}
        assert amber.page.evaluate(IN_PLACE) == still, (width, height)
        amber.has_no_sideways_scroll()
    amber.page.get_by_role("button", name="Skip").last.click()
    expect(amber.page.locator(".result")).to_be_visible()


@pytest.mark.again  # sooner: the header takes one row, in test_phone_page
def test_a_phones_header_has_one_row_when_the_match_is_over(somebody, ends):
    amber = somebody(viewport={"width": 360, "height": 740})
    ends(amber)
    page = amber.page
    expect(page.locator(".result")).to_be_visible()
    for waits in (False, True):
        page.locator("#next-here").evaluate("(part, waits) => { part.hidden = !waits; }", waits)
        assert page.locator("body > .bar").evaluate(ROWS) == 1
        amber.has_no_sideways_scroll()
    name, won = (page.locator(f".result tr.first {part}") for part in (".who", ".row > .soft"))
    assert name.evaluate(MIDDLE) == pytest.approx(won.evaluate(MIDDLE), abs=6)
    framed = [
        each.evaluate("(button) => getComputedStyle(button).borderTopColor")
        for each in (page.locator("#see-ending"), page.get_by_role("link", name="step by step"))
    ]
    assert framed[0] == framed[1]
    page.locator("#see-ending").click()
    long = "(name) => { name.textContent = 'Ember the most Patient of all'; }"
    page.locator(".view .name").first.evaluate(long)
    assert page.evaluate(CUT, ".view .name") == []


@pytest.mark.whole  # sooner: how it came out is staged, above
def test_that_it_is_over_is_said_once_the_pieces_of_an_own_step_have_come_to_rest(
    somebody, at_the_server
):
    amber = somebody(lively=True).sign_up()
    monsters = [at("castle", 2, "troll"), at("sword", 1, "orc"), at("sword", 5, "orc")]
    last = position(["tar"], monsters=monsters, walls=[5], towers=[3])
    sit_down([amber], at_the_server, edit=becoming(last))
    page = amber.page
    amber.stops_time()
    before = page.locator("#status").inner_text()
    [done] = [one for one in amber.choices() if one["atOnce"]]
    amber.target(done["picks"][0]).click()
    amber.sees_version(1)
    page.clock.run_for(200)
    expect(page.locator("#status")).to_have_text(before)
    expect(page.locator("#finale")).to_be_hidden()
    while page.locator("#status").inner_text() == before:
        page.clock.run_for(200)
    expect(page.locator("#status")).to_have_text("The game is over.")
    expect(page.locator(".result")).to_have_count(0)
    page.clock.run_for(600)
    expect(page.locator("#finale")).to_be_visible()
