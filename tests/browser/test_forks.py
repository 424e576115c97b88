"""Going on from a moment of the replay studio, to the end of another match."""

from typing import Any

import pytest

from games.matches.models import Match
from tests.browser.expecting import expect
from tests.browser.test_studio import SETS, at_a_match, is_at, opens, slider
from tests.browser.test_whole_games import MOST_TURNS
from tests.support.also import also

__all__ = ["at_a_match"]


@pytest.mark.whole  # sooner: tests/lobby/test_forks.py
@pytest.mark.parametrize("scripted", [True, *also(False)], ids=["socket", "post"])
def test_a_match_goes_on_from_a_moment_to_another_end(at_a_match: Any, scripted: bool) -> None:
    amber, origin = at_a_match(9, java_script_enabled=scripted)
    page = amber.page
    if scripted:
        opens(amber, origin, "step=2")
        slider(amber).evaluate(SETS, 6)
        is_at(amber, 6)
    else:
        page.goto(f"/matches/{origin.public_id}/?step=6")
    page.get_by_role("button", name="How to look at it").click()
    page.get_by_role("link", name="Continue from here").click()
    expect(page.get_by_role("heading", name="Continue from here")).to_be_visible()
    expect(page.locator(".eyebrow")).to_contain_text("round 4, turn 1")
    page.get_by_role("radio", name="Seat 2, which birch had").check()
    page.get_by_label("If seat 1 isn’t yours:").select_option("easy")
    page.get_by_role("button", name="Play on").click()
    page.wait_for_url("**/matches/*/")
    if scripted:
        amber.is_connected()
    match = Match.objects.latest("started_at")
    assert (match.origin, match.origin_step) == (origin, 6)
    the_end = page.get_by_role("heading", name="The end")
    for turn in range(MOST_TURNS):
        if the_end.count():
            break
        amber.choose_any(turn * 7)
    expect(the_end).to_be_visible()
    page.goto(f"/matches/{match.public_id}/verify/")
    if scripted:
        expect(page.locator("[data-verdict]")).to_have_text(
            "Signed by this portal, and everything is right."
        )
    page.goto(f"/matches/{match.public_id}/")
    page.get_by_role("link", name="round 4, turn 1").click()
    expect(page.locator(".phase")).to_contain_text("round 4, turn 1")
    page.goto(f"/matches/{origin.public_id}/")
    expect(page.locator("#forks a")).to_have_attribute("href", f"/matches/{match.public_id}/")
