"""While a match is open, all that a move needs is in sight, large enough to read and to touch."""

from typing import Any

import pytest

from games.burnt_to_ashes.state import Arranging, Battle, State as BurntState, new_lands
from games.castle_panic.state import Monster
from games.village_assault.state import Declared, State, Village
from tests.browser import burnt, castle
from tests.browser.castle import free, sit_down
from tests.browser.expecting import expect
from tests.browser.people import Person
from tests.games.burnt_to_ashes.positions import position as burnt_position
from tests.games.village_assault.positions import position as assault_position
from tests.support.on_screen import (
    LEAST_TEXT,
    LEAST_TOUCH,
    OUT_OF_REACH,
    SMALL_TEXTS,
    SMALL_TOUCHES,
)

PHONE = (360, 740)
DESKS = ((1280, 720), (1440, 900))
LOW = ((640, 360), (1280, 720), (1024, 768))  # the first: the second at 200%
LOW_DESK = (1280, 500)
MOST_ABOVE = 110  # px that header and status line may take together
LONG = "Meanwhile: Flint the Sly plays green Archer on Troll (3) in the Archer ring, arc 4." * 2

# Words that are not to be seen whole.
CUT = """(words) => [...document.querySelectorAll(words)]
  .filter((each) => !each.checkVisibility({ visibilityProperty: true })
    || each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.textContent.trim())"""

# What lies, with its shadows' rings left out, partly outside of the box it belongs to.
STICKS_OUT = """([parts, box]) => [...document.querySelectorAll(parts)].filter((part) => {
  const inner = part.getBoundingClientRect();
  const outer = part.closest(box).getBoundingClientRect();
  return inner.left < outer.left || inner.right > outer.right
    || inner.top < outer.top || inner.bottom > outer.bottom;
}).map((part) => part.className)"""

# What lies over something that it should leave in sight.
OVERLAPPING = """([ones, others]) => [...document.querySelectorAll(ones)].flatMap((one) =>
  [...document.querySelectorAll(others)].filter((other) => {
    const [a, b] = [one, other].map((each) => each.getBoundingClientRect());
    return one !== other && a.width && b.width
      && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  }).map((other) => `${one.className} ${other.className}`))"""

ONE_LINE = """() => {
  const phase = document.querySelector(".status .phase");
  return phase.offsetHeight < 1.5 * parseFloat(getComputedStyle(phase).lineHeight);
}"""
ROWS = "(each) => new Set([...document.querySelectorAll(each)].map((one) => one.offsetTop)).size"
HEIGHT = "document.querySelector('.playfield').offsetHeight"

# How much higher one element is than another.
TALLER = """([one, other]) => document.querySelector(one).offsetHeight
  / document.querySelector(other).offsetHeight"""

ABOVE = """() => document.querySelector(".status").getBoundingClientRect().bottom"""
TOAST = """(text) => import("/static/js/site/page.js").then(({ toast }) =>
  toast(text, { seconds: 0 }))"""
INSIDE = """(part) => {
  const { left, top, right, bottom } = document.querySelector(part).getBoundingClientRect();
  return left >= -0.5 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight;
}"""
SEATS = "[...document.querySelectorAll('.seat')].map((each) => each.offsetHeight)"


def fits_a_phone(person: Person, *whole: str) -> None:
    """At 360 by 740: these parts whole, all in reach, nothing too small."""
    page = person.page
    assert page.evaluate(ABOVE) <= MOST_ABOVE
    for part in (".playfield", ".tray", "#acts", *whole):
        assert page.evaluate(INSIDE, part), part
    assert page.evaluate(OUT_OF_REACH) == []
    assert page.evaluate(SMALL_TEXTS, LEAST_TEXT) == []
    found = page.evaluate(SMALL_TOUCHES, LEAST_TOUCH)
    assert found == [], found
    person.has_no_sideways_scroll()


def fits_low_windows(person: Person) -> None:
    for width, height in LOW:
        person.resize(width, height)
        assert person.page.evaluate(OUT_OF_REACH) == [], (width, height)
        for part in (".playfield", ".acting"):
            assert person.page.evaluate(INSIDE, part), (part, width, height)
        assert person.page.evaluate(ONE_LINE), (width, height)
        person.has_no_sideways_scroll()


@pytest.mark.again  # sooner: what a player needs is at hand, in test_every_board
def test_please_dont_burn_my_village_fits_every_window(somebody):
    amber = somebody(viewport=dict(zip(("width", "height"), PHONE, strict=True)))
    amber.sign_up().play_now(opponents=3)
    amber.is_connected()
    fits_a_phone(amber, ".track", ".stalls")
    page = amber.page
    captions = page.locator(".column .caption")
    assert captions.count() == page.locator(".column .card").count() > 0
    assert page.evaluate(CUT, ".column .caption") == []
    for width, height in ((320, 640), DESKS[0], PHONE):
        amber.resize(width, height)
        assert page.evaluate(OVERLAPPING, [".running", ".track .token"]) == [], (width, height)
    before = page.evaluate(SEATS)
    choice = max(
        (one for one in amber.choices() if all(p.startswith("hand:") for p in one["picks"])),
        key=lambda one: len(one["picks"]),
    )
    for pick in choice["picks"]:
        amber.touch(pick)
    expect(amber.confirm).to_have_text(choice["label"])
    expect(page.locator(".running")).to_be_hidden()  # what is held rises there
    fits_a_phone(amber)
    assert page.evaluate(SEATS) == before, "a preview doesn't make the seats jump"
    page.keyboard.press("Escape")
    a_message_takes_no_place_from_the_board(amber)
    fits_low_windows(amber)

    def all_kinds(state: Any) -> None:
        state.players[0].hand = dict.fromkeys(state.players[0].hand, 2)

    castle.change(amber, all_kinds)
    amber.reloads()
    for width, height in ((320, 640), PHONE):
        amber.resize(width, height)
        assert page.evaluate(ROWS, ".kinds > li") == 1, "or the market had no room"
        assert page.evaluate(OVERLAPPING, [".kinds p", ".kinds p"]) == [], (width, height)
    fits_a_phone(amber)


def a_message_takes_no_place_from_the_board(person: Person) -> None:
    page = person.page
    page.evaluate("document.getElementById('act').submit()")  # a form without a move
    expect(page.locator(".toast")).to_be_visible()
    person.is_connected()
    fits_a_phone(person)
    page.evaluate(TOAST, LONG)
    for width, height in (*LOW, LOW_DESK, PHONE):
        person.resize(width, height)
        assert page.evaluate(OVERLAPPING, [".toast", ".status > *, .playfield, .tray"]) == []
        assert page.evaluate(INSIDE, ".toast button"), (width, height)
    page.locator(".toast button").click()


@pytest.mark.again  # sooner: what a player needs is at hand, in test_every_board
def test_castle_panic_fits_every_window(somebody, at_the_server):
    def playing(state: Any) -> None:
        state.phase, state.turn, state.active = "play", 1, 0
        state.monsters = [Monster("orc", 2, ring, arc) for ring, arc in ((1, 1), (2, 3), (3, 5))]
        state.players[0].hand = {"archer-red": 1, "knight-green": 2, "hero-blue": 1, "tar": 1}

    amber = somebody(viewport={"width": 360, "height": 740}).sign_up()
    sit_down([amber], at_the_server, edit=playing, absent=["birch"])
    page = amber.page
    fits_a_phone(amber, ".world", ".zoom")
    free(amber, "hand:knight-green").click()
    fits_a_phone(amber)
    page.locator(".zoom label").nth(3).click()  # closer at an arc
    expect(page.locator("#zoom-3")).to_be_checked()
    assert page.evaluate(SMALL_TEXTS, LEAST_TEXT) == []
    found = page.evaluate(SMALL_TOUCHES, LEAST_TOUCH)
    assert found == [], found
    page.locator(".zoom label").first.click()
    page.keyboard.press("Escape")
    fits_low_windows(amber)


@pytest.mark.again  # sooner: what a player needs is at hand, in test_every_board
def test_burnt_to_ashes_fits_every_window(somebody, at_the_server):
    more = {"arms": {0: "ksh", 5: "k"}, "burnt": (2, 9, 14), "round": 2, "cards": "ryyy"}
    laying = burnt_position("x11123", "1", "2", **more, known={4: ["power", "attack"]})
    amber = somebody(viewport=dict(zip(("width", "height"), PHONE, strict=True))).sign_up()
    burnt.sit_down([amber], at_the_server, laying, absent=["birch", "cedar"])
    fits_a_phone(amber, ".ring", ".lair", ".golds")
    page, height = amber.page, amber.page.evaluate(HEIGHT)
    for apart in ((".slot", ".dcard-place"), (".tray .ask", ".needed"), (".tag", ".risk")):
        assert page.evaluate(OVERLAPPING, apart) == []
    assert page.evaluate(STICKS_OUT, [".risk", ".playfield"]) == []
    for card in ("gold:2", "gold:1"):
        amber.touch(card)
    expect(amber.hint).to_contain_text("At worst 2 lands are attacked: N1, N2.")
    expect(amber.page.locator(".risk:visible")).to_have_count(2)
    amber.resize(*LOW[0])
    assert page.evaluate(OVERLAPPING, [".tag", ".risk"]) == []
    amber.resize(*PHONE)
    fits_a_phone(amber)
    fits_low_windows(amber)
    turned = ["dragon", "dragon", "shield", "shield", "knight", "shield"]
    fight = burnt_position("x11123", "1", "2", **more, power=(2,), attacked=[0, 5], stone=None)
    fight.phase, fight.pending = "stone", [Battle(0, turned)]  # type: ignore[list-item]
    castle.put([amber], fight)
    amber.resize(*PHONE)
    fits_a_phone(amber, ".ring", ".battle")
    assert page.evaluate(STICKS_OUT, [".battle :is(.dealt, .kface)", ".columns > li"]) == []
    amber.resize(640, 600)
    assert page.evaluate(STICKS_OUT, [".battle :is(.tops > b, .dealt)", ".columns > li"]) == []
    looking = burnt_position("2", "1", "2", **more, phase="buy", stone=None, known={0: PILE})
    looking.pending = [Arranging(0, 0)]
    castle.put([amber], looking)
    assert page.evaluate(STICKS_OUT, [".pick", ".cave"]) == []
    amber.resize(640, 544)
    assert page.evaluate(OVERLAPPING, [".pick", ".dcard-place"]) == []
    castle.put([amber], fight)
    for size in (LOW[0], PHONE):
        amber.resize(*size)
        assert page.evaluate(OVERLAPPING, [".tag", ".marker"]) == [], size
    for state in (
        fight,
        burnt_position("12", "1", "2", **more, phase="buy", stone=None),
        claiming(),
    ):
        castle.put([amber], state)
        assert page.evaluate(HEIGHT) == height, "what is asked doesn't move the lands"
    burnt.free(amber, "land:3").click()
    expect(page.locator(".land > .chosen")).to_be_visible()
    assert page.evaluate(INSIDE, ".land > .chosen")
    page.keyboard.press("Escape")
    fits_low_windows(amber)


PILE = ["power", "attack", "sword", "shield"]


def claiming() -> BurntState:
    state = burnt_position("", "", "", phase="claim", stone=None, round=0)
    state.lands = new_lands()
    return state


@pytest.mark.again  # sooner: what a player needs is at hand, in test_every_board
def test_village_assault_fits_every_window(somebody, at_the_server):
    amber = somebody(viewport={"width": 360, "height": 740}).sign_up()
    sit_down([amber], at_the_server, state=crowded_assault(), game="village-assault")
    fits_a_phone(amber, ".villages", ".camp", ".hand")
    assert amber.page.evaluate(CUT, ".hand .title, .prisoners > h2, .shares > *") == []
    assert amber.page.evaluate(STICKS_OUT, [".many", ".supply"]) == []
    free(amber, "hand:wizard-purple").click()
    expect(amber.page.locator(".stead .verdict")).to_have_count(4)
    fits_a_phone(amber)
    amber.resize(640, 600)
    lines = amber.page.evaluate(TALLER, [".stead .verdict > .figures", ".stead .verdict .mine"])
    assert lines < 2, "«4 : 4» in one"
    amber.resize(640, 544)
    assert amber.page.evaluate(OVERLAPPING, [".king", ".stead .figures"]) == []
    amber.resize(*PHONE)
    free(amber, "village:castle").click()
    expect(amber.confirm).to_contain_text("steps in")
    fits_a_phone(amber)
    amber.page.keyboard.press("Escape")
    fits_low_windows(amber)
    amber.resize(320, 640)
    assert amber.page.evaluate(OVERLAPPING, [".plot", ".camp"]) == []
    held = {"kings": ["king-yellow", "king-green"], "prisoners": ["priest-red", "hero-blue"]}
    who = {"castle": ["golem-green"], "tower": ["archer-green"], "tavern": ["archer-orange"]}
    castle.put([amber], assault_position(hand=HAND, **who, **held))
    for size in ((640, 600), (640, 544), (740, 600)):
        amber.resize(*size)
        assert amber.page.evaluate(OVERLAPPING, [".king", ".stead :is(.how, .figures)"]) == [], size
    amber.resize(360, 740)
    for state in (
        crowded_assault(phase="boosting", declared=Declared("wizard-purple", "castle")),
        assault_position(hand=HAND, castle=None, tower=None, tavern=None, kings=["king-green"]),
    ):
        castle.put([amber], state)
        fits_a_phone(amber)
    assert amber.page.evaluate(TALLER, [".camp", ".playfield"]) < 0.5, "no prisoner, no large box"
    fits_low_windows(amber)


HAND = ("wizard-purple", "assassin-red", "merchant-orange", "chicken", "pig", "pig", "sheep")


def crowded_assault(**more: Any) -> State:
    """All five villages, with two who step in."""
    state = assault_position(
        hand=HAND,
        castle=("golem-green", "farmer-red"),
        tower=("archer-green", "builder-red"),
        tavern=("archer-orange",),
        inn=("princess-yellow", "farmer-blue"),
        kings=["king-yellow", "king-green"],
        prisoners=["priest-red", "hero-blue", "princess-blue"],
        **more,
    )
    state.villages.append(Village("inn-2", "bunny"))
    for card in ("inn", "bunny"):
        state.discards.remove(card)
    return state
