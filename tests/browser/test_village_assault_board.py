"""Whole runs by the board's targets, what it foretells, and axe-core at its moments."""

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator

from games.village_assault.components import INN_KEYS
from games.village_assault.state import Declared, State, Village
from tests.browser import assault
from tests.browser.auditing import SIZES, Auditor, Widths
from tests.browser.castle import confirm, free, made_at_once, on_a_whim, over
from tests.browser.expecting import expect
from tests.browser.people import Person
from tests.games.village_assault.positions import position
from tests.support.also import also, also_rows

Somebody = Callable[..., Person]
DECK = ["farmer-blue", "orc-red", "king-green", "bunny", "thief-blue", "builder-green", "inn"]
LEAST_CARD = 108  # px wide, at a desk
# Whether the middle of an element is inside the window and nothing else lies over it.
IN_REACH = """(element) => {
  element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return hit?.closest("[data-target]") === element;
}"""


# A hand of so many cards, and what then has no room: a card that sticks out of the tray or is too
# small to touch, a hand that must be scrolled, a village that is crushed.
HAND_OF = """(count) => {
  const hand = document.querySelector(".hand");
  while (hand.children.length < count) hand.append(hand.firstElementChild.cloneNode(true));
  while (hand.children.length > count) hand.lastElementChild.remove();
}"""
NO_ROOM = """([card, village]) => {
  const inside = (inner, outer) => inner.left >= outer.left && inner.right <= outer.right + 1
    && inner.top >= outer.top && inner.bottom <= outer.bottom + 1;
  const of = (part) => [...document.querySelectorAll(part)];
  const box = (part) => part.getBoundingClientRect();
  const [tray, field] = [".tray", ".playfield"].map((part) => box(of(part)[0]));
  const [hand] = of(".hand");
  return [
    ...of(".hand .unit").map(box).filter((each) => !inside(each, tray)
      || each.bottom > innerHeight || Math.min(each.width, each.height) < card),
    ...of(".plot").map(box).filter((each) => !inside(each, field) || each.height < village),
    ...(hand.scrollHeight > hand.clientHeight + 1 ? ["scrolls"] : []),
  ];
}"""
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
# Of so many prisoners once the round is won: what of the rest they cover, or must be scrolled for.
PRISONERS_OF = """(count) => {
  const [store] = document.querySelectorAll(".prisoners");
  const [taken] = store.querySelectorAll(".taken");
  while (taken.children.length < count) taken.append(taken.firstElementChild.cloneNode(true));
  while (taken.children.length > count) taken.lastElementChild.remove();
  const box = (part) => part.getBoundingClientRect();
  const covers = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const rest = [...store.querySelectorAll(":scope > h2, .till > *, .bought, .shares")];
  const plots = [...document.querySelectorAll(".plot")];
  return [
    ...rest.filter((part) => [...taken.children].some((card) => covers(box(card), box(part)))),
    ...plots.filter((plot) => covers(box(plot), box(store))),
    ...(store.scrollHeight > store.clientHeight + 1 ? [store] : []),
  ].map((part) => part.className || part.tagName);
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


@pytest.mark.whole  # sooner: what chance takes is told, below
def test_every_village_tells_how_an_attack_would_end(
    somebody: Somebody, at_the_server: Callable[..., Any]
) -> None:
    amber = somebody().sign_up()
    assault.sit_down(amber, at_the_server, guarded())
    amber.resize(1440, 900)
    for card in (".hand .unit", ".stead .unit"):
        width = amber.page.locator(card).first.evaluate("(each) => each.offsetWidth")
        assert width >= LEAST_CARD, card
    amber.resize(1280, 720)
    expect(verdict(amber, "castle")).to_contain_text("to beat")
    expect(verdict(amber, "tavern")).to_contain_text("Free")
    free(amber, "hand:ace-green").click()
    expect(verdict(amber, "castle")).to_contain_text("the Archer from the Tower steps in")
    expect(verdict(amber, "castle").locator(".ends")).to_have_text("you win with 1 Pig")
    expect(verdict(amber, "tavern")).to_contain_text("the Archer from the Tower steps in")
    expect(verdict(amber, "tower").locator(".ends")).to_have_text("a tie: you win")
    expect(amber.page.locator(".tray .hint")).to_have_text("Ace: +3 against its color")
    free(amber, "village:tower").click()
    gold = amber.page.locator(".till .gold")
    expect(gold).to_have_attribute("data-then", "8")
    expect(amber.hint).to_contain_text("Prisoners: 5 → 8 gold, 2 to draw.")
    amber.page.keyboard.press("Escape")
    expect(amber.page.locator(".fate .verdict")).to_have_count(0)
    free(amber, "hand:pig").click()
    free(amber, "hand:ace-green").click()
    expect(verdict(amber, "castle").locator(".ends")).to_have_text("a tie: you win")
    free(amber, "village:castle").click()
    free(amber, "hand:pig").click()
    expect(verdict(amber, "castle").locator(".mine")).to_have_text("6")
    expect(verdict(amber, "castle").locator(".ends")).to_have_text("you win")
    free(amber, "hand:sheep").click()
    told = "6 against 4, you win"
    move = "green Ace with 2 Pigs to the Castle, discarding the Sheep instead"
    confirm(amber, f"{move}: the Archer from the Tower steps in, {told}")
    assert amber.version == 2, "the attack, and what went with it"
    expect(amber.page.locator('.hand [data-target="hand:ace-green"]')).to_have_count(1)
    expect(amber.page.locator(".hand .unit")).to_have_count(3)


@pytest.mark.parametrize(("width", "height"), [(360, 740), *also_rows((800, 900), (1280, 720))])
def test_no_word_that_decides_is_lost(
    somebody: Somebody, at_the_server: Callable[..., Any], width: int, height: int
) -> None:
    amber = somebody(viewport={"width": width, "height": height}).sign_up()
    assault.sit_down(amber, at_the_server, guarded())
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
            assault.put(amber, state)
        free(amber, f"hand:{unit}").click()
        expect(amber.confirm).to_have_text("Still missing: a village")
        expect(amber.page.locator(".verdict .ends").first).to_be_visible()
        assert amber.page.evaluate(STRUCK) == []


def test_a_hand_of_one_to_twenty_cards_leaves_the_villages_their_room(
    somebody: Somebody, at_the_server: Callable[..., Any]
) -> None:
    amber = somebody().sign_up()
    assault.sit_down(amber, at_the_server, guarded())
    for where in ("live", "studio"):
        if where == "studio":
            amber.page.goto(f"{amber.page.url}?step=0")
        for width, height in WINDOWS:
            amber.resize(width, height)
            for count in range(1, 21):
                amber.page.evaluate(HAND_OF, count)
                wrong = amber.page.evaluate(NO_ROOM, [LEAST_TOUCH, LEAST_VILLAGE])
                assert wrong == [], (where, width, count)


def test_five_villages_over_a_large_hand_leave_prisoners_deck_and_discards_whole(
    somebody: Somebody, at_the_server: Callable[..., Any]
) -> None:
    state = guarded()
    state.villages += [Village(key, state.discards.pop(), []) for key in INN_KEYS]
    amber = somebody(viewport={"width": 360, "height": 740}).sign_up()
    assault.sit_down(amber, at_the_server, state)
    for where in ("live", "studio"):
        if where == "studio":
            amber.page.goto(f"{amber.page.url}?step=0")
        for count in (13, 16, 17, 20):
            amber.page.evaluate(HAND_OF, count)
            assert amber.page.evaluate(COVERED) == [], (where, count)


def test_one_to_twenty_prisoners_leave_their_gold_and_the_villages_in_sight(
    somebody: Somebody, at_the_server: Callable[..., Any]
) -> None:
    amber = somebody().sign_up()
    assault.sit_down(amber, at_the_server, position(hand=["ace-green"], prisoners=["hero-blue"]))
    for width, height in WINDOWS:
        amber.resize(width, height)
        for count in range(1, 21):
            wrong = amber.page.evaluate(PRISONERS_OF, count)
            assert wrong == [], (width, count)


def test_on_a_phone_the_ring_of_a_chosen_retreat_stays_in_the_window(
    somebody: Somebody, at_the_server: Callable[..., Any]
) -> None:
    amber = somebody(viewport={"width": 360, "height": 740}).sign_up()
    assault.sit_down(amber, at_the_server, guarded(round=2, scored=[8]))
    retreat = amber.page.locator(".btn[data-target='act:retreat']")
    retreat.click()
    expect(retreat).to_have_class(re.compile("chosen"))
    box = retreat.bounding_box()
    assert box
    ring = 5  # px, as in the kit
    assert box["x"] > ring
    assert box["x"] + box["width"] < 360 - ring


def test_what_chance_takes_and_gives_is_told_before_anything_is_committed(
    somebody: Somebody, at_the_server: Callable[..., Any]
) -> None:
    amber = somebody().sign_up()
    prisoners = ["priest-red", "farmer-red", "hero-blue"]
    state = position(
        hand=("dragon-red", "thief-purple"),
        castle=("farmer-green", "orc-orange"),
        tower=("thief-yellow", "goblin-red"),
        prisoners=prisoners,
        deck=DECK,
    )
    assault.sit_down(amber, at_the_server, state)
    free(amber, "hand:dragon-red").click()
    then = verdict(amber, "tower").locator(".then")
    expect(then).to_have_text("you lose a random prisoner")
    expect(then).to_be_in_viewport()
    expect(verdict(amber, "castle").locator(".then")).to_be_empty()
    free(amber, "village:tower").click()
    expect(amber.hint).to_contain_text("Prisoners: 8 → 6–7 gold, 2 to draw.")
    expect(amber.hint).to_contain_text("And: you lose a random prisoner.")
    expect(amber.page.locator(".till .gold")).to_have_attribute("data-then", "6–7")
    amber.page.keyboard.press("Escape")
    free(amber, "hand:thief-purple").click()
    expect(verdict(amber, "castle").locator(".ends")).to_have_text("you lose")
    expect(verdict(amber, "castle").locator(".then")).to_have_text("draw 1")
    free(amber, "village:castle").click()
    expect(amber.hint).to_contain_text("Nobody is taken. And: draw 1.")


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


def test_a_captive_flies_to_the_prisoners_and_then_the_gold_is_counted_up_and_down(
    somebody: Somebody, at_the_server: Callable[..., Any]
) -> None:
    amber = somebody(lively=True).sign_up()
    state = position(
        hand=("dragon-red", "pig"),
        tower=("princess-green",),
        castle=None,
        prisoners=["priest-red", "hero-blue"],
        deck=DECK,
    )
    assault.sit_down(amber, at_the_server, state)
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


@pytest.mark.whole  # the one above and test_one_screen.py try the board quickly
@pytest.mark.parametrize(("width", "height"), [(1440, 900), *also_rows((360, 740))])
@pytest.mark.parametrize("begins", ["late", *also("dealt")])
def test_a_whole_run_by_the_targets_of_the_board(
    somebody: Somebody, at_the_server: Callable[..., Any], width: int, height: int, begins: str
) -> None:
    touch = width < 1000
    amber = somebody(viewport={"width": width, "height": height}, has_touch=touch).sign_up()
    late = begins == "late"
    assault.sit_down(amber, at_the_server, guarded(round=2, scored=[8]) if late else None)
    whim, kinds = random.Random(width), set()
    while not over(amber):
        choices = [one for one in amber.choices() if one["action"]["type"] != "retreat"]
        choice = on_a_whim(choices or amber.choices(), whim)
        kinds |= {one["type"] for one in (choice["action"], choice["then"]) if one}
        take(amber, choice, by_touch=touch)
        assert len(kinds) < 20
    assert kinds >= ({"attack", "boost"} if late else {"attack"})
    expect(amber.page.locator(".ending")).to_contain_text("Round 1" if late else "Round")
    amber.has_no_sideways_scroll()


def take(person: Person, choice: dict[str, Any], *, by_touch: bool) -> None:
    before = person.version
    for pick in choice["picks"]:
        found = free(person, pick)
        assert found.evaluate(IN_REACH), pick
        if by_touch:
            found.tap()
        else:
            found.press("Enter")
    if choice["atOnce"]:
        made_at_once(person, before, choice["label"])
    else:
        confirm(person, choice["label"])
    expect(person.live).not_to_have_attribute("data-version", str(before))


@pytest.mark.whole  # test_accessibility.py checks the kit's parts
@SIZES
def test_axe_finds_nothing_at_any_moment(
    somebody: Somebody, at_the_server: Callable[..., Any], axe: str, widths: Widths
) -> None:
    look = Auditor(axe, widths)
    amber = somebody(**look.screen).sign_up()
    assault.sit_down(amber, at_the_server, guarded(kings=["king-yellow"]))
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
    assault.put(amber, guarded(phase="boosting", declared=Declared("ace-green", "castle")))
    found |= {"boosting": look(amber.page)}
    won = {"castle": None, "tower": None, "tavern": None, "deck": DECK}
    hand, prisoners = ("merchant-orange", "chicken", "pig"), ["priest-red", "hero-blue"]
    assault.put(amber, position(hand=hand, prisoners=prisoners, **won))
    found |= {"closing": look(amber.page)}
    assault.put(amber, guarded(round=2, scored=[8]))
    free(amber, "act:retreat").click()
    confirm(amber, "Retreat: end here with 13 points")
    expect(amber.page.locator(".ending")).to_be_visible()
    found |= {"end": look(amber.page)}
    found = {where: wrong for where, wrong in found.items() if wrong}
    assert not found, json.dumps(found, indent=1)
