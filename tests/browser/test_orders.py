"""A standing order in two browsers: left by one, met by the other, taken back with one click."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser import burnt
from tests.browser.castle import confirm, free, sit_down
from tests.browser.expecting import expect
from tests.browser.frames import frames_of, text_of
from tests.browser.people import Person
from tests.games.burnt_to_ashes.positions import position

Somebody = Callable[..., Person]
WIDTHS = (1440, 360)


@pytest.fixture
def pair(somebody: Somebody, at_the_server: Callable[..., Any]) -> tuple[Person, Person]:
    """amber, whose turn it is to trade, and birch at a phone."""
    people = [somebody(viewport={"width": width, "height": 800}).sign_up() for width in WIDTHS]

    def trading(state: Any) -> None:
        state.phase, state.turn, state.active, state.trades_left = "trade", 1, 0, 1
        hands: tuple[dict[str, int], ...] = ({"tar": 1, "brick": 1}, {"mortar": 1})
        for player, hand in zip(state.players, hands, strict=True):
            state.deck = {**state.deck, **player.hand}
            player.hand = hand

    sit_down(people, at_the_server, edit=trading)
    return people[0], people[1]


def offer(person: Person, card: str, words: str) -> None:
    free(person, "card:1:mortar").click()
    free(person, f"hand:{card}").click()
    confirm(person, f"Offer birch {words} for Mortar")


@pytest.mark.whole  # sooner: tests/pages/test_orders.py
def test_trades_are_declined_by_order_until_it_is_taken_back(pair: tuple[Person, Person]) -> None:
    amber, birch = pair
    heard = frames_of(amber)
    for person in pair:
        person.resize(1280, 720)
        person.page.reload()
        person.is_connected()
        person.page.evaluate("window.kept = true")
    form = birch.page.locator("#order-form")
    birch.page.get_by_role("button", name="Standing order…").first.press("Enter")
    expect(form).to_be_visible()
    expect(form.get_by_role("radio", name="Decline every trade")).to_be_checked()
    expect(form.get_by_role("checkbox", name="Keep red cards")).to_be_hidden()
    form.get_by_role("button", name="Give this order").press("Enter")
    left = birch.page.locator("#order")
    expect(left).to_contain_text("Decline every trade.")
    expect(form).to_be_hidden()

    amber.sees_version(birch.version)
    expect(amber.page.get_by_role("log")).to_contain_text("birch gives a standing order.")
    before = amber.version
    offer(amber, "tar", "Tar")
    amber.sees_version(before + 2)
    log = amber.page.get_by_role("log")
    expect(log).to_contain_text("birch answers by standing order.")
    expect(amber.page.locator(".stage.open")).to_have_count(0)
    birch.sees_version(before + 2)

    birch.page.get_by_role("button", name="Take it back").click()
    birch.sees_version(before + 3)
    expect(birch.page.locator("#cancel-order")).to_have_count(0)
    amber.sees_version(before + 3)
    offer(amber, "brick", "Brick")
    birch.sees_version(before + 4)
    expect(birch.page.get_by_role("button", name="Accept", exact=True)).to_be_visible()
    birch.page.locator(".stage.open").get_by_role("button", name="Standing order…").click()
    expect(form).to_be_visible()
    for person in pair:
        assert person.page.evaluate("window.kept") is True
    frames = json.dumps([text_of(frame) for frame in heard])
    assert "answers by standing order" in frames
    assert "Decline every trade." not in frames + amber.page.content()  # what birch has read


@pytest.mark.whole  # sooner: tests/pages/test_orders.py
def test_boxes_and_choices_of_an_order_arrive_as_they_were_set(
    pair: tuple[Person, Person],
) -> None:
    _amber, birch = pair
    birch.resize(1280, 720)
    birch.page.reload()
    birch.is_connected()
    form = birch.page.locator("#order-form")
    birch.page.get_by_role("button", name="Standing order…").first.click()
    form.get_by_text("Accept, but keep some cards").click()
    form.get_by_text("Keep red cards").click()
    form.get_by_text("Keep cards without a color").click()
    form.get_by_role("radio", name="decline", exact=True).check()
    form.get_by_role("button", name="Give this order").click()
    expect(birch.page.locator("#order")).to_contain_text(
        "Accept trades, but never give away red cards."
    )
    birch.page.get_by_role("button", name="Change it…").first.click()
    form.get_by_text("Keep blue cards").click()
    birch.page.keyboard.press("Escape")
    expect(form).to_be_hidden()
    expect(birch.page.locator("#order")).not_to_contain_text("blue")


# How much of the form lies outside its box, and of the order that is left outside the column.
CUT_OFF = """() => ["#order-form", ".side"].map((part) => {
  const box = document.querySelector(part);
  return Math.max(box.scrollHeight - box.clientHeight, box.scrollWidth - box.clientWidth);
})"""


def test_the_longest_form_fits_a_small_desk_and_what_is_left_the_column(
    somebody: Somebody, at_the_server: Callable[..., Any]
) -> None:
    amber = somebody(viewport={"width": 1280, "height": 720}).sign_up()
    burnt.sit_down([amber], at_the_server, position("1", "1"), absent=["birch"])
    page = amber.page
    page.get_by_role("button", name="Standing order…").first.click()
    expect(page.get_by_label("Only in round")).to_have_value("")
    assert page.evaluate(CUT_OFF) == [0, 0]
    page.get_by_role("button", name="Give this order").click()
    expect(page.locator("#order")).to_contain_text("In every round, give at most 2, 1, 1 and 1")
    assert page.evaluate(CUT_OFF)[1] == 0
    expect(page.locator("#resign-s")).to_be_in_viewport(ratio=1)
    assert page.locator("#order > p").evaluate("(each) => each.offsetWidth") > 300


@pytest.mark.whole  # sooner: tests/pages/test_orders.py
def test_without_a_script_an_order_is_a_plain_form(
    pair: tuple[Person, Person], somebody: Somebody
) -> None:
    _amber, birch = pair
    address = birch.page.url
    plain = somebody(java_script_enabled=False)
    plain.page.context.add_cookies(birch.page.context.cookies())
    plain.page.goto(address)
    plain.page.get_by_role("button", name="Standing order…").first.click()
    plain.page.get_by_role("button", name="Give this order").click()
    expect(plain.page.locator("#order")).to_contain_text("Decline every trade.")
    plain.page.get_by_role("button", name="Take it back").click()
    expect(plain.page.locator("#cancel-order")).to_have_count(0)
