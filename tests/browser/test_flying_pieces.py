"""What flies looks as it did where it lay, whatever gave it its look there."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.expecting import expect
from tests.browser.people import Person

# A hand whose cards get their size from a container, their type from the hand, and their color and
# that of the drawing from what they lie in, which is enlarged; beside it a small place and a pile.
BOARD = """
<link rel="stylesheet" href="/static/css/match.css">
<style>
  .hold { container-type: inline-size; width: 500px; --tone: rgb(10, 120, 60); }
  .large { transform: scale(1.2); transform-origin: 0 0; }
  .hand-of { font-size: 1.5rem; }
  .hand-of > .leaf-card {
    display: grid; width: 16cqi; height: 20cqi; grid-template-rows: 1fr auto; overflow: hidden;
    font: inherit; background: var(--tone); border: 3px solid red; box-sizing: border-box;
  }
  .hand-of .name { font-size: 3cqi; }
  .hand-of .picture { width: 60%; height: 100%; }
  #spot { position: absolute; left: 600px; top: 40px; width: 30px; height: 30px; }
</style>
<div id="live"><section class="board"><div>
  <div class="hold"><div class="large"><div class="hand-of" data-place="a" id="a">
    <div class="leaf-card can" data-piece="oak">
      <svg class="picture" viewBox="0 0 10 10"><circle r="5" fill="var(--tone)"/></svg>
      <b class="name">Oak</b>
    </div>
  </div></div></div>
  <span id="spot" data-place="b"></span>
  <p id="count"><b data-settles="cards">1 <i>card</i></b></p>
</div></section></div>
"""
BEGIN = """async (board) => {
  document.body.innerHTML = board;
  await new Promise((loaded) => { document.querySelector("body > link").onload = loaded; });
}"""
# The card goes from one place to the other; all that moves is held there: at 0 or 1 of its way.
FLY = """async ([source, target, share]) => {
  const { takeOff, land } = await import("/static/js/match/motion.js");
  const live = document.getElementById("live");
  const card = live.querySelector("[data-piece]");
  if (source === "b") card.remove();
  const flights = takeOff(live, [{ piece: "oak", source, target }]);
  if (source === "a") card.remove();
  else document.getElementById("a").append(card);
  land(live, flights);
  for (const each of document.getAnimations()) {
    each.pause();
    each.currentTime = share * 239;
  }
}"""
LOOKS = """(card) => {
  const style = (part) => getComputedStyle(card.querySelector(part) ?? card);
  const { width, height } = card.getBoundingClientRect();
  const { backgroundColor, borderTopWidth } = style("none");
  return {
    size: [width, height].map(Math.round), backgroundColor, borderTopWidth,
    name: style(".name").fontSize,
    drawn: style("circle").fill,
    picture: card.querySelector(".picture").getBoundingClientRect().width.toFixed(1),
  };
}"""


@pytest.fixture
def table(somebody: Callable[..., Person]) -> Person:
    """Somebody before that board."""
    amber = somebody(lively=True, bypass_csp=True)
    amber.page.goto("/accounts/login/")
    amber.page.evaluate(BEGIN, BOARD)
    return amber


def looks(person: Person, selector: str) -> dict[str, Any]:
    seen: dict[str, Any] = person.page.locator(selector).evaluate(LOOKS)
    return seen


def test_a_card_that_leaves_a_hand_looks_as_it_did_there(table: Person) -> None:
    before = looks(table, "#a .leaf-card")
    assert before["size"] == [96, 120]
    assert before["backgroundColor"] == before["drawn"] == "rgb(10, 120, 60)"
    table.page.evaluate(FLY, ["a", "b", 0])
    assert looks(table, ".flying") == before


def test_a_card_that_comes_to_a_hand_looks_as_it_will_there(table: Person) -> None:
    """Out of a small place it comes small, whole and in its own proportions."""
    there = looks(table, "#a .leaf-card")
    table.page.evaluate(FLY, ["b", "a", 0])
    coming = looks(table, ".flying")
    assert {**coming, "size": 0, "picture": 0} == {**there, "size": 0, "picture": 0}
    assert coming["size"] == [24, 30], "all of it in the place"
    table.page.evaluate("document.getAnimations().forEach((one) => { one.currentTime = 239.9; })")
    assert looks(table, ".flying")["size"] == pytest.approx(there["size"], abs=1)


def test_a_card_that_goes_where_it_is_not_seen_ends_no_larger_than_that(table: Person) -> None:
    table.page.evaluate(FLY, ["a", "b", 1])
    assert looks(table, ".flying")["size"] == pytest.approx([24, 30], abs=1.5)


# The card goes, and with it the figure that counts it changes.
COUNT = """async () => {
  const { takeOff, land } = await import("/static/js/match/motion.js");
  const live = document.getElementById("live");
  const flights = takeOff(live, [{ piece: "oak", source: "a", target: "b" }]);
  live.querySelector("[data-piece]").remove();
  live.querySelector("[data-settles]").innerHTML = "0 <i>cards</i>";
  land(live, flights);
  for (const each of document.getAnimations()) each.pause();
}"""
SETTLE = """async () => (await import("/static/js/match/motion.js")).settle()"""


@pytest.mark.parametrize("end", ["document.getAnimations().forEach((one) => one.finish())", SETTLE])
def test_a_figure_that_settles_is_told_when_all_has_come_to_rest(table: Person, end: str) -> None:
    figure = table.page.locator("[data-settles]")
    table.page.evaluate(COUNT)
    assert figure.inner_html() == "1 <i>card</i>"
    table.page.evaluate(end)
    expect(figure).to_have_text("0 cards")
    assert figure.inner_html() == "0 <i>cards</i>"
