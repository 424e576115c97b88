"""The form of a standing order beside a board."""

from collections.abc import Callable
from typing import Any

from tests.browser import burnt
from tests.browser.expecting import expect
from tests.browser.people import Person
from tests.games.burnt_to_ashes.positions import position

Somebody = Callable[..., Person]


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
