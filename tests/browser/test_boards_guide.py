"""The example board of docs/boards.md can be played by its targets alone."""

import re

import pytest

from tests.browser.expecting import expect
from tests.browser.test_controls import begun
from tests.support.boards_guide import example_board

__all__ = ["example_board"]


@pytest.mark.usefixtures("example_board")
def test_the_example_is_played_by_its_targets(endless, somebody):
    amber, birch = somebody().sign_up(), somebody().sign_up()
    match = begun(amber.name, birch.name, game=endless)
    amber.is_at(match)
    fruit = amber.page.locator('.board [data-target^="hand:"]')
    expect(fruit).to_have_count(3)
    fruit.first.click()
    expect(fruit.first).to_have_class(re.compile("chosen"))
    expect(amber.confirm).to_contain_text("face down")
    amber.confirm.click()
    amber.sees_version(1)
    expect(fruit).to_have_count(2)
    amber.target("die").focus()
    amber.page.keyboard.press("Enter")
    amber.page.keyboard.press("Control+Enter")
    amber.sees_version(2)
    expect(amber.page.get_by_role("log")).to_contain_text("amber rolls a")


STYLED = """(where) => {
  const [piece, at] = [document.createElement("p"), document.querySelector(where)];
  piece.className = "plinth"; // a grid on the board
  at.append(piece);
  return getComputedStyle(piece).display;
}"""


def test_a_boards_styles_reach_the_board_and_what_is_beside_it_alone(somebody):
    amber = somebody(java_script_enabled=False).sign_up().play_now()
    plain = amber.page.evaluate(STYLED, "main")
    for where in (".log", "#acts", "body"):
        assert amber.page.evaluate(STYLED, where) == plain
    for where in (".board", ".board > *", ".seat"):
        assert amber.page.evaluate(STYLED, where) != plain
