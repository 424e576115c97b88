"""The round table in browsers: two at one castle, one on a phone, by targets alone."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from games.castle_panic.state import Monster, Offer
from tests.browser.castle import change, confirm, free, made_at_once, sit_down
from tests.browser.expecting import expect
from tests.browser.people import Person, Somebody
from tests.browser.test_one_screen import LEAST_TEXT, OUT_OF_REACH, OVERLAPPING, SMALL_TEXTS
from tests.support.on_screen import BROKEN_CARDS, ZONES
from tests.support.waiting import wait_for

# The numbers of arcs whose badge its field cuts off.
CLIPPED = """() => {
  const field = document.querySelector(".playfield").getBoundingClientRect();
  return [...document.querySelectorAll(".round .number")].filter((badge) => {
    const { left, right } = badge.getBoundingClientRect();
    return left < field.left || right > field.right;
  }).map((badge) => badge.textContent);
}"""

# How many px of the castle are in sight above the action bar.
IN_SIGHT = """() => document.querySelector("#acts").getBoundingClientRect().top
  - document.querySelector(".playfield").getBoundingClientRect().top"""
LEAST_IN_SIGHT = 180

Castle = Callable[..., Person]


@pytest.fixture
def castle(somebody: Somebody, at_the_server: Callable[..., Any]) -> Castle:
    """Seats amber at a phone, with others who are absent, at a match whose position is edited."""

    def seat(edit: Callable[[Any], None], *absent: str, **how: Any) -> Person:
        amber = somebody(viewport={"width": 360, "height": 740}, **how).sign_up()
        sit_down([amber], at_the_server, edit=edit, absent=absent)
        return amber

    return seat


def plays(state: Any) -> None:
    state.phase, state.turn, state.active = "play", 1, 0


@pytest.mark.again  # sooner: tests/games/castle_panic/test_board.py
def test_what_is_done_stays_ticked_and_the_badges_of_the_arcs_stay_whole_at_the_end(castle):
    def playing(state: Any) -> None:
        plays(state)
        state.brought = {"drawn": 2}

    amber = castle(playing)
    done = amber.page.locator(".phases .done")
    finished_phases_are_told_from_those_to_come_by_forced_colors(amber)
    amber.resize(1280, 720)
    brought = ("Draw.*2 cards", "Discard.*none", "Trade.*not at this table")
    expect(done).to_have_text([re.compile(one, re.DOTALL) for one in brought])
    for what in done.locator(".d").all():
        expect(what).to_be_visible()
    amber.resigns()
    expect(amber.page.locator("#live[data-over]")).to_be_attached()
    amber.page.reload()
    assert amber.page.evaluate(CLIPPED) == []


def finished_phases_are_told_from_those_to_come_by_forced_colors(amber: Person) -> None:
    amber.page.emulate_media(forced_colors="active")
    colors = "(bars) => bars.map((bar) => getComputedStyle(bar).backgroundColor)"
    done = amber.page.locator(".phases .done").evaluate_all(colors)
    to_come = amber.page.locator(".phases .next").evaluate_all(colors)
    assert len(done) == 3
    assert not set(done) & set(to_come)
    amber.page.emulate_media(forced_colors="none")


# What can be touched that the action bar covers.
UNDER_THE_BAR = """() => {
  const bar = document.querySelector("#acts").getBoundingClientRect().top;
  return [...document.querySelectorAll("#live .can")]
    .filter((each) => each.getBoundingClientRect().bottom > bar)
    .map((each) => each.dataset.target);
}"""

# What is picked that the status line covers.
UNDER_THE_STATUS = """() => {
  const line = document.querySelector(".status").getBoundingClientRect().bottom;
  return [...document.querySelectorAll("#live .chosen")]
    .filter((each) => each.getBoundingClientRect().top < line)
    .map((each) => each.dataset.target);
}"""


def test_in_small_windows_all_that_six_trade_with_is_within_reach(castle):
    def trading(state: Any) -> None:
        state.phase, state.turn, state.active, state.trades_left = "trade", 1, 0, 2
        for player in state.players:
            player.hand = {"archer-red": 1, "knight-blue": 1, "barbarian": 1, "tar": 1}

    def offered(state: Any) -> None:
        state.active, state.pending = 1, [Offer(partner=0, give="barbarian", take="tar")]

    amber = castle(trading, "birch", "cedar", "dorothea", "elm", "fern the grudging")
    expect(amber.page.locator("#live .can")).to_have_count(6 * 4 + 1)
    for width, height in ((740, 360), (900, 700), (360, 740)):
        amber.resize(width, height)
        assert amber.page.evaluate(OUT_OF_REACH) == [], (width, height)
        assert amber.page.evaluate(SMALL_TEXTS, LEAST_TEXT) == [], (width, height)
        expect(amber.page.locator(".world")).to_be_in_viewport(ratio=1)
        amber.has_no_sideways_scroll()
    assert amber.page.evaluate(UNDER_THE_BAR) == []
    first_word = amber.page.locator("#seat-5 .name")
    assert first_word.evaluate("(name) => name.scrollWidth <= name.clientWidth"), "fern, not fer…"
    free(amber, "card:1:tar").click()
    expect(amber.page.locator("#live .chosen")).to_have_count(1)
    assert amber.page.evaluate(UNDER_THE_STATUS) == []
    amber.page.keyboard.press("Escape")
    amber.resize(900, 700)
    assert amber.page.evaluate(OVERLAPPING, [".corner", ".number"]) == []
    nothing_lies_under_the_bar(amber)
    amber.resize(360, 740)
    change(amber, offered)
    amber.reloads()
    assert amber.page.evaluate(IN_SIGHT) >= LEAST_IN_SIGHT
    nothing_lies_under_the_bar(amber)


def nothing_lies_under_the_bar(amber: Person) -> None:
    for size in ((740, 360), (640, 360), (640, 600), (740, 600), (960, 600)):
        amber.resize(*size)
        assert amber.page.evaluate(ZONES) == [], size
        assert amber.page.evaluate(BROKEN_CARDS) == [], size
        assert amber.page.evaluate(OUT_OF_REACH) == [], size
        assert amber.page.evaluate(SMALL_TEXTS, LEAST_TEXT) == [], size


@pytest.mark.again  # sooner: what a player needs is at hand, in test_every_board
def test_on_a_phone_discards_have_room_only_when_asked_for_and_crowds_can_be_touched(castle):
    def scavenging(state: Any) -> None:
        plays(state)
        kinds = list(state.deck)[:15]
        state.discards = dict.fromkeys(kinds, 1)
        state.players[0].hand = {"scavenge": 1, "brick": 1}

    amber = castle(scavenging, "birch")
    assert amber.page.evaluate(IN_SIGHT) >= 2 * LEAST_IN_SIGHT
    free(amber, "hand:scavenge").click()
    expect(amber.page.locator(".scavenging .card").last).to_be_visible()
    amber.page.locator(".scavenging .card").last.click()
    expect(amber.confirm).to_contain_text("Scavenge")

    def crowd(state: Any) -> None:
        plays(state)
        hurt = [("goblin", 1), ("orc", 1), ("orc", 2), ("troll", 1), ("troll", 2), ("troll", 3)]
        state.monsters = [
            *(Monster(kind, points, 0, 2) for kind, points in hurt * 3),
            *(Monster(kind, points, 3, 4) for kind, points in hurt),
            *(Monster(kind, points, 4, 5) for kind, points in hurt),
        ]
        state.towers = [True, True, True, True, False, True]

    change(amber, crowd)
    amber.reloads()
    assert amber.page.evaluate(OVERLAPPING, [".world .pts", ".world .pts"]) == []
    for arc in (2, 4, 5):
        amber.page.locator(".zoom label").nth(arc).click()
        expect(amber.page.locator(f"#zoom-{arc}")).to_be_checked()
        amber.page.evaluate(AT_REST)
        assert amber.page.evaluate(HIDDEN, arc) == []
    amber.page.locator(".zoom label").first.click()
    amber.resize(1440, 800)
    amber.page.evaluate(AT_REST)
    for arc in (2, 4, 5):
        assert amber.page.evaluate(HIDDEN, arc) == []


def test_a_phone_looks_closer_at_an_arc_and_stays_there_until_the_end(castle):
    def lone_orc(state: Any) -> None:
        plays(state)
        state.monsters = [Monster("orc", 2, 1, 4), Monster("troll", 3, 0, 1)]
        state.players[0].hand = {"archer-green": 2, "knight-red": 1}

    def about_to_fall(state: Any) -> None:
        state.walls, state.towers = [False] * 6, [True] + [False] * 5
        state.monsters = [Monster("orc", 2, 3, 1)]

    amber = castle(lone_orc, "cedar")
    orc = amber.page.locator("#m-4-1-orc-1")
    before = orc.bounding_box()
    amber.page.locator(".zoom label").nth(4).click()
    expect(amber.page.locator("#zoom-4")).to_be_checked()
    amber.page.wait_for_function(
        "width => document.getElementById('m-4-1-orc-1').getBoundingClientRect().width > width",
        arg=before["width"] * 1.5 if before else 0,
    )
    free(amber, "hand:archer-green").click()
    expect(orc).to_have_class(re.compile(r"\bcan\b"))
    expect(amber.page.locator("#m-1-0-troll-1")).not_to_have_class(re.compile(r"\bcan\b"))
    orc.click()
    expect(orc).to_have_attribute("data-then", "2 → 1")
    expect(amber.hint).to_have_text("It survives with 1 left.")
    confirm(amber, "Hit Orc (2) in the Archer ring, arc 4 with green Archer")
    expect(orc.locator("svg").first).to_have_attribute("data-i", "1")
    expect(amber.page.locator("#zoom-4")).to_be_checked()
    amber.page.locator(".zoom label").first.click()
    expect(amber.page.locator("#zoom-0")).to_be_checked()
    change(amber, about_to_fall)
    amber.reloads()
    amber.page.locator(".zoom label").nth(1).click()
    free(amber, "end").click()
    expect(amber.page.locator('.castle[data-ending="lost"]')).to_be_attached()
    expect(amber.page.locator("#zoom-0")).to_be_checked()


def test_in_the_guide_the_arcs_to_look_at_are_all_in_sight(somebody):
    amber = somebody(viewport={"width": 360, "height": 740})
    amber.page.goto(f"{amber.portal}/games/castle-panic/guide/1/")
    for width in (360, 600):
        amber.resize(width, 740)
        field = amber.page.locator(".playfield").bounding_box()
        row = amber.page.locator(".zoom").bounding_box()
        assert field
        assert row
        assert field["x"] <= row["x"]
        assert row["x"] + row["width"] <= field["x"] + field["width"]


@pytest.mark.whole  # sooner: tests/games/castle_panic/test_board.py
def test_the_button_that_ends_the_turn_shows_where_all_will_be_and_acts_at_once(castle):
    """It asks where a press could mean to confirm what is picked, or the button before it."""

    def at_the_gap(state: Any) -> None:
        state.phase, state.turn, state.active, state.trades_left = "trade", 1, 0, 1
        state.monsters = [Monster("orc", 2, 3, 1), Monster("troll", 3, 3, 4)]
        state.monsters.append(Monster("orc", 2, 0, 2))
        state.walls[3] = False
        state.players[0].hand = {"missing": 1}

    amber = castle(at_the_gap, "birch")
    amber.resize(1440, 800)
    end = free(amber, "end")
    traded = amber.version
    amber.stops_time()  # both clicks come in one moment
    end.dblclick()
    expect(amber.live).to_have_attribute("data-version", str(traded + 1))
    amber.page.clock.resume()
    amber.page.locator("#status").hover()
    amber.page.keyboard.press("Escape")
    end.hover()
    expect(amber.hint).to_contain_text("Walls that break: 1. Towers that fall: 4.")
    for space in ("space:4:4", "space:1:2"):
        expect(amber.page.locator(f'[data-place="{space}"] .ghost')).to_be_visible()
    expect(amber.page.locator("#wall-1")).to_have_attribute("data-trend", "falls")
    expect(amber.page.locator("#tower-4")).to_have_attribute("data-trend", "falls")
    amber.page.locator("#status").hover()
    expect(amber.page.locator(".ghost, [data-trend]")).to_have_count(0)
    expect(amber.hint).to_have_text("Choose anything that glows.")
    amber.page.locator("#status").focus()
    end.focus()
    expect(amber.page.locator("#wall-1")).to_have_attribute("data-trend", "falls")
    before = amber.version
    assert before == traded + 1, "the second click of two ends no turn"
    free(amber, "hand:missing").click()
    end.click(force=True)  # it takes the place of what is picked
    expect(amber.confirm).to_contain_text("End the turn: the monsters move")
    assert amber.version == before
    amber.page.keyboard.press("Escape")
    end.press("Enter")
    made_at_once(amber, before, str(amber.confirm.text_content()))


AT_REST = """() => Promise.allSettled(
  document.querySelector(".world").getAnimations().map((each) => each.finished))"""
HIDDEN = """(arc) => [...document.querySelectorAll(`.monster[data-arc="${arc}"]`)].filter((one) => {
  one.scrollIntoView({ block: "center", behavior: "instant" });
  const { left, top, width, height } = one.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return !one.contains(hit) || width < 24;
}).map((one) => one.dataset.target)"""


# Steps told one after another, and a list of what moved: what it was, when it began, over how much.
LISTED = """
localStorage.setItem("prefer-speed", "normal");
window.seen = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  const animation = animate.call(this, frames, options);
  const name = ["flying", "breaking"].find((one) => this.classList.contains(one));
  const what = this.querySelector(".title")?.textContent ?? this.className;
  if (name === "breaking") window.seen.push([name, options.delay, this.dataset.wall]);
  else if (name && frames[0].transform) window.seen.push([what, options.delay, frames.length]);
  return animation;
};
"""


def test_tokens_come_one_at_a_time_a_boulder_rolls_and_a_wall_breaks(somebody, at_the_server):
    people = [somebody(lively=True), somebody()]  # who asks for rest

    def nothing_but_a_boulder(state: Any) -> None:
        plays(state)
        state.monsters, state.pile = [Monster("troll", 3, 4, 1)], {"boulder": 1}
        state.walls, state.towers = [True] * 6, [True, False] * 3
        state.players[1].hand = {"brick": 1}

    for person in people:
        person.sign_up().page.add_init_script(LISTED)
    sit_down(people, at_the_server, edit=nothing_but_a_boulder)
    amber, birch = people
    free(amber, "end").click()
    expect(amber.page.locator('.wall[data-wall="gone"]')).to_have_count(1)
    wait_for(lambda: len(amber.page.evaluate("window.seen")) >= 4, "all to be shown")
    # The figure of the towers waits for the pieces: test_flying_pieces.py.
    expect(amber.page.locator(".hub[data-settles]")).to_have_count(1)
    troll, token, boulder, wall = amber.page.evaluate("window.seen")[:4]
    assert "monster" in troll[0]
    assert token[0] == "Giant Boulder"
    assert "rolling" in boulder[0]
    assert boulder[2] == 5, "from the Forest over three rings to the wall"
    assert wall[0] == "breaking"
    assert wall[2] == "stands"
    delays = [one[1] for one in (troll, token, boulder, wall)]
    assert delays == sorted(set(delays)), "one after another"
    amber.page.locator("#status").click()
    expect(amber.page.locator(".flying, .breaking")).to_have_count(0)
    birch.sees_version(amber.version)
    assert birch.page.evaluate("window.seen") == []
