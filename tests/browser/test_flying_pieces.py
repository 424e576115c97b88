"""What flies or breaks looks as it did where it lay, whatever gave it its look there: SVGs, too."""

from typing import Any

import pytest

from tests.browser.expecting import expect
from tests.browser.people import Person, Somebody

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
def table(somebody: Somebody) -> Person:
    """Somebody before that board."""
    amber = somebody(lively=True, bypass_csp=True)
    amber.page.goto("/accounts/login/")
    amber.page.evaluate(BEGIN, BOARD)
    return amber


def looks(person: Person, selector: str, how: str = LOOKS) -> dict[str, Any]:
    return person.page.locator(selector).evaluate(how)


def test_a_card_that_leaves_or_comes_to_a_hand_looks_as_it_does_there(table):
    before = looks(table, "#a .leaf-card")
    assert before["size"] == [96, 120]
    assert before["backgroundColor"] == before["drawn"] == "rgb(10, 120, 60)"
    table.page.evaluate(FLY, ["a", "b", 0])
    assert looks(table, ".flying") == before
    table.page.evaluate(BEGIN, BOARD)
    there = looks(table, "#a .leaf-card")
    table.page.evaluate(FLY, ["b", "a", 0])
    coming = looks(table, ".flying")
    assert {**coming, "size": 0, "picture": 0} == {**there, "size": 0, "picture": 0}
    assert coming["size"] == [24, 30], "all of it in the place"
    table.page.evaluate("document.getAnimations().forEach((one) => { one.currentTime = 239.9; })")
    assert looks(table, ".flying")["size"] == pytest.approx(there["size"], abs=1)
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
def test_a_figure_that_settles_is_told_when_all_has_come_to_rest(table, end):
    figure = table.page.locator("[data-settles]")
    table.page.evaluate(COUNT)
    assert figure.inner_html() == "1 <i>card</i>"
    table.page.evaluate(end)
    expect(figure).to_have_text("0 cards")
    assert figure.inner_html() == "0 <i>cards</i>"


SETTLED = """async (card) => {
  const { settle } = await import("/static/js/match/motion.js");
  settle();
  return getComputedStyle(card).opacity;
}"""


def test_where_a_card_comes_to_it_is_hidden_until_its_copy_is_there_or_nobody_waits(table):
    card, copy = table.page.locator("#a .leaf-card"), table.page.locator(".flying")
    table.page.evaluate(FLY, ["b", "a", 0])
    card.evaluate("(card) => card.getAnimations().forEach((one) => one.finish())")
    expect(card).to_have_css("opacity", "0")
    copy.evaluate("(copy) => copy.getAnimations().forEach((one) => one.finish())")
    expect(copy).to_have_count(0)
    expect(card).to_have_css("opacity", "1")
    table.page.evaluate(FLY, ["b", "a", 0])
    assert card.evaluate(SETTLED) == "1", "at once: the next step reads it"


# So many cards come from the other place to that of the hand, and lie upon each other.
DEAL = """async (number) => {
  const { takeOff, land } = await import("/static/js/match/motion.js");
  const live = document.getElementById("live");
  const motion = { piece: "oak", source: "b", target: "a" };
  land(live, takeOff(live, Array(number).fill(motion)));
  for (const each of document.getAnimations()) each.pause();
}"""


def test_the_page_is_laid_out_as_often_for_many_pieces_as_for_one(table):
    told = table.page.context.new_cdp_session(table.page)
    told.send("Performance.enable")

    def layouts(number: int) -> float:
        def so_far() -> float:
            metrics = told.send("Performance.getMetrics")["metrics"]
            counts = {each["name"]: each["value"] for each in metrics}
            return counts["RecalcStyleCount"] + counts["LayoutCount"]

        table.page.evaluate(BEGIN, BOARD)
        before = so_far()
        table.page.evaluate(DEAL, number)
        assert table.page.locator(".flying").count() == number
        return so_far() - before

    one = layouts(1)
    assert layouts(20) <= one + 6  # frames of the animation, which come as they may


# A board that is one drawing, turned and enlarged, in which a stone lies at `a`; its color and its
# shape come from the groups around it.
SEA = """
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
STONE = """(stone) => {
  const { left, top, width, height } = stone.getBoundingClientRect();
  return { fill: getComputedStyle(stone).fill, place: [left, top, width, height] };
}"""


@pytest.fixture
def sea(somebody: Somebody) -> Person:
    """Somebody before that board."""
    amber = somebody(lively=True)
    amber.page.goto("/accounts/login/")
    amber.page.evaluate(BEGIN, SEA)
    return amber


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    close: list[float] = pytest.approx(other["place"], abs=0.5)
    return bool(one["fill"] == other["fill"] and one["place"] == close)


def middle(seen: dict[str, Any]) -> tuple[float, float]:
    left, top, width, height = seen["place"]
    return left + width / 2, top + height / 2


def test_a_part_of_a_drawing_flies_or_breaks_where_it_lay_and_takes_no_longer_than_it_may(sea):
    before = looks(sea, "#a rect", STONE)
    sea.page.evaluate(STEP, [{"piece": "stone", "source": "a", "target": "b"}, "goes"])
    assert same(looks(sea, "svg.flying rect", STONE), before)
    assert before["fill"] == "rgb(10, 120, 60)"
    assert looks(sea, "#b rect", STONE)["place"][:2] != before["place"][:2]
    flying = sea.page.locator("svg.flying")
    assert flying.locator("[data-piece], [data-place], [id], .can").count() == 0
    assert flying.get_attribute("aria-hidden") == "true"
    sea.page.evaluate("document.getAnimations().forEach((each) => each.finish())")
    flying.wait_for(state="detached")
    sea.page.evaluate(BEGIN, SEA)
    before = looks(sea, "#a rect", STONE)
    sea.page.evaluate(STEP, [{"piece": "stone", "source": "a", "target": "a"}, "breaks"])
    assert same(looks(sea, ".breaking rect", STONE), before)
    sea.page.evaluate("document.getAnimations().forEach((each) => { each.currentTime = 60; })")
    now = looks(sea, ".breaking rect", STONE)
    assert now["place"] != before["place"]
    assert middle(now) == pytest.approx(middle(before), abs=0.5)
    sea.page.evaluate(BEGIN, SEA)
    whole = sea.page.evaluate(LONG, 60_000)
    assert 4_000 < whole["said"] == pytest.approx(whole["is"])
    hurried = sea.page.evaluate(LONG, 4_000)
    assert [hurried["said"], hurried["is"]] == pytest.approx([4_000, 4_000])


@pytest.mark.whole  # sooner: a part of a drawing flies, above
def test_what_comes_out_of_a_hidden_place_looks_as_it_does_where_it_lands(sea):
    sea.page.evaluate("document.querySelector('#a rect').removeAttribute('data-piece')")
    sea.page.evaluate(
        "document.getElementById('b').append(document.querySelector('#a rect').cloneNode())"
    )
    sea.page.evaluate("document.querySelector('#b rect').dataset.piece = 'stone'")
    sea.page.evaluate(STEP, [{"piece": "stone", "source": "a", "target": "b"}, ""])
    assert looks(sea, "svg.flying rect", STONE)["fill"] == "rgb(10, 120, 60)"
