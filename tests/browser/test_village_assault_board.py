"""What the board of Village Assault foretells, its room, and axe-core at its moments."""

import re
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator

from games.village_assault.components import INN_KEYS
from games.village_assault.state import Declared, State, Village
from tests.browser import castle
from tests.browser.auditing import SIZES, Auditor, nothing_is_wrong
from tests.browser.castle import confirm, free, put
from tests.browser.expecting import expect
from tests.browser.people import Person
from tests.games.village_assault.positions import position

sit_down = partial(castle.sit_down, game="village-assault")
DECK = ["farmer-blue", "orc-red", "king-green", "bunny", "thief-blue", "builder-green", "inn"]


# A hand of so many cards.
HAND_OF = """(count) => {
  const hand = document.querySelector(".hand");
  while (hand.children.length < count) hand.append(hand.firstElementChild.cloneNode(true));
  while (hand.children.length > count) hand.lastElementChild.remove();
}"""
# The most cards or prisoners before the next rule of the board's styles gives them more room.
HANDS, STORES = [1, 5, 10, 14, 16, 20], [1, 3, 4, 6, 8, 12, 14, 16, 20]
# With which of these hands something has no room: a card that sticks out of the tray or is too
# small to touch, a hand that must be scrolled, a village that is crushed.
NO_ROOM = """([card, village, counts]) => {
  const inside = (inner, outer) => inner.left >= outer.left && inner.right <= outer.right + 1
    && inner.top >= outer.top && inner.bottom <= outer.bottom + 1;
  const of = (part) => [...document.querySelectorAll(part)];
  const box = (part) => part.getBoundingClientRect();
  const [hand] = of(".hand");
  const wrong = () => {
    const [tray, field] = [".tray", ".playfield"].map((part) => box(of(part)[0]));
    return hand.scrollHeight > hand.clientHeight + 1
      || of(".hand .unit").map(box).some((each) => !inside(each, tray)
        || each.bottom > innerHeight || Math.min(each.width, each.height) < card)
      || of(".plot").map(box).some((each) => !inside(each, field) || each.height < village);
  };
  return counts.filter((count) => {
    (handOf)(count);
    return wrong();
  });
}""".replace("handOf", HAND_OF)
# Words and numbers of how a battle would end that its village cuts off or strikes through.
STRUCK = """() => [...document.querySelectorAll(".stead :is(.figures, .ends)")].filter((part) => {
  if (!part.checkVisibility()) return false;
  const [inner, outer] = [part, part.closest(".stead")].map((one) => one.getBoundingClientRect());
  return inner.left < outer.left + 2 || inner.right > outer.right - 2
    || inner.top < outer.top + 2 || inner.bottom > outer.bottom - 2;
}).map((part) => part.textContent)"""
# Villages that cover the prisoners or the supply, and figures that their village's name covers.
COVERED = """() => {
  const of = (part) => [...document.querySelectorAll(part)];
  const box = (part) => part.getBoundingClientRect();
  const below = Math.min(...of(".camp > *").filter((part) => part.checkVisibility())
    .map((part) => box(part).top));
  return [
    ...of(".plot").filter((plot) => box(plot).bottom > below),
    ...of(".stead .figures").filter((part) => part.checkVisibility()
      && box(part.closest(".stead").querySelector(".name")).bottom > box(part).top + 1),
  ].map((part) => part.textContent.trim());
}"""
# With how many prisoners, once the round is won, they cover something of the rest, or must be
# scrolled for.
PRISONERS = """(counts) => {
  const [store] = document.querySelectorAll(".prisoners");
  const [taken] = store.querySelectorAll(".taken");
  const box = (part) => part.getBoundingClientRect();
  const covers = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const rest = [...store.querySelectorAll(":scope > h2, .till > *, .bought, .shares")];
  const plots = [...document.querySelectorAll(".plot")];
  return counts.filter((count) => {
    while (taken.children.length < count) taken.append(taken.firstElementChild.cloneNode(true));
    while (taken.children.length > count) taken.lastElementChild.remove();
    return rest.some((part) => [...taken.children].some((card) => covers(box(card), box(part))))
      || plots.some((plot) => covers(box(plot), box(store)))
      || store.scrollHeight > store.clientHeight + 1;
  });
}"""
WINDOWS = ((360, 740), (800, 900), (1280, 720), (1440, 900))
LEAST_TOUCH, LEAST_VILLAGE = 40, 84  # px


def guarded(**more: Any) -> State:
    """An Archer guards; in hand there is of everything, and Pigs to beat her with."""
    return position(
        hand=("ace-green", "assassin-red", "chicken", "pig", "pig", "sheep"),
        castle=("knight-green", "farmer-red"),
        tower=("archer-orange",),
        tavern=("princess-blue", "goblin-red"),
        prisoners=["builder-blue", "priest-red"],
        deck=DECK,
        **more,
    )


def verdict(person: Person, village: str) -> Locator:
    return person.page.locator(f'.plot[data-village="{village}"] .fate')


@pytest.mark.again  # sooner: what a player needs is at hand, in test_every_board
def test_on_a_phone_no_word_that_decides_is_lost_the_ring_of_a_retreat_and_five_villages_fit(
    somebody, at_the_server
):
    amber = somebody(viewport={"width": 360, "height": 740}).sign_up()
    sit_down([amber], at_the_server, state=guarded())
    joker = position(
        hand=("joker-green", "pig"), castle=("builder-red", "pig"), tower="scout-red",
        tavern="farmer-red", prisoners=["hero-blue", "priest-red"],
    )  # fmt: skip
    five = position(
        hand=("joker-green", "pig"), castle=("builder-red", "pig"), tower="archer-green",
        tavern="ace-yellow", inn="princess-blue", kings=["king-green"],
    )  # fmt: skip
    for state, unit in ((None, "ace-green"), (joker, "joker-green"), (five, "joker-green")):
        if state is not None:
            put([amber], state)
        free(amber, f"hand:{unit}").click()
        expect(amber.confirm).to_have_text("Still missing: a village")
        expect(amber.page.locator(".verdict .ends").first).to_be_visible()
        assert amber.page.evaluate(STRUCK) == []
    put([amber], guarded(round=2, scored=[8]))
    retreat = amber.page.locator(".btn[data-target='act:retreat']")
    retreat.click()
    expect(retreat).to_have_class(re.compile("chosen"))
    box = retreat.bounding_box()
    assert box
    ring = 5  # px, as in the kit
    assert box["x"] > ring
    assert box["x"] + box["width"] < 360 - ring
    state = guarded()
    state.villages += [Village(key, state.discards.pop(), []) for key in INN_KEYS]
    put([amber], state)
    for where in ("live", "studio"):
        if where == "studio":
            amber.page.goto(f"{amber.page.url}?step=0")
        for count in (13, 16, 17, 20):
            amber.page.evaluate(HAND_OF, count)
            assert amber.page.evaluate(COVERED) == [], (where, count)


def test_what_chance_takes_is_told_before(somebody, at_the_server):
    amber = somebody().sign_up()
    prisoners = ["priest-red", "farmer-red", "hero-blue"]
    state = position(
        hand=("dragon-red", "thief-purple"),
        castle=("farmer-green", "orc-orange"),
        tower=("thief-yellow", "goblin-red"),
        prisoners=prisoners,
        deck=DECK,
    )
    sit_down([amber], at_the_server, state=state)
    free(amber, "hand:dragon-red").click()
    then = verdict(amber, "tower").locator(".then")
    expect(then).to_have_text("you lose a random prisoner")
    expect(then).to_be_in_viewport()
    expect(verdict(amber, "castle").locator(".then")).to_be_empty()
    free(amber, "village:tower").click()
    expect(amber.hint).to_contain_text("Prisoners: 8 → 6–7 gold, 2 to draw.")
    expect(amber.hint).to_contain_text("Also: you lose a random prisoner.")
    expect(amber.page.locator(".till .gold")).to_have_attribute("data-then", "6–7")
    amber.page.keyboard.press("Escape")
    free(amber, "hand:thief-purple").click()
    expect(verdict(amber, "castle").locator(".ends")).to_have_text("you lose")
    expect(verdict(amber, "castle").locator(".then")).to_have_text("draw 1")
    free(amber, "village:castle").click()
    expect(amber.hint).to_contain_text("No prisoner is taken. Also: draw 1.")


@pytest.mark.again  # sooner: what a player needs is at hand, in test_every_board
def test_one_to_twenty_cards_or_prisoners_have_room(somebody, at_the_server):
    amber = somebody().sign_up()
    sit_down([amber], at_the_server, state=position(hand=["ace-green"], prisoners=["hero-blue"]))
    for width, height in WINDOWS:
        amber.resize(width, height)
        assert amber.page.evaluate(PRISONERS, STORES) == [], width
    put([amber], guarded())
    for where in ("live", "studio"):
        if where == "studio":
            amber.page.goto(f"{amber.page.url}?step=0")
        for width, height in WINDOWS if where == "live" else WINDOWS[::2]:
            amber.resize(width, height)
            wrong = amber.page.evaluate(NO_ROOM, [LEAST_TOUCH, LEAST_VILLAGE, HANDS])
            assert wrong == [], (where, width)


# What flies stays in the air until it is let down.
HELD_UP = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const animation = animate.apply(this, how);
    animation.pause();
    return animation;
  };
}"""
LET_DOWN = "document.getAnimations().forEach((each) => each.finish())"
COUNTING = 500  # ms


@pytest.mark.whole  # sooner: a figure that settles, in test_flying_pieces
def test_a_captive_flies_to_the_prisoners_and_then_the_gold_is_counted_up_and_down(
    somebody, at_the_server
):
    amber = somebody(lively=True).sign_up()
    state = position(
        hand=("dragon-red", "pig"),
        tower=("princess-green",),
        castle=None,
        prisoners=["priest-red", "hero-blue"],
        deck=DECK,
    )
    sit_down([amber], at_the_server, state=state)
    clock, gold, flying = amber.page.clock, amber.page.locator(".till .gold"), ".unit.flying"
    amber.stops_time()
    amber.page.evaluate(HELD_UP)
    free(amber, "village:tower").click()
    amber.confirm.click()
    expect(amber.page.locator(flying)).to_have_count(1)
    clock.run_for(2 * COUNTING)
    assert gold.text_content() == "4"
    amber.page.evaluate(LET_DOWN)
    expect(amber.page.locator(flying)).to_have_count(0)
    figures = counted(amber, gold)
    assert figures == sorted(figures)
    assert (figures[0], figures[-1]) == (4, 10)
    assert len(set(figures)) > 2, "one after another"
    free(amber, "act:finish").click()
    expect(gold).to_have_attribute("data-counts", "0")
    figures = counted(amber, gold)
    assert figures == sorted(figures, reverse=True)
    assert (figures[0], figures[-1]) == (10, 0)
    assert len(set(figures)) > 2, "one after another"


def counted(person: Person, gold: Locator) -> list[int]:
    """What it says while it is counted, from first to last."""
    figures = [int(gold.text_content() or -1)]
    for _tenth in range(12):
        person.page.clock.run_for(COUNTING / 10)
        figures.append(int(gold.text_content() or -1))
    return figures


@pytest.mark.whole  # test_accessibility.py checks the kit's parts
@SIZES
def test_axe_finds_nothing_at_any_moment(somebody, at_the_server, axe, widths):
    look = Auditor(axe, widths)
    amber = somebody(**look.screen).sign_up()
    sit_down([amber], at_the_server, state=guarded(kings=["king-yellow"]))
    found = {"assault": look(amber.page)}
    free(amber, "hand:ace-green").click()
    found |= {"with a unit chosen": look(amber.page)}
    free(amber, "village:tower").click()
    found |= {"with an attack chosen": look(amber.page)}
    amber.page.locator("#assault-discards").click()
    found |= {"discards": look(amber.page)}
    amber.page.keyboard.press("Escape")
    amber.page.locator(".tray [data-ask]").click()
    amber.page.locator('.plot[data-village="castle"] .card').click(force=True)
    expect(amber.page.locator("[data-asked]")).to_contain_text("Knight")
    found |= {"asked": look(amber.page)}
    put([amber], guarded(phase="boosting", declared=Declared("ace-green", "castle")))
    found |= {"boosting": look(amber.page)}
    won = {"castle": None, "tower": None, "tavern": None, "deck": DECK}
    hand, prisoners = ("merchant-orange", "chicken", "pig"), ["priest-red", "hero-blue"]
    put([amber], position(hand=hand, prisoners=prisoners, **won))
    found |= {"closing": look(amber.page)}
    put([amber], guarded(round=2, scored=[8]))
    free(amber, "act:retreat").click()
    confirm(amber, "Retreat: end here with 13 points")
    expect(amber.page.locator(".ending")).to_be_visible()
    found |= {"end": look(amber.page)}
    nothing_is_wrong(found)
