"""One player asks, the other answers, each on their own page as it is."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from games.matches.models import Notepad
from tests.browser.expecting import expect
from tests.browser.test_controls import begun
from tests.browser.test_one_screen import INSIDE
from tests.support.waiting import wait_for

PHONE = {"width": 360, "height": 740}
SEATS_IN_SIGHT = """[...document.querySelectorAll(".seat")].filter((seat) => {
  const list = seat.closest("section").getBoundingClientRect();
  const { top, bottom } = seat.getBoundingClientRect();
  return top >= list.top - 1 && bottom <= list.bottom + 1;
}).length"""
WRITTEN_ANEW = """async (time) => {
  const { localizeTimes } = await import("/static/js/site/page.js");
  const told = time.textContent;
  time.textContent = "in the server's words";
  localizeTimes();
  return [told, time.textContent];
}"""


@pytest.mark.whole  # sooner: tests/games/matches/test_requests.py
def test_a_pause_is_asked_for_and_granted_over_the_sockets(somebody: Callable[..., Any]) -> None:
    amber, birch = somebody().sign_up(), somebody().sign_up()
    match = begun(amber.name, birch.name, bank=600)
    for person in (amber, birch):
        person.page.set_viewport_size(PHONE)
        person.page.goto(f"/matches/{match.public_id}/")
        person.is_connected()
    amber.opens_drawer()
    amber.page.locator("#asking-s").click()
    amber.page.get_by_role("button", name="Pause the match").click()
    question = birch.page.locator("#question")
    expect(question).to_contain_text(f"{amber.name} asks to pause the match.")
    expect(amber.page.locator("#question")).to_contain_text("hasn’t answered")
    assert not birch.page.evaluate("document.body.scrollWidth > innerWidth")
    expect(birch.page.get_by_role("link", name="A question for you")).to_be_in_viewport()
    expect(amber.page.get_by_role("link", name="A question is open")).to_be_visible()
    amber.resize(1280, 720)
    assert amber.page.evaluate(SEATS_IN_SIGHT) == 2
    birch.page.get_by_role("link", name="A question for you").click()
    birch.page.locator("#request-yes").click()
    for person in (amber, birch):
        expect(person.page.locator("#status")).to_contain_text("Paused until everyone agrees")
        expect(person.page.locator("#question")).to_have_count(0)
    told, again = amber.page.locator("#pause-ends time").evaluate(WRITTEN_ANEW)
    assert told == again  # in the browser's zone, however often the page is drawn


def test_the_notepad_opens_where_one_looks(somebody: Callable[..., Any]) -> None:
    amber, birch = somebody(viewport=PHONE).sign_up(), User.objects.create_user("birch")
    amber.page.goto(f"/matches/{begun(amber.name, birch.username).public_id}/")
    amber.page.get_by_role("button", name="Chat and log").click()
    amber.page.get_by_role("button", name="Notepad").click()
    expect(amber.page.get_by_label("Notes")).to_be_in_viewport(ratio=1)
    assert amber.page.evaluate(INSIDE, "#notepad")
    amber.page.get_by_label("Notes").fill("mind the bell")
    amber.page.get_by_role("button", name="Save").click()
    expect(amber.page.get_by_label("Notes")).to_be_hidden()
    expect(amber.page.get_by_role("button", name="Notepad")).to_be_visible()  # still in the drawer
    assert Notepad.objects.get().text == "mind the bell"


def test_the_notepad_keeps_what_was_typed_last_before_one_leaves(
    somebody: Callable[..., Any],
) -> None:
    amber, birch = somebody().sign_up(), User.objects.create_user("birch")
    match = begun(amber.name, birch.username)
    amber.page.goto(f"/matches/{match.public_id}/")
    amber.stops_time()  # and nothing is saved by itself
    amber.page.get_by_role("button", name="Notepad").click()
    amber.page.get_by_label("Notes").fill("mind the bell")
    amber.page.goto("/my-matches/")
    wait_for(lambda: Notepad.objects.filter(text="mind the bell").exists(), "the last words")
