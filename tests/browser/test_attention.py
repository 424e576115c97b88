"""A player hears and sees that it has become their turn, if they like that."""

import itertools
import re
from typing import Any

import pytest

from accounts.models import User
from tests.browser.expecting import expect
from tests.browser.people import Person, Somebody
from tests.browser.test_controls import begun
from tests.support.waiting import wait_for

CALLED = "It is your turn!"
# What the browser would play, and a tab that can be put out of sight.
LISTENING = """
window.notes = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  window.notes += 1;
  return start.apply(this, when);
};
let touched = false; // to Chromium, every question of Playwright's is a touch
for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, () => { touched = true; }, { capture: true });
}
Object.defineProperty(navigator, "userActivation", { get: () => ({ hasBeenActive: touched }) });
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
        person = somebody(lively=True, **arguments)  # for others no title blinks
        person.page.add_init_script(LISTENING)
        return person

    mover, other = listened_to().sign_up(), listened_to().sign_up()
    match = begun(mover.name, other.name)
    for person in (mover, other):
        person.is_at(match)
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


def mine(person: Person, count: int = 1) -> str:
    """The page's title when it is their turn, and so many matches wait."""
    name = person.page.locator("#match-name").text_content()
    return f"({count}) Your turn · {name}"


def notes(person: Person) -> int:
    return int(person.page.evaluate("window.notes"))


def test_it_rings_once_when_it_becomes_my_turn_and_a_title_in_sight_stays(waiting):
    mover, other = waiting
    it_becomes_their_turn(mover, other)
    other.page.evaluate("document.fonts.ready")
    assert notes(other) == 0, "nobody has touched that page"
    other.target("deck").first.click()
    other.confirm.click()
    wait_for(lambda: notes(mover) == 2, "the sound")
    assert notes(other) == 0  # nobody needs to be told of their own move
    mover.target("deck").first.click()
    mover.confirm.click()
    other.sees_version(3)
    wait_for(lambda: notes(other) == 2, "the sound")
    assert notes(mover) == 2
    expect(other.page).to_have_title(mine(other))
    assert not [title for title in titles(other) if CALLED in title]


def titles(person: Person) -> list[str]:
    """Every title since the last time that someone asked."""
    return person.page.evaluate("window.titles.splice(0)")


def alternates(person: Person, *both: str) -> None:
    """The title changes from one to the other and back; which comes first, the moment decides."""
    titles(person)
    person.page.clock.run_for(4_000)
    seen = titles(person)
    assert set(seen) == set(both)
    assert all(one != other for one, other in itertools.pairwise(seen))


@pytest.mark.whole  # sooner: it rings once, above
def test_a_title_out_of_sight_changes_and_counts_on_until_somebody_comes_back(
    waiting, at_the_server
):
    mover, other = waiting
    other.page.clock.install()
    other.page.evaluate("goAway(true)")
    it_becomes_their_turn(mover, other)
    expect(other.page).to_have_title(f"(1) {CALLED}")
    alternates(other, mine(other), f"(1) {CALLED}")
    at_the_server(begun, other.name, mover.name, number=2)
    expect(other.page).to_have_title(re.compile(r"^\(2\) "))
    alternates(other, mine(other, 2), f"(2) {CALLED}")
    other.page.evaluate("goAway(false)")
    assert other.page.title() == mine(other, 2)
    titles(other)
    other.page.clock.run_for(5_000)
    assert titles(other) == []
    assert other.page.title() == mine(other, 2)


@pytest.mark.whole  # sooner: it rings once, above
def test_both_can_be_switched_off_and_stay_so(waiting):
    mover, other = waiting
    likes_it_not(other, "Play a sound when it becomes my turn")
    likes_it_not(other, "Blink the title when it becomes my turn")
    other.reloads()
    other.page.evaluate(TITLES)
    other.page.locator("#status").click()
    other.page.evaluate("goAway(true)")
    it_becomes_their_turn(mover, other)
    expect(other.page).to_have_title(mine(other))
    assert not [title for title in titles(other) if CALLED in title]
    assert notes(other) == 0


def says_to_the_account(person: Person, **likes: Any) -> None:
    User.objects.filter(username=person.name).update(**likes)
    person.reloads()


@pytest.mark.whole  # sooner: tests/accounts/test_settings.py
def test_the_accounts_settings_hold_until_something_else_is_said(somebody):
    other = somebody().sign_up().play_now()
    other.is_connected()
    box = other.page.get_by_label
    sound = box("Play a sound when it becomes my turn")
    likes = {"sounds": False, "blink": False, "confirm_moves": False, "telling_speed": "fast"}
    says_to_the_account(other, **likes)
    other.page.get_by_role("button", name="How you play").click()
    for each in (sound, box("Blink the title"), box("Confirm moves before they are made")):
        expect(each).not_to_be_checked()
    expect(box("Others’ moves")).to_have_value("fast")
    sound.check()
    other.reloads()
    expect(sound).to_be_checked()  # what was said last holds, here…
    says_to_the_account(other, sounds=True)
    says_to_the_account(other, sounds=False)
    expect(sound).not_to_be_checked()  # … or there
