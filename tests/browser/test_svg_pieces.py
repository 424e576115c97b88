"""Pieces that are parts of an SVG fly and break as others do, and look as they do on the board."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.people import Person

# A board that is one drawing, turned and enlarged, in which a stone lies at `a`; its color and its
# shape come from the groups around it.
BOARD = """
<link rel="stylesheet" href="/static/css/match.css">
<div id="live"><section class="board"><div>
  <svg class="sea" viewBox="0 0 200 100" width="600" height="300">
    <g fill="rgb(10, 120, 60)" transform="translate(20 10) rotate(20)">
      <svg x="5" y="5" width="100" height="50" viewBox="0 0 50 25">
        <g id="a" data-place="a" transform="translate(4 4)">
          <rect class="can" data-piece="stone" transform="scale(2)" width="3" height="2"/>
        </g>
      </svg>
      <g id="b" data-place="b" transform="translate(120 20)"></g>
    </g>
  </svg>
</div></section></div>
"""
BEGIN = """async (board) => {
  document.body.innerHTML = board;
  await new Promise((loaded) => { document.querySelector("body > link").onload = loaded; });
}"""
# One step: `change` is done to the board between taking off and landing; all that moves is held at
# its beginning.
STEP = """async ([motion, change]) => {
  const { takeOff, land } = await import("/static/js/match/motion.js");
  const live = document.getElementById("live");
  const flights = takeOff(live, [motion]);
  const [a, b] = ["a", "b"].map((id) => document.getElementById(id));
  if (change === "goes") b.append(a.firstElementChild);
  if (change === "breaks") a.replaceChildren();
  land(live, flights);
  for (const each of document.getAnimations()) Object.assign(each, { currentTime: 0 }).pause();
}"""
# Twenty stones leave one after the other; how long that takes, as it says and as it is.
LONG = """async (most) => {
  const { takeOff, land } = await import("/static/js/match/motion.js");
  const live = document.getElementById("live");
  const motion = { piece: "stone", source: "a", target: "b", then: true };
  const flights = takeOff(live, Array.from({ length: 20 }, () => motion));
  const [a, b] = ["a", "b"].map((id) => document.getElementById(id));
  b.append(a.firstElementChild.cloneNode());
  const said = land(live, flights, most);
  const ends = document.getAnimations()
    .filter((each) => each.playState !== "finished")
    .map((each) => each.effect.getComputedTiming().endTime / each.playbackRate);
  return { said, is: Math.max(...ends) };
}"""
LOOKS = """(stone) => {
  const { left, top, width, height } = stone.getBoundingClientRect();
  return { fill: getComputedStyle(stone).fill, place: [left, top, width, height] };
}"""


@pytest.fixture
def sea(somebody: Callable[..., Person]) -> Person:
    """Somebody before that board."""
    amber = somebody(lively=True)
    amber.page.goto("/accounts/login/")
    amber.page.evaluate(BEGIN, BOARD)
    return amber


def looks(person: Person, selector: str) -> dict[str, Any]:
    seen: dict[str, Any] = person.page.locator(selector).evaluate(LOOKS)
    return seen


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    close: list[float] = pytest.approx(other["place"], abs=0.5)
    return bool(one["fill"] == other["fill"] and one["place"] == close)


def middle(seen: dict[str, Any]) -> tuple[float, float]:
    left, top, width, height = seen["place"]
    return left + width / 2, top + height / 2


def test_a_part_of_a_drawing_flies_from_where_it_lay_and_looks_as_it_did(sea: Person) -> None:
    before = looks(sea, "#a rect")
    sea.page.evaluate(STEP, [{"piece": "stone", "source": "a", "target": "b"}, "goes"])
    assert same(looks(sea, "svg.flying rect"), before)
    assert before["fill"] == "rgb(10, 120, 60)"
    assert looks(sea, "#b rect")["place"][:2] != before["place"][:2]
    flying = sea.page.locator("svg.flying")
    assert flying.locator("[data-piece], [data-place], [id], .can").count() == 0
    assert flying.get_attribute("aria-hidden") == "true"
    sea.page.evaluate("document.getAnimations().forEach((each) => each.finish())")
    flying.wait_for(state="detached")


@pytest.mark.whole  # sooner: a part of a drawing flies, above
def test_what_comes_out_of_a_hidden_place_looks_as_it_does_where_it_lands(sea: Person) -> None:
    sea.page.evaluate("document.querySelector('#a rect').removeAttribute('data-piece')")
    sea.page.evaluate(
        "document.getElementById('b').append(document.querySelector('#a rect').cloneNode())"
    )
    sea.page.evaluate("document.querySelector('#b rect').dataset.piece = 'stone'")
    sea.page.evaluate(STEP, [{"piece": "stone", "source": "a", "target": "b"}, ""])
    assert looks(sea, "svg.flying rect")["fill"] == "rgb(10, 120, 60)"


def test_what_breaks_in_a_drawing_breaks_where_it_stood(sea: Person) -> None:
    before = looks(sea, "#a rect")
    sea.page.evaluate(STEP, [{"piece": "stone", "source": "a", "target": "a"}, "breaks"])
    assert same(looks(sea, ".breaking rect"), before)
    sea.page.evaluate("document.getAnimations().forEach((each) => { each.currentTime = 60; })")
    now = looks(sea, ".breaking rect")
    assert now["place"] != before["place"]
    assert middle(now) == pytest.approx(middle(before), abs=0.5)


def test_a_step_of_many_parts_flies_no_longer_than_there_is_time(sea: Person) -> None:
    whole = sea.page.evaluate(LONG, 60_000)
    assert 4_000 < whole["said"] == pytest.approx(whole["is"])
    hurried = sea.page.evaluate(LONG, 4_000)
    assert [hurried["said"], hurried["is"]] == pytest.approx([4_000, 4_000])
