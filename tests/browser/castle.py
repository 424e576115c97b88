"""What the browser tests of Castle Panic share: people at a castle, their hands on the board."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Locator

from accounts.models import User
from games.matches.models import Match
from games.matches.play.actions import services
from games.matches.record.selectors import snapshot
from games.plugin.codec import pack
from tests.browser.expecting import expect
from tests.browser.people import Person


def sit_down(
    people: Sequence[Person],
    at_the_server: Callable[..., Any],
    roles: Sequence[str] = (),
    edit: Callable[[Any], None] | None = None,
    game: str = "castle-panic",
    absent: Sequence[str] = (),
    **options: Any,
) -> Sequence[Person]:
    """These people at a new match, without the list of all choices.

    `edit` changes its position before anyone sees it. Those who are `absent` sit there too, after
    them, but nobody has opened a browser for them.
    """
    users = [User.objects.get(username=person.name) for person in people]
    users += [User.objects.create_user(name) for name in absent]
    parts = [*roles, *[""] * (len(users) - len(roles))]
    players = [
        services.Player(user=user, role=part) for user, part in zip(users, parts, strict=True)
    ]
    match = at_the_server(
        services.start_match,
        game=game,
        options=options,
        players=players,
        deal=at_the_server(services.open_deal),
    )
    if edit:
        change_match(match.public_id, edit)
    for person in people:
        person.is_at(match)
        person.page.evaluate("document.getElementById('list')?.remove()")
    return people


def free(person: Person, target: str) -> Locator:
    """One more of this target that isn't chosen yet."""
    return person.page.locator(f'#live [data-target="{target}"]:not(.chosen)').first


def confirm(person: Person, label: str) -> None:
    expect(person.confirm).to_have_text(label)
    before = person.version
    person.confirm.click()
    expect(person.live).not_to_have_attribute("data-version", str(before))


# Whether the move is made, or the button pressed had only just come and one is asked.
MADE_OR_ASKED = """([before, label]) =>
  document.getElementById("live").dataset.version !== before
    || (document.getElementById("confirm").textContent === label && "asked")"""


def made_at_once(person: Person, before: int, label: str) -> None:
    """A button was pressed: its move is made, or confirmed. One yes too many does nothing."""
    made = person.page.wait_for_function(MADE_OR_ASKED, arg=[str(before), label])
    if made.json_value() == "asked":
        person.page.evaluate("document.getElementById('confirm').click()")
    expect(person.live).not_to_have_attribute("data-version", str(before))


def put(people: Sequence[Person], state: Any) -> None:
    """Lay this position of any game before the people at its match."""
    change(people[0], becoming(state))
    for person in people:
        person.reloads()


def becoming(state: Any) -> Callable[[Any], None]:
    """An edit that makes a position this one."""

    def edit(old: Any) -> None:
        for name in state.__struct_fields__:
            setattr(old, name, getattr(state, name))

    return edit


def change(person: Person, edit: Callable[[Any], None]) -> None:
    """Change the position behind the match that the person is at."""
    found = re.search(r"/matches/([^/]+)/", person.page.url)
    assert found
    change_match(found[1], edit)


def change_match(public_id: str, edit: Callable[[Any], None]) -> None:
    """Change the position behind this match, which nobody has opened yet."""
    shown = snapshot(Match.objects.select_related("deal").get(public_id=public_id))
    edit(shown.state)
    Match.objects.filter(pk=shown.match.pk).update(state=pack(shown.state))
