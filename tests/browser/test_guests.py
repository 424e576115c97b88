"""Guests on a phone and at a desk: what they play with is all there, and nothing is cut off."""

from collections.abc import Callable
from typing import Any

from accounts import pushes
from games.matches.models import Match
from tests.browser.expecting import expect
from tests.browser.people import BURN, Person

Somebody = Callable[..., Person]

# What lies beyond the header's edges, or is covered by another part of it.
OUT_OF_HEADER = """() => [...document.querySelectorAll("header.bar :is(a, button)")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .filter((each) => {
    const { left, right, top, height, width } = each.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return width > 1 && (left < 0 || right > innerWidth || !each.contains(hit));
  })
  .map((each) => each.textContent.trim())"""


def test_a_visitor_begins_from_the_page_of_a_game(somebody: Somebody) -> None:
    visitor = somebody(viewport={"width": 360, "height": 740})
    page = visitor.page
    page.goto(f"/play/{BURN}/")
    visitor.has_no_sideways_scroll()
    page.get_by_label("medium").check()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/matches/*/")
    visitor.is_connected()
    assert Match.objects.get().seats.get(index=1).ai_level == "medium"
    assert page.evaluate(OUT_OF_HEADER) == []
    page.goto("/")
    visitor.has_no_sideways_scroll()
    assert page.evaluate(OUT_OF_HEADER) == []
    expect(page.locator("#my-turn")).to_be_visible()
    assert page.locator("header.bar").evaluate("bar => bar.offsetHeight") <= 64
    expect(page.locator(".note.guest")).to_contain_text("You’re playing as Guest")
    page.get_by_role("link", name="Keep your games: make an account").click()
    expect(page.get_by_text("Your matches stay yours.")).to_be_visible()


def test_a_log_in_that_ends_sends_no_form_a_second_time(
    somebody: Somebody, at_the_server: Callable[..., Any]
) -> None:
    page = somebody().page
    page.goto(f"/play/{BURN}/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/matches/*/")
    page.goto("/accounts/login/")
    page.get_by_label("Login").fill("amber")
    page.get_by_label("Password").fill("not hers")
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    expect(page.get_by_text("you specified are not correct.")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-me", "open")
    guest = Match.objects.get().seats.get(index=0).user_id
    with page.expect_request("**/accounts/login/") as asked:
        at_the_server(pushes.log_out, guest)
    assert asked.value.method == "GET"
