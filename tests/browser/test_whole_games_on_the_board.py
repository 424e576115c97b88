"""Whole games of Please Don't Burn My Village, by targets or plain forms alone."""

from typing import Any

import pytest

from tests.browser.castle import change, play_out
from tests.browser.expecting import expect
from tests.browser.people import Person
from tests.browser.test_acting import people_at_a_match
from tests.support.also import also_rows

pytestmark = pytest.mark.whole
MOST_TURNS = 104

# Whether an element lies inside the board, but for the lift of what is chosen. A very long hand
# scrolls on a phone, so each is brought into view first, as a finger would.
INSIDE = """(elements) => elements.every((element) => {
  element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const inner = element.getBoundingClientRect();
  const outer = element.closest(".board").getBoundingClientRect();
  return inner.left >= outer.left - 1 && inner.right <= outer.right + 1
    && inner.top >= outer.top - 24 && inner.bottom <= outer.bottom + 24;
})"""


def thin(state: Any) -> None:
    """Most of the deck is used up already: a shorter game, with all kinds of moves in it."""
    for kind, count in state.deck.items():
        state.deck[kind] = count // 3
        state.discards[kind] += count - count // 3


def take(person: Person, choice: dict[str, Any]) -> None:
    for pick in choice["picks"]:
        assert person.target(pick).evaluate_all(INSIDE), pick
        person.touch(pick)
    expect(person.confirm).to_have_text(choice["label"])
    before = person.version
    person.confirm.click()
    expect(person.live).not_to_have_attribute("data-version", str(before))


@pytest.mark.parametrize(("width", "whole"), [(360, False), *also_rows((1440, False), (360, True))])
def test_two_play_by_targets_alone(somebody, width, whole):
    people: list[Person] = []

    def sized() -> Person:
        person = somebody(viewport={"width": width, "height": 800})
        people.append(person)
        return person

    people_at_a_match(sized)
    if not whole:
        change(people[0], thin)
        for person in people:
            person.reloads()
    for person in people:
        person.page.evaluate("document.getElementById('list')?.remove()")
    assert {"draw", "bribe", "visit"} <= play_out(people, take, seed=1)


def test_a_whole_game_by_plain_forms(somebody):
    amber = somebody(java_script_enabled=False).sign_up().play_now()
    the_end = amber.page.get_by_role("heading", name="The end")
    for turn in range(MOST_TURNS):
        if the_end.count():
            break
        amber.choose_any(turn * 7)
    expect(the_end).to_be_visible()
    expect(amber.page.locator(".outcome > :first-child tbody tr")).to_have_count(3)
    match = amber.page.url
    amber.page.get_by_role("link", name="Go through it step by step").click()
    expect(amber.page.locator(".phase")).to_contain_text("round 1, ")
    amber.page.get_by_role("link", name="Forward", exact=True).click()
    expect(amber.page.locator(".phase")).to_contain_text("round 1, ")
    with amber.page.expect_download() as download:
        amber.page.goto(match)
        amber.page.get_by_role("link", name="Download the record").click()
    assert download.value.suggested_filename.endswith(".json")
