"""An administrator finds, reviews and voids a match; its players are told at once."""

import re
from collections.abc import Callable

import pytest

from accounts import audit, roles
from accounts.models import AuditEntry, User
from games.matches.models import Match
from tests.browser.expecting import expect
from tests.browser.people import Person
from tests.browser.test_studio import COVERED

WHY = "A player asked what went wrong."


@pytest.mark.whole  # sooner: tests/pages/test_review_pages.py
def test_an_administrator_finds_reviews_and_voids_a_match(
    somebody: Callable[..., Person],
) -> None:
    amber = somebody().sign_up().play_now()
    amber.draw()
    match = Match.objects.get()
    rowan = somebody().sign_up()
    roles.give(user=User.objects.get(username=rowan.name), role=roles.REVIEWER)
    page = rowan.page

    page.goto("/")
    page.get_by_role("link", name="Review").click()
    page.get_by_label("Player").fill(amber.name)
    page.get_by_label("State").select_option("running")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name=re.compile(f"^{amber.name},")).click()

    page.get_by_label("Reason").fill(WHY)
    page.get_by_role("button", name="Look into it").click()
    expect(page.get_by_text(f"Your reason: {WHY}")).to_be_visible()
    board, side = (page.locator(f"#live .{part}").bounding_box() for part in ("board", "side"))
    assert board
    assert side
    assert board["width"] > 600, "a running match is laid out here, too"
    assert board["x"] + board["width"] <= side["x"]
    expect(page.locator("#live .seat .presence:visible")).to_have_count(0)
    page.locator("#live .seat").get_by_role("link", name=amber.name).click()
    page.wait_for_url(f"**/people/{amber.name}/")
    page.go_back()
    page.get_by_role("link", name="First").click()
    page.wait_for_url("**step=0*")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**step=1*")
    expect(page.get_by_role("heading", name="Step 1", exact=True)).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**step=0*")
    page.get_by_label("Seen").select_option(f"as {amber.name}")
    page.get_by_role("button", name="Show").click()
    page.wait_for_url("**as=0*")
    page.get_by_role("link", name="Newest").click()

    for width, height in ((1280, 720), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/review/{match.public_id}/studio/")
        expect(
            page.get_by_text("You're viewing this match as an administrator.")
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
    match.refresh_from_db()
    assert match.status == "voided"
    assert [entry.action for entry in AuditEntry.objects.order_by("pk")] == [
        "match.review",
        "match.void",
    ]
    assert audit.first_broken() is None
