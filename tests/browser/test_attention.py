"""A player hears and sees that it has become their turn, if they like that."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.people import Person
from tests.browser.test_controls import begun
from tests.support.waiting import wait_for

Somebody = Callable[..., Person]
CALLED = "It is your turn!"
# What the browser would play, and a tab that can be put out of sight.
LISTENING = """
window.notes = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  window.notes += 1;
  return start.apply(this, when);
};
let away = false;
Object.defineProperty(document, "hidden", { get: () => away });
window.goAway = (wanted) => {
  away = wanted;
  document.dispatchEvent(new Event("visibilitychange"));
};
"""
TITLES = """() => {
    window.titles = [document.title];
    new MutationObserver(() => titles.push(document.title)).observe(
        document.querySelector("title"), { childList: true });
}"""


@pytest.fixture
def waiting(somebody: Somebody) -> tuple[Person, Person]:
    """Two at a match: who is to move, and who waits and is listened to."""

    def listened_to(**arguments: Any) -> Person:
        person = somebody(**arguments)
        person.page.add_init_script(LISTENING)
        return person

    mover, other = listened_to().sign_up(), listened_to().sign_up()
    match = begun(mover.name, other.name)
    for person in (mover, other):
        person.page.goto(f"/matches/{match.public_id}/")
        person.is_connected()
    other.page.evaluate(TITLES)
    return mover, other


def it_becomes_their_turn(mover: Person, other: Person) -> None:
    mover.target("deck").first.click()
    mover.confirm.click()
    other.sees_version(1)
    expect(other.page.locator(".mine-now")).to_have_count(1)


def likes_it_not(person: Person, label: str) -> None:
    person.page.get_by_role("button", name="How you play").click()
    person.page.get_by_label(label).uncheck()
    person.page.keyboard.press("Escape")


def notes(person: Person) -> int:
    return int(person.page.evaluate("window.notes"))


def test_it_rings_once_when_it_becomes_my_turn(waiting: tuple[Person, Person]) -> None:
    mover, other = waiting
    other.page.locator("#status").click()
    it_becomes_their_turn(mover, other)
    wait_for(lambda: notes(other) == 2, "the sound")
    assert notes(mover) == 0  # nobody needs to be told of their own move
    other.target("deck").first.click()
    other.confirm.click()
    wait_for(lambda: notes(mover) == 2, "the sound")
    assert notes(other) == 2


def test_a_page_that_nobody_has_touched_is_silent(waiting: tuple[Person, Person]) -> None:
    mover, other = waiting
    other.page.reload()
    other.is_connected()
    it_becomes_their_turn(mover, other)
    other.page.evaluate("document.fonts.ready")
    assert notes(other) == 0


def test_a_title_out_of_sight_changes_until_somebody_comes_back(
    waiting: tuple[Person, Person],
) -> None:
    mover, other = waiting
    other.page.evaluate("goAway(true)")
    it_becomes_their_turn(mover, other)
    wait_for(lambda: len(other.page.evaluate("window.titles")) >= 4, "the title to change")
    seen = other.page.evaluate("window.titles")
    assert CALLED in seen
    assert any(title.startswith("Your turn") for title in seen)
    other.page.evaluate("goAway(false)")
    title = other.page.title()
    assert title.startswith("Your turn")
    other.page.evaluate("window.titles = []")
    other.page.wait_for_timeout(1_100)  # longer than the title rests
    assert other.page.evaluate("window.titles") == []


def test_a_title_in_sight_stays(waiting: tuple[Person, Person]) -> None:
    mover, other = waiting
    it_becomes_their_turn(mover, other)
    assert CALLED not in other.page.evaluate("window.titles")


def test_both_can_be_switched_off_and_stay_so(waiting: tuple[Person, Person]) -> None:
    mover, other = waiting
    likes_it_not(other, "A sound when it becomes my turn")
    likes_it_not(other, "Let the title blink when it becomes my turn")
    other.page.reload()
    other.is_connected()
    other.page.evaluate(TITLES)
    other.page.locator("#status").click()
    other.page.evaluate("goAway(true)")
    it_becomes_their_turn(mover, other)
    expect(other.page).to_have_title("Your turn · Please Don't Burn My Village")
    assert CALLED not in other.page.evaluate("window.titles")
    assert notes(other) == 0


def told_by_the_account(person: Person, attribute: str, value: str = "off") -> None:
    """The server renders the account's settings on <html>."""

    def add(route: Route) -> None:
        answer = route.fetch()
        body = answer.text().replace("<html ", f'<html {attribute}="{value}" ', 1)
        route.fulfill(response=answer, body=body)

    person.page.route("**/matches/*/", add)
    person.page.reload()
    person.is_connected()


def test_the_accounts_settings_hold_until_something_else_is_said(
    waiting: tuple[Person, Person],
) -> None:
    _, other = waiting
    sound = other.page.get_by_label("A sound when it becomes my turn")
    for attribute in ("data-sounds", "data-blink", "data-confirm-moves"):
        told_by_the_account(other, attribute)
    other.page.get_by_role("button", name="How you play").click()
    for box in (sound, *(other.page.get_by_label(text) for text in ("Let the title", "Ask bef"))):
        expect(box).not_to_be_checked()
    sound.check()
    other.page.reload()
    other.is_connected()
    expect(sound).to_be_checked()  # what was said last holds, here…
    other.page.unroute("**/matches/*/")
    other.page.reload()
    other.is_connected()
    told_by_the_account(other, "data-sounds", "on")
    told_by_the_account(other, "data-sounds")
    expect(sound).not_to_be_checked()  # … or there
