"""An administrator reviews and voids a match; its players are told at once."""

from collections.abc import Callable

import pytest

from accounts import roles
from accounts.models import User
from games.matches.models import Match
from tests.browser.expecting import expect
from tests.browser.people import Person
from tests.browser.test_studio import COVERED

WHY = "A player asked what went wrong."


@pytest.mark.whole  # sooner: tests/pages/test_review_pages.py
def test_an_administrator_goes_through_a_match_and_voids_it_before_its_players_eyes(
    somebody: Callable[..., Person],
) -> None:
    amber = somebody().sign_up().play_now()
    amber.draw()
    match = Match.objects.get()
    rowan = somebody().sign_up()
    roles.give(user=User.objects.get(username=rowan.name), role=roles.REVIEWER)
    page = rowan.page
    page.goto(f"/review/{match.public_id}/")
    page.get_by_label("Reason").fill(WHY)
    page.get_by_role("button", name="Look into it").click()
    expect(page.get_by_text(f"Your reason: {WHY}")).to_be_visible()
    board, side = (page.locator(f"#live .{part}").bounding_box() for part in ("board", "side"))
    assert board
    assert side
    assert board["width"] > 600, "a running match is laid out here, too"
    assert board["x"] + board["width"] <= side["x"]
    page.get_by_role("link", name="First").click()
    page.wait_for_url("**step=0*")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**step=1*")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**step=0*")
    for width, height in ((1280, 720), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/review/{match.public_id}/studio/")
        expect(
            page.get_by_text("You’re viewing this match as an administrator.")
        ).to_be_in_viewport()
        for over in page.evaluate(COVERED):
            assert over <= 1, "the board has what the banner leaves of the window"
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"/review/{match.public_id}/")
    page.get_by_text("Void the match", exact=True).click()
    voiding = page.locator("#void")
    voiding.get_by_label("Reason").fill("Everyone asked for it.")
    voiding.get_by_role("button", name="Yes, void the match").click()
    expect(page.get_by_text("The match is voided.")).to_be_visible()
    expect(amber.page.locator("#status")).to_have_text("This match was voided by an administrator.")
    expect(amber.page.get_by_role("log")).to_contain_text("Everyone asked for it.")
