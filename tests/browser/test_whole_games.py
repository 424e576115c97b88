"""A whole game against two computer players, from the first click to the last."""

from collections.abc import Callable

import pytest

from tests.browser.expecting import expect
from tests.browser.people import Person

Somebody = Callable[..., Person]
pytestmark = pytest.mark.whole
MOST_TURNS = 104


def test_a_whole_game_by_plain_forms(somebody: Somebody) -> None:
    amber = somebody(java_script_enabled=False).sign_up().play_now()
    the_end = amber.page.get_by_role("heading", name="The end")
    for turn in range(MOST_TURNS):
        if the_end.count():
            break
        amber.choose_any(turn * 7)
    expect(the_end).to_be_visible()
    expect(amber.page.locator(".outcome > :first-child tbody tr")).to_have_count(3)
    match = amber.page.url
    amber.page.get_by_role("link", name="Go through it step by step").click()
    expect(amber.page.locator(".phase")).to_contain_text("round 1, ")
    amber.page.get_by_role("link", name="Forward", exact=True).click()
    expect(amber.page.locator(".phase")).to_contain_text("round 1, ")
    with amber.page.expect_download() as download:
        amber.page.goto(match)
        amber.page.get_by_role("link", name="Download the record").click()
    assert download.value.suggested_filename.endswith(".json")
