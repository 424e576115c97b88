"""Every board at 200 % zoom, in forced colors and at rest: what matters is seen, nothing runs."""

from typing import Any

import pytest

from games.castle_panic.state import Monster
from games.plugin.model import Meta
from tests.browser.castle import sit_down
from tests.browser.expecting import expect
from tests.browser.people import Person, Somebody
from tests.browser.test_every_board import GAMES, OUTLINED, in_mid_game
from tests.support.on_screen import COVERED, ZONES

ZOOMED = (640, 360)  # css px of a window of 1280 by 720
CASTLE = "castle-panic"
LONGEST = 200  # ms that anything may move for somebody who wants no motion
# How long everything moves that begins from now on, in ms.
WATCH = """() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    window.moved.push(options?.duration ?? options);
    return animate.call(this, frames, options);
  };
  for (const name of ["transitionrun", "animationstart"]) {
    document.addEventListener(name, ({ target }) => {
      const times = target.getAnimations().map(({ effect }) => effect.getComputedTiming());
      window.moved.push(...times.map(({ duration }) => duration));
    }, { capture: true });
  }
}"""
# What outlines or borders an element, which is all that forced colors leave of its looks.
RIM = """(element) => {
  const { outlineStyle, outlineWidth, outlineOffset, borderWidth } = getComputedStyle(element);
  return [outlineStyle, outlineWidth, outlineOffset, borderWidth].join();
}"""


def seated(somebody: Somebody, at_the_server: Any, meta: Meta) -> Person:
    """amber in mid-game, where a px is two of the screen's.

    At the castle she plays cards: a trade may scroll.
    """

    def playing(state: Any) -> None:
        state.phase, state.turn, state.active = "play", 1, 0
        state.monsters = [Monster("orc", 2, ring, arc) for ring, arc in ((1, 1), (2, 3), (3, 5))]
        state.players[0].hand = {"archer-red": 1, "knight-green": 2, "tar": 1}

    amber = somebody(device_scale_factor=2).sign_up()
    if meta.slug == CASTLE:
        sit_down([amber], at_the_server, edit=playing, absent=["birch"])
    else:
        amber.is_at(at_the_server(in_mid_game, meta, amber.name))
    return amber


@pytest.mark.parametrize("meta", GAMES, ids=lambda meta: meta.slug)
def test_everything_is_seen_at_twice_the_size_and_in_forced_colors(somebody, at_the_server, meta):
    amber = seated(somebody, at_the_server, meta)
    page = amber.page
    picks = max((one["picks"] for one in amber.choices()), key=len)
    for colors in ("none", "active"):
        page.emulate_media(forced_colors=colors)  # type: ignore[arg-type]
        for size in (ZOOMED, (360, 740)):
            amber.resize(*size)
            assert page.evaluate(ZONES) == [], (size, colors)
            cut = [each for each in page.evaluate(COVERED) if "(game): cut" not in each]
            assert cut == [], (size, colors)
    whose_turn_it_is_has_a_rim(amber)
    assert page.evaluate(OUTLINED) == []
    target = amber.target(picks[0]).and_(page.locator(":visible")).last
    can = target.evaluate(RIM)
    target.press("Enter")
    expect(page.locator("#live .board .chosen").first).to_be_visible()
    page.locator("#status").focus()
    assert page.locator("#live .board .chosen").first.evaluate(RIM) != can


def whose_turn_it_is_has_a_rim(amber: Person) -> None:
    seats = amber.page.locator(".strip > li")
    rims = {seats.nth(seat).evaluate(RIM) for seat in range(seats.count())}
    assert len(rims) == min(2, seats.count())


@pytest.mark.parametrize("meta", GAMES, ids=lambda meta: meta.slug)
def test_nothing_runs_for_who_wants_no_motion(somebody, at_the_server, meta):
    amber = somebody(lively=True, reduced_motion="reduce").sign_up()
    amber.is_at(at_the_server(in_mid_game, meta, amber.name))
    amber.page.evaluate(WATCH)
    before = amber.version
    amber.open_the_list()
    for summary in amber.buttons.locator("details:not([open]) summary").all():
        summary.click()
    amber.buttons.locator("button[name=action]").first.click()
    expect(amber.live).not_to_have_attribute("data-version", str(before))
    expect(amber.page.locator("#page[data-telling]")).to_have_count(0)
    assert max(amber.page.evaluate("window.moved"), default=0) <= LONGEST
