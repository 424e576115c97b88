"""What the browser tests of Burnt to Ashes share: people at a table, their touches on the board."""

from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Locator

from games.burnt_to_ashes.state import State
from tests.browser import castle
from tests.browser.people import Person


def sit_down(
    people: Sequence[Person],
    at_the_server: Callable[..., Any],
    state: State,
    absent: Sequence[str] = (),
) -> None:
    """These people before this position, without the list of all choices."""
    game, mode, edit = "burnt-to-ashes", state.options.mode, castle.becoming(state)
    castle.sit_down(people, at_the_server, edit=edit, game=game, absent=absent, mode=mode)


def free(person: Person, target: str) -> Locator:
    """One more of this target that isn't chosen yet, the uppermost."""
    return person.page.locator(f'#live .board [data-target="{target}"]:not(.chosen)').last
