"""Whole games of Castle Panic by the board's targets alone, while someone watches."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.castle import Ears, kind_of, on_a_whim, over, sit_down, take
from tests.browser.expecting import expect
from tests.browser.people import Person
from tests.support.also import also

Somebody = Callable[..., Person]
pytestmark = pytest.mark.whole
MOST_STEPS = 150
OF_THE_OVERLORD = ('data-target="token:', "only you can see them", '"target":"overlord"')


def weak(state: Any) -> None:
    """The castle has lost much already: a shorter game, with all kinds of moves in it."""
    state.towers = [True, True, False, True, True, False]
    state.walls = [False] * 6


def play_to_the_end(people: list[Person], *, by_touch: bool, seed: int = 7) -> set[str]:
    """Everyone plays on a whim until the game is over; returns the kinds of what was done."""
    whim, kinds = random.Random(seed), set()
    for _step in range(MOST_STEPS):
        mover, choices = next((one, found) for one in people if (found := one.choices()))
        choice = on_a_whim(choices, whim)
        take(mover, choice, by_touch=by_touch)
        kinds.add(kind_of(choice))
        for other in people:
            other.sees_version(mover.version)
        if over(mover):
            break
    for person in people:
        person.has_no_sideways_scroll()
        assert over(person)
        expect(person.page.locator(".result")).to_be_visible()
        expect(person.page.locator('.castle[data-ending="lost"]')).to_be_visible()
    return kinds


def watcher(person: Person, address: str) -> Ears:
    """Someone who isn't at the table looks on."""
    ears = Ears(person)
    person.page.goto(address)
    ears.reload()
    return ears


@pytest.mark.parametrize("edit", [weak, *also(None)])
def test_the_overlord_wins_on_phones_and_a_third_never_receives_its_tokens(
    somebody: Somebody, at_the_server: Callable[..., Any], edit: Callable[[Any], None] | None
) -> None:
    phone: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
    people = [somebody(**phone).sign_up() for _ in range(2)]
    sit_down(people, at_the_server, ("overlord",), edit=edit, mode="overlord")
    lord, *others = [Ears(person) for person in people]
    others.append(watcher(somebody(**phone), people[0].page.url))
    for ears in (lord, others[0]):
        ears.reload()
        ears.person.page.evaluate("document.getElementById('list')?.remove()")
    kinds = play_to_the_end(people, by_touch=True, seed=3)
    assert {"exchange", "hit", "end-play", "play", "place"} <= kinds, kinds
    others[-1].person.sees_version(people[0].version)
    for secret in OF_THE_OVERLORD:
        assert any(secret in heard for heard in lord.while_it_ran), secret
        for ears in others:
            assert len(ears.while_it_ran) > 4
            assert not any(secret in heard for heard in ears.while_it_ran), secret
