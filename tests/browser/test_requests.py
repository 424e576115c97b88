"""One player asks, the other answers, each on their own page as it is."""

from collections.abc import Callable
from typing import Any

from tests.browser.expecting import expect
from tests.browser.test_controls import begun

PHONE = {"width": 360, "height": 740}


def test_a_pause_is_asked_for_and_granted_over_the_sockets(somebody: Callable[..., Any]) -> None:
    amber, birch = somebody().sign_up(), somebody().sign_up()
    match = begun(amber.name, birch.name, bank=600)
    for person in (amber, birch):
        person.page.set_viewport_size(PHONE)
        person.page.goto(f"/matches/{match.public_id}/")
        person.is_connected()
    amber.page.locator("#asking-s").click()
    amber.page.get_by_role("button", name="Pause the match").click()
    question = birch.page.locator("#question")
    expect(question).to_contain_text(f"{amber.name} asks to pause the match.")
    expect(amber.page.locator("#question")).to_contain_text("hasn't answered")
    assert not birch.page.evaluate("document.body.scrollWidth > innerWidth")
    birch.page.locator("#request-yes").click()
    for person in (amber, birch):
        expect(person.page.locator("#status")).to_contain_text("Paused until everyone agrees")
        expect(person.page.locator("#question")).to_have_count(0)
