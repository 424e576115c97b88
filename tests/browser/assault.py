"""What the browser tests of Village Assault share: someone at an assault that stands as wished."""

from collections.abc import Callable
from typing import Any

from accounts.models import User
from games.matches.play import services
from games.village_assault.state import State
from tests.browser.castle import change
from tests.browser.people import Person


def sit_down(
    person: Person, at_the_server: Callable[..., Any], state: State | None = None, **options: Any
) -> None:
    """At a new assault, which stands as `state` says."""
    match = at_the_server(
        services.start_match,
        game="village-assault",
        options=options,
        players=[services.Player(user=User.objects.get(username=person.name))],
        deal=at_the_server(services.open_deal),
    )
    person.page.goto(f"/matches/{match.public_id}/")
    if state is not None:
        put(person, state)
    person.is_connected()


def put(person: Person, state: State) -> None:
    """Lay this position before them."""

    def edit(old: State) -> None:
        for name in State.__struct_fields__:
            setattr(old, name, getattr(state, name))

    change(person, edit)
    person.page.reload()
    person.is_connected()
