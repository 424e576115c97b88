"""What the browser tests of Village Assault share: someone at an assault that stands as wished."""

from collections.abc import Callable
from typing import Any

from games.village_assault.state import State
from tests.browser import castle
from tests.browser.people import Person


def sit_down(
    person: Person, at_the_server: Callable[..., Any], state: State | None = None, **options: Any
) -> None:
    """At a new assault, which stands as `state` says."""
    edit = None if state is None else castle.becoming(state)
    castle.sit_down([person], at_the_server, edit=edit, game="village-assault", **options)


def put(person: Person, state: State) -> None:
    """Lay this position before them."""
    castle.put([person], state)
