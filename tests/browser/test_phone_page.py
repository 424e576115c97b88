"""The page around a board on a phone: what one needs stays in sight, and has its name."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.expecting import expect
from tests.browser.people import Person
from tests.browser.test_telling import before_a_still_page

Somebody = Callable[..., Person]
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}

# How far the button is from the middle of the status line.
OFF_CENTER = """() => {
  const middle = (part) => {
    const { top, bottom } = document.querySelector(part).getBoundingClientRect();
    return (top + bottom) / 2;
  };
  return Math.abs(middle("#chat > summary") - middle(".status"));
}"""
# The px between the words of a button and its sides.
AROUND_WORDS = """(button) => {
  const words = document.createRange();
  words.selectNodeContents(button);
  const inner = words.getBoundingClientRect(), outer = button.getBoundingClientRect();
  return Math.min(inner.left - outer.left, outer.right - inner.right);
}"""


@pytest.fixture
def amber(somebody: Somebody) -> Person:
    person = somebody(**PHONE).sign_up().play_now()
    person.is_connected()
    return person


def test_what_one_needs_stays_in_sight_and_has_its_name(amber: Person) -> None:
    the_status_line_names_the_game_and_centers_the_talk(amber)
    putting_back_has_room_around_its_words(amber)
    the_preferences_can_be_closed_and_tell_of_no_keys(amber)
    the_prompt_stays_in_sight_while_all_choices_are_listed(amber)
    amber.page.locator("#chat > summary").click()
    expect(amber.page.get_by_role("heading", name="Players’ chat")).to_be_visible()


def the_status_line_names_the_game_and_centers_the_talk(amber: Person) -> None:
    expect(amber.page.locator(".status .game")).to_contain_text("Please Don't Burn My Village")
    expect(amber.page.locator(".status .game")).to_be_visible()
    assert amber.page.evaluate(OFF_CENTER) <= 1


def putting_back_has_room_around_its_words(amber: Person) -> None:
    amber.target("deck").first.click()
    back = amber.page.locator("#clear")
    expect(back).to_be_visible()
    assert back.evaluate(AROUND_WORDS) >= 8
    back.click()


def the_preferences_can_be_closed_and_tell_of_no_keys(amber: Person) -> None:
    amber.page.get_by_role("button", name="How you play").click()
    panel = amber.page.locator("#preferences")
    expect(panel.get_by_role("heading", name="Keys")).to_be_hidden()
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_be_hidden()


def the_prompt_stays_in_sight_while_all_choices_are_listed(amber: Person) -> None:
    page = amber.page
    page.locator("#all").click()
    expect(page.locator("#list summary").first).to_be_visible()
    page.evaluate("scrollBy(0, 60)")
    status, choices = (page.locator(part).bounding_box() for part in ("#status", "#list"))
    assert status is not None
    assert choices is not None
    assert status["y"] >= 0
    assert status["y"] + status["height"] <= choices["y"]
    amber.has_no_sideways_scroll()


def test_who_has_no_mouse_is_told_of_touches(
    somebody: Somebody, at_the_server: Callable[..., Any]
) -> None:
    amber, steps = before_a_still_page(somebody, at_the_server, **PHONE)
    steps(2)
    expect(amber.hint).to_have_text("A touch skips what the others did.")
