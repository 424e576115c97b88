"""Clocks count down in the browser, and a seat is given up only when asked twice."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from accounts.models import User
from games.matches import services
from games.matches.models import Match
from tests.browser.people import BURN
from tests.support.deals import fixed_deal


def begun(*names: str, bank: int = 65) -> Match:
    """A match of these people with a live clock; the first one is to move."""
    users = [User.objects.get(username=name) for name in names]
    return services.start_match(
        game=BURN,
        options={},
        players=[services.Player(user=user) for user in users],
        deal=fixed_deal(),
        first=0,
        clock={"type": "live", "bank": bank, "increment": 5},
    )


def test_the_clock_of_who_is_to_move_counts_down(somebody: Callable[..., Any]) -> None:
    amber, birch = somebody().sign_up(), somebody().sign_up()
    match = begun(amber.name, birch.name)
    amber.page.goto(f"/matches/{match.public_id}/")
    running, still = (amber.page.locator(f"#clock-{seat} .left") for seat in (0, 1))
    expect(running).to_have_text("1:02")
    expect(still).to_have_text("1:05")


def test_a_browser_whose_own_clock_is_wrong_counts_by_the_portals(
    somebody: Callable[..., Any],
) -> None:
    amber, birch = somebody().sign_up(), somebody().sign_up()
    match = begun(amber.name, birch.name)
    amber.page.add_init_script("const real = Date.now; Date.now = () => real() + 3_600_000;")
    amber.page.goto(f"/matches/{match.public_id}/")
    expect(amber.page.locator("#clock-0 .left")).to_have_text(re.compile("1:0[0-3]"))


def test_a_clock_that_is_low_says_so_in_words_too(somebody: Callable[..., Any]) -> None:
    amber, birch = somebody().sign_up(), somebody().sign_up()
    match = begun(amber.name, birch.name, bank=22)
    amber.page.goto(f"/matches/{match.public_id}/")
    words = amber.page.locator("#clock-0").get_by_text("little time")
    expect(words).to_be_visible()
    expect(amber.page.locator("#clock-1").get_by_text("little time")).to_be_hidden()
    assert amber.page.locator("#clock-0").get_attribute("aria-live") is None


def test_resigning_takes_two_clicks_and_the_other_page_hears_of_it(
    somebody: Callable[..., Any],
) -> None:
    amber, birch = somebody().sign_up(), somebody().sign_up()
    match = begun(amber.name, birch.name)
    for person in (amber, birch):
        person.page.goto(f"/matches/{match.public_id}/")
        person.is_connected()
    sure = birch.page.get_by_role("button", name="Yes, resign")
    expect(sure).to_be_hidden()
    birch.page.locator("#resign-s").click()
    sure.click()
    for person in (amber, birch):
        expect(person.page.locator("#status")).to_have_text("birch resigned.")
        expect(person.page.locator("#resign")).to_have_count(0)
