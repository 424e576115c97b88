"""What holds for the board of every ruleset, in mid-game: keys, lists and the log are at hand."""

import random
from functools import partial
from typing import Any

import pytest

from accounts.models import User
from games.conformance import play_record
from games.matches.models import Match
from games.matches.play.actions import services
from games.plugin import registry
from games.plugin.model import Meta
from tests.browser.expecting import expect
from tests.browser.people import BURN, Person
from tests.browser.test_keyboard import FEW, press, tabs_to
from tests.games.matches.conftest import look, play_on, user_to_move
from tests.support.matches import started
from tests.support.on_screen import (
    BROKEN_CARDS,
    LEAST_TEXT,
    LEAST_TOUCH,
    OUT_OF_REACH,
    SMALL_TEXTS,
    SMALL_TOUCHES,
)

GAMES = [game.meta for game in registry.installed()]
PHONE, DESK = {"width": 360, "height": 740}, {"width": 1440, "height": 900}
SMALL = {"width": 1280, "height": 720}
STEPS = 14  # at most half a game
LEAST_LINES = 8  # of the log, at a desk, where it has so many
# How many lines of the log are whole and in sight.
LINES = """() => {
  const log = document.querySelector("[role=log]").getBoundingClientRect();
  return [...document.querySelectorAll("[role=log] li[id^='log-']")].filter((line) => {
    const { top, bottom } = line.getBoundingClientRect();
    return top >= log.top - 1 && bottom <= Math.min(log.bottom, innerHeight) + 1;
  }).length;
}"""

# The rims of what lies together that meet: one of them can't be told from the other.
MEETING = """(within) => [...document.querySelectorAll(within)].flatMap((group) => {
  const rims = [...group.querySelectorAll(".can")]
    .filter((each) => each.checkVisibility() && !each.closest(".fan > :not(:last-child)"))
    .map((each) => {
      const shadows = getComputedStyle(each).boxShadow;
      const spreads = [...shadows.matchAll(/(inset)?[^,(]*\\(.*?\\)[^,]*/g)]
        .filter(([shadow]) => !shadow.includes("inset"))
        .map(([shadow]) => shadow.match(/0px 0px 0px ([\\d.]+)px/)?.[1] ?? 0);
      const { left, top, right, bottom } = each.getBoundingClientRect();
      const by = Math.max(0, ...spreads);
      return { name: each.dataset.target, left: left - by, top: top - by, right: right + by,
        bottom: bottom + by };
    });
  return rims.flatMap((one, index) => rims.slice(index + 1)
    .filter((other) => one.left <= other.right && other.left <= one.right
      && one.top <= other.bottom && other.top <= one.bottom)
    .map((other) => [one.name, other.name]));
})"""
MOST_GROUPS = 20  # of what can be touched, beside and on a board
REACHED_ANEW = """() => !document.activeElement.hasAttribute("reached")
  && document.activeElement.toggleAttribute("reached")"""
NAMES = "all => all.map((each) => each.dataset.target)"
GROUPS = ".hand, .kinds, .minis, .stalls, .buttons, .villages, .ring"
# Where colors are forced, who is here is a full dot, who is away a ring.
FILLED = '() => document.querySelector("#seat-0 .presence.here").clientWidth === 0'
# Where colors are forced: what can be touched and has no outline, and what has one but can't.
OUTLINED = """() => [...document.querySelectorAll("#live [data-target]")]
  .filter((each) => each.checkVisibility())
  .filter((each) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    return each.classList.contains("can") !== (outlineStyle === "solid" && outlineWidth === "2px");
  }).map((each) => each.dataset.target)"""


def in_mid_game(meta: Meta, name: str) -> Match:
    """A match that has gone on for some steps, and waits for that person.

    elm sits there too, if two can play it.
    """
    users = [User.objects.get(username=name)]
    if meta.max_seats > 1:
        users.append(User.objects.create_user("elm"))
    match = started(*users, game=meta.slug, deal=services.open_deal(), first=0)
    dice = random.Random(1)
    whole = play_record(registry.get(meta.slug), seats=len(users), seed=1)
    version = min(STEPS, len(whole.steps) // 2)
    while user_to_move(play_on(match, version, partial(never_the_last, dice))) != users[0]:
        version = look(match).version + 1
    return match


def never_the_last(dice: random.Random, choices: list[Any]) -> Any:
    """Any, but the last of several: a retreat, where there is one."""
    return dice.choice(choices[:-1] or choices)


@pytest.mark.parametrize("meta", GAMES, ids=[meta.slug for meta in GAMES])
def test_what_a_player_needs_is_at_hand_and_the_focus_stays_on_the_board_after_a_move(
    somebody, at_the_server, meta
):
    amber = somebody(viewport=PHONE).sign_up()
    match = at_the_server(in_mid_game, meta, amber.name)
    amber.is_at(match)
    assert amber.page.evaluate(OUT_OF_REACH) == []
    assert amber.page.evaluate(SMALL_TOUCHES, LEAST_TOUCH) == []
    all_choices_open_in_sight(amber)
    for size in (PHONE, DESK):
        amber.resize(**size)
        amber.page.locator("#status").focus()
        assert tabs_to(amber, "") <= FEW, size
    assert {*amber.page.locator("#live .can").evaluate_all(NAMES)} <= reached_by_keys(amber)
    assert amber.page.locator("#live .can").count() > 1
    for size in (PHONE, SMALL):
        amber.resize(**size)
        assert amber.page.evaluate(BROKEN_CARDS) == [], size
        assert amber.page.evaluate(SMALL_TEXTS, LEAST_TEXT) == [], size
        assert amber.page.evaluate(MEETING, GROUPS) == [], size
    amber.page.locator("#status").focus()
    amber.page.emulate_media(forced_colors="active")
    assert amber.page.evaluate(OUTLINED) == []
    assert amber.page.evaluate(FILLED)
    amber.page.emulate_media(forced_colors="none")
    amber.resize(**DESK)
    lines = amber.page.locator("[role=log] li[id^='log-']").count()
    assert amber.page.evaluate(LINES) >= min(LEAST_LINES, lines)
    the_focus_stays_on_the_board_when_what_had_it_is_played(amber)


def reached_by_keys(person: Person) -> set[str]:
    """The targets that Tab leads to from the status line, or arrow keys from there."""
    person.page.locator("#status").focus()
    reached: set[str] = set()
    for _group in range(MOST_GROUPS):
        reached.add(press(person, "Tab"))
        while person.page.evaluate(REACHED_ANEW):
            reached.add(press(person, "ArrowRight"))
    return reached


def the_focus_stays_on_the_board_when_what_had_it_is_played(amber: Person) -> None:
    before = amber.version
    choices = [choice["picks"] for choice in amber.choices() if choice["picks"]]
    picks = next((picks for picks in choices if picks[-1].startswith("hand:")), choices[-1])
    for pick in picks:
        free = amber.target(pick).and_(amber.page.locator(":not(.chosen)")).last
        free.focus()
        amber.page.keyboard.press("Enter")
    amber.page.keyboard.press("Control+Enter")
    amber.moved_on_from(before)
    assert amber.page.evaluate("document.activeElement.closest('.board') !== null"), picks


def all_choices_open_in_sight(person: Person) -> None:
    toggle = person.page.locator("#all")
    toggle.click()
    top = person.page.evaluate("document.getElementById('list').getBoundingClientRect().top")
    assert 0 <= top < person.page.evaluate("innerHeight"), top
    toggle.click()
    person.page.evaluate("scrollTo(0, 0)")


def test_when_the_button_that_made_the_move_has_gone_the_focus_is_at_the_status_line(
    somebody, at_the_server
):
    amber = somebody().sign_up()
    meta = next(meta for meta in GAMES if meta.slug == BURN)
    amber.page.goto(f"/matches/{at_the_server(in_mid_game, meta, amber.name).public_id}/")
    amber.is_connected()
    before = amber.version
    amber.page.locator("#all").click()
    expect(amber.page.locator("#list")).to_be_visible()
    for pick in amber.choices()[0]["picks"]:
        amber.target(pick).and_(amber.page.locator(":not(.chosen)")).last.click()
    amber.page.locator("#confirm").focus()
    amber.page.keyboard.press("Enter")
    amber.moved_on_from(before)
    expect(amber.page.locator("#confirm")).to_be_hidden()
    expect(amber.page.locator("#status")).to_be_focused()
    expect(amber.page.locator("#list")).to_be_hidden()  # nothing is left to choose
