"""What glows is told without color: in grayscale its ring stands out from what it lies on."""

import itertools
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import CDPSession

from games.burnt_to_ashes.state import new_lands
from games.castle_panic.state import Monster
from tests.browser import burnt, castle
from tests.browser.people import Person
from tests.browser.test_every_board import GAMES, in_mid_game
from tests.games.burnt_to_ashes.positions import position as burnt_position
from tests.support.also import also

AROUND = 8  # px around a piece, where its ring is looked for
MOST = 0.5  # of the way around the piece's box, its ring is at least two px wide
CONTRAST = 3.0
THEMES = ("light", "dark")

# How many squares of 2 px differ by that contrast between two pictures, by luminance alone.
DIFFERING = """async ([pictures, contrast]) => {
  let width = 0;
  const lights = await Promise.all(pictures.map(async (picture) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    width = image.width;
    const canvas = new OffscreenCanvas(image.width, image.height);
    const drawn = canvas.getContext("2d");
    drawn.drawImage(image, 0, 0);
    const { data } = drawn.getImageData(0, 0, image.width, image.height);
    const linear = (part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    };
    return Array.from({ length: data.length / 4 }, (_, at) =>
      0.2126 * linear(data[4 * at]) + 0.7152 * linear(data[4 * at + 1])
        + 0.0722 * linear(data[4 * at + 2]));
  }));
  const [glowing, still] = lights;
  const apart = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  const differ = glowing.map((light, at) => apart(light, still[at]) >= contrast);
  return differ.filter(
    (_, at) => differ[at] && differ[at + 1] && differ[at + width] && differ[at + width + 1]
  ).length;
}"""
# One that lies free: nothing else of its kind covers it.
FREE = """(elements) => elements.findLastIndex((element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return width > 0 && element.contains(there);
})"""


# Nothing is on its way there when it is photographed: what moves is at its end.
GLOW = """(piece, glows) => {
  piece.classList.toggle("can", glows);
  for (const each of document.getAnimations()) {
    each.effect.getComputedTiming().endTime === Infinity ? each.cancel() : each.finish();
  }
}"""


def ring_of(person: Person, camera: CDPSession, selector: str) -> float:
    """How far around this piece a glow adds a ring of two px that grayscale shows."""
    page = person.page
    found = page.locator(selector)
    at = found.evaluate_all(FREE)
    assert at >= 0, selector
    piece = found.nth(at)
    box = piece.bounding_box()
    assert box
    clip = {
        "x": box["x"] - AROUND,
        "y": box["y"] - AROUND,
        "width": box["width"] + 2 * AROUND,
        "height": box["height"] + 2 * AROUND,
        "scale": 1,
    }
    pictures = []
    for glows in (True, False):
        piece.evaluate(GLOW, glows)
        pictures.append(camera.send("Page.captureScreenshot", {"clip": clip})["data"])
    differing: int = page.evaluate(DIFFERING, [pictures, CONTRAST])
    return differing / (2 * (box["width"] + box["height"]))


Rings = Callable[..., dict[str, float]]


@pytest.fixture(params=[False, *also(True)], ids=["in-turn", "both"])
def rings(request: pytest.FixtureRequest) -> Rings:
    """What is hardly seen to glow, each in one of the themes in turn; before a release in both."""
    return partial(_rings, iter(()) if request.param else itertools.cycle(THEMES))


def _rings(turns: Iterator[str], person: Person, *selectors: str) -> dict[str, float]:
    faint = {}
    camera = person.page.context.new_cdp_session(person.page)
    for selector in selectors:
        turn = next(turns, None)
        for theme in [turn] if turn else THEMES:
            person.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            share = ring_of(person, camera, selector)
            if share < MOST:
                faint[f"{selector}, {theme}"] = round(share, 2)
    camera.detach()
    return faint


# A selector for each kind of target of which one lies free.
KINDS = """() => {
  const all = [...document.querySelectorAll("#live .board [data-target]")];
  const kinds = new Set(all.map((each) => each.dataset.target.split(":")[0]));
  const selectors = [...kinds].map((kind) => `#live .board [data-target^="${kind}"]`);
  return selectors.filter((each) => (FREE)([...document.querySelectorAll(each)]) >= 0);
}""".replace("FREE", FREE)
QUIET = '[data-target="act:retreat"]'


@pytest.mark.parametrize("meta", [GAMES[0], *also(*GAMES[1:])], ids=lambda meta: meta.slug)
def test_what_glows_stands_out_in_grayscale(somebody, at_the_server, rings, meta):
    amber = somebody(viewport={"width": 1280, "height": 800}, bypass_csp=True).sign_up()
    amber.is_at(at_the_server(in_mid_game, meta, amber.name))
    if amber.page.locator(QUIET).count():
        assert rings(amber, QUIET), "giving up looks like a good move"
        amber.page.locator(QUIET).evaluate_all("all => all.forEach((each) => each.remove())")
    all_kinds_stand_out(amber, rings)


def all_kinds_stand_out(amber: Person, rings: Rings) -> None:
    kinds = amber.page.evaluate(KINDS)
    assert kinds
    assert not rings(amber, *kinds)


@pytest.mark.again  # sooner: in mid-game, above
def test_so_does_what_few_positions_have(somebody, at_the_server, rings):
    def forest(state: Any) -> None:
        state.phase, state.turn, state.active = "overlord", 1, (state.overlord + 1) % 2
        state.monsters, state.plays_left, state.may_place = [], 2, True
        state.held, state.pile = {"troll": 1}, {"orc": 5}

    def walls(state: Any) -> None:
        state.phase, state.active = "play", 0
        state.monsters = [Monster("orc", 2, 1, 2), Monster("troll", 3, 3, 5)]
        state.players[0].hand = {"archer-red": 1, "tar": 1, "brick": 1}

    amber = somebody(viewport={"width": 1280, "height": 800}, bypass_csp=True).sign_up()
    overlord: dict[str, Any] = {"roles": ["overlord"], "mode": "overlord", "absent": ["birch"]}
    for seated in ({"edit": forest, **overlord}, {"edit": walls, "absent": ["cedar"]}):
        castle.sit_down([amber], at_the_server, **seated)
        all_kinds_stand_out(amber, rings)
    claiming = burnt_position("", "", phase="claim", stone=None, round=0)
    claiming.lands = new_lands()
    burnt.sit_down([amber], at_the_server, claiming, absent=["dune"])
    all_kinds_stand_out(amber, rings)
    stone = burnt_position("1", "1", phase="stone", stone=None)
    for state in (burnt_position("x112", "1", arms={0: "k"}), stone):
        castle.put([amber], state)
        all_kinds_stand_out(amber, rings)
