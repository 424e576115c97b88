"""What the browser tests of Burnt to Ashes share: people at a table, their touches on the board."""

from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Locator

from games.burnt_to_ashes.state import State
from tests.browser import castle
from tests.browser.castle import confirm, made_at_once
from tests.browser.people import Person

FREE_EDGE: Any = {"x": 10, "y": 16}  # of a card in a fan, whatever lies over the rest of it


def sit_down(
    people: Sequence[Person],
    at_the_server: Callable[..., Any],
    state: State,
    absent: Sequence[str] = (),
) -> None:
    """These people before this position, without the list of all choices."""
    game, mode = "burnt-to-ashes", state.options.mode
    castle.sit_down(people, at_the_server, state=state, game=game, absent=absent, mode=mode)


def free(person: Person, target: str) -> Locator:
    """One more of this target that isn't chosen yet, the uppermost."""
    return person.page.locator(f'#live .board [data-target="{target}"]:not(.chosen)').last


def take(person: Person, choice: dict[str, Any]) -> None:
    """Touch all that the choice consists of, and confirm it if one is asked."""
    before = person.version
    for pick in choice["picks"]:
        found = free(person, pick)
        if choice["ordered"] and not found.count():
            continue  # it has taken its place by itself
        found.click(position=FREE_EDGE if pick.startswith("gold:") else None)
    if choice["atOnce"]:
        made_at_once(person, before, choice["label"])
    else:
        confirm(person, choice["label"])
