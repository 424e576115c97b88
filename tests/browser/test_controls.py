"""Clocks count down in the browser, and what is asked, resigned or noted beside a board."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.matches.models import Match, Notepad, Seat
from tests.browser.expecting import expect
from tests.browser.people import BURN, Person
from tests.browser.test_one_screen import INSIDE
from tests.support.matches import started
from tests.support.waiting import wait_for

COUNTED = re.compile("9:([0-4][0-9]|5[0-8])|[0-8]:[0-5][0-9]")  # less than 9:59


def begun(*names: str, bank: int = 599, game: str = BURN, number: int = 1) -> Match:
    """A match of these people with a live clock; the first one is to move."""
    users = [User.objects.get(username=name) for name in names]
    clock = {"type": "live", "bank": bank, "increment": 5}
    return started(*users, game=game, number=number, first=0, clock=clock)


def test_the_clock_of_who_is_to_move_counts_down_by_the_portals_time(somebody):
    amber, birch = somebody().sign_up(), User.objects.create_user("birch")
    match = begun(amber.name, birch.username)
    amber.page.add_init_script("const real = Date.now; Date.now = () => real() + 3_600_000;")
    amber.page.goto(f"/matches/{match.public_id}/")
    running, still = (amber.page.locator(f"#clock-{seat} .left") for seat in (0, 1))
    expect(running).to_have_text(COUNTED)
    before = running.inner_text()
    # As words of one length, and so as times.
    wait_for(lambda: running.inner_text() < before, "the clock to count down")
    expect(still).to_have_text("9:59")
    words = [amber.page.locator(f"#clock-{seat}").get_by_text("little time") for seat in (0, 1)]
    expect(words[0]).to_be_hidden()
    soon = timezone.now() + timedelta(seconds=22)
    Seat.objects.filter(match=match, index=0).update(deadline=soon)
    amber.page.reload()
    expect(words[0]).to_be_visible()
    expect(words[1]).to_be_hidden()
    assert amber.page.locator("#clock-0").get_attribute("aria-live") is None
    later = timezone.now() + timedelta(days=5, hours=11, minutes=30)
    Seat.objects.filter(match=match, index=0).update(deadline=later)
    amber.page.reload()
    expect(running).to_have_text("5d 11h")


@pytest.fixture
def orchard(endless: str, somebody: Callable[..., Any]) -> tuple[Person, Person]:
    """amber (to move) and birch at a game in which steps can be taken back, with open sockets."""
    amber, birch = somebody().sign_up(), somebody().sign_up()
    match = begun(amber.name, birch.name, game=endless)
    for person in (amber, birch):
        person.is_at(match)
        person.page.evaluate("window.kept = true")
    return amber, birch


def lay(person: Person) -> None:
    person.buttons.get_by_role("button", name="Lay your").first.click()


def test_a_take_back_goes_over_the_socket_or_says_why_not(orchard):
    amber, _birch = orchard
    back = amber.page.get_by_role("button", name="Take back")
    expect(back).to_have_count(0)
    lay(amber)
    for person in orchard:
        person.sees_version(1)
    amber.page.evaluate("document.querySelector('#controls [name=version]').value = 999")
    back.click()
    expect(amber.page.get_by_role("alert")).to_contain_text("The match hasn’t gotten that far yet.")
    for person in orchard:  # and the page, which was sent anew, goes on
        person.page.route(re.compile("^http"), lambda route: route.abort())
    back.click()
    for person in orchard:
        person.sees_version(2)
        expect(person.page.get_by_role("log")).to_contain_text("amber takes back the last step: ")
        assert person.page.evaluate("window.kept") is True
    expect(back).to_have_count(0)
    expect(amber.buttons.get_by_role("button", name="Lay your").first).to_be_visible()
    for person in orchard:
        person.complained()  # consoles note what was blocked


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


def test_what_asks_or_resigns_closes_by_escape_and_by_a_press_beside_it(somebody):
    amber, birch = somebody().sign_up(), User.objects.create_user("birch")
    amber.is_at(begun(amber.name, birch.username))
    amber.target("deck").first.click()
    ways = (lambda: amber.page.keyboard.press("Escape"), amber.page.locator("#status").click)
    for what in ("asking", "resign"):
        sheet = amber.page.locator(f"#{what}")
        for close in ways:
            amber.page.locator(f"#{what}-s").click()
            expect(sheet).to_be_visible()
            close()
            expect(sheet).to_be_hidden()
    expect(amber.page.locator(".board .chosen")).to_have_count(1)  # nothing is put back


@pytest.mark.whole  # sooner: tests/games/matches/test_requests.py
def test_a_pause_is_asked_for_and_granted_over_the_sockets(somebody):
    amber, birch = somebody().sign_up(), somebody(fresh=True).sign_up()
    match = begun(amber.name, birch.name)
    birch.page.route("**/fonts/**", lambda route: route.fulfill(body=""))  # others are wider
    for person in (amber, birch):
        person.page.set_viewport_size(PHONE)
        person.is_at(match)
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


def test_the_notepad_opens_where_one_looks_and_keeps_what_was_typed_last(somebody):
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
    amber.stops_time()  # and nothing is saved by itself
    amber.page.get_by_role("button", name="Notepad").click()
    amber.page.get_by_label("Notes").fill("mind the door")
    amber.page.goto("/my-matches/")
    wait_for(lambda: Notepad.objects.filter(text="mind the door").exists(), "the last words")
