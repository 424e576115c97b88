"""What browser tests of boards share: people at a position, and their hands on the board."""

import random
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

CLOSE = ("monster", "wall", "tower", "orc", "troll")  # small: a finger looks closer at their arc
AFAR = ("forest",)  # as wide as an arc

# Whether an element lies inside the board or, a partner's card, inside the partner's seat; a page
# is scrolled to it first, as a finger would, and it must not stick out of the window's sides.
INSIDE = """async (element) => {
  const moving = document.querySelector(".world").getAnimations();
  await Promise.allSettled(moving.map((each) => each.finished));
  element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const inner = element.getBoundingClientRect();
  const outer = element.closest(".board, .seat").getBoundingClientRect();
  return inner.width > 20 && inner.height > 20 && inner.left >= 0 && inner.right <= innerWidth
    && inner.left >= outer.left - 1 && inner.right <= outer.right + 1
    && inner.top >= outer.top - 24 && inner.bottom <= outer.bottom + 24;
}"""


def sit_down(
    people: Sequence[Person],
    at_the_server: Callable[..., Any],
    roles: Sequence[str] = (),
    edit: Callable[[Any], None] | None = None,
    state: Any = None,
    game: str = "castle-panic",
    absent: Sequence[str] = (),
    **options: Any,
) -> Sequence[Person]:
    """These people at a new match, without the list of all choices.

    `edit` changes its position before anyone sees it, or it stands as `state` says. Those who are
    `absent` sit there too, after them, but nobody has opened a browser for them.
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
    if edit or state is not None:
        change_match(match.public_id, edit or becoming(state))
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


def take(person: Person, choice: dict[str, Any], *, by_touch: bool = False) -> None:
    """Touch all that the choice consists of, and confirm it if one is asked.

    A finger looks closer where it is small.
    """
    before = person.version
    for pick in choice["picks"]:
        if by_touch:
            _look_closer(person, pick)
        found = free(person, pick)
        assert found.evaluate(INSIDE), pick
        found.tap() if by_touch else found.click()
    if choice["atOnce"]:
        made_at_once(person, before, choice["label"])
    else:
        confirm(person, choice["label"])


def _look_closer(person: Person, pick: str) -> None:
    """Look as closely at an arc as a finger needs to."""
    kind, *rest = pick.split(":")
    if kind not in (*CLOSE, *AFAR):
        return
    near = person.page.locator(f"#zoom-{rest[0] if kind in CLOSE else 0}")
    if not near.is_checked():
        person.page.locator(".zoom label").filter(has=near).tap()
        expect(near).to_be_checked()


def kind_of(choice: dict[str, Any]) -> str:
    return str(choice["action"]["type"])


def on_a_whim(choices: list[dict[str, Any]], whim: random.Random) -> dict[str, Any]:
    """One of the kinds of choices, and one of that kind: games are short and have all in them."""
    kind = whim.choice(sorted({kind_of(choice) for choice in choices}))
    return whim.choice([choice for choice in choices if kind_of(choice) == kind])


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
    change_match(person.public_id, edit)


def change_match(public_id: str, edit: Callable[[Any], None]) -> None:
    """Change the position behind this match, which nobody has opened yet."""
    shown = snapshot(Match.objects.select_related("deal").get(public_id=public_id))
    edit(shown.state)
    Match.objects.filter(pk=shown.match.pk).update(state=pack(shown.state))


def over(person: Person) -> bool:
    return person.live.get_attribute("data-over") is not None


def play_out(
    people: Sequence[Person], take: Callable[[Person, Any], None], *, seed: int, most: int = 600
) -> set[str]:
    """They play on a whim until it is over, each seeing what the other did; the kinds of it."""
    whim, kinds = random.Random(seed), set()
    for _step in range(most):
        mover, choices = next((one, found) for one in people if (found := one.choices()))
        choice = on_a_whim(choices, whim)
        take(mover, choice)
        kinds.add(kind_of(choice))
        for other in people:
            other.sees_version(mover.version)
        if over(mover):
            break
    for person in people:
        assert over(person)
        person.has_no_sideways_scroll()
    return kinds
