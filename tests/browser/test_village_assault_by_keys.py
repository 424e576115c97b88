"""A run of Village Assault by Tab, arrows, Enter, Space and Escape: no pointer, no other key."""

from collections.abc import Callable
from typing import Any

import pytest

from games.village_assault.state import State
from tests.browser import assault
from tests.browser.expecting import expect
from tests.browser.people import Person
from tests.games.village_assault.positions import position

Somebody = Callable[..., Person]
FEW = 8  # presses of Tab
WIDEST = 20  # pieces that lie together

FOCUSED = """() => {
  const now = document.activeElement;
  return now.dataset.target ?? (now.id || now.textContent.trim().slice(0, 20));
}"""
# Whether what has the focus is seen: inside the window, and nothing else lies over its middle.
IN_SIGHT = """() => {
  const now = document.activeElement;
  const { left, top, width, height } = now.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return now !== document.body && now.checkVisibility() && now.contains(hit);
}"""
# Whether the target, or the element of that id, comes before what has the focus.
IS_BEFORE = """(name) => {
  const now = document.activeElement;
  const there = document.querySelector(`#live [data-target="${name}"]`)
    ?? document.getElementById(name);
  return (now.compareDocumentPosition(there) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
}"""
# Whether the move is made, or the button had only just come and one is asked.
MADE_OR_ASKED = """(before) => document.getElementById("live").dataset.version !== before
  || (document.querySelector("#live .chosen") !== null
    && document.getElementById("confirm").checkVisibility() && "asked")"""


class Keys:
    """Someone at a run who has a keyboard only."""

    def __init__(self, person: Person) -> None:
        self.person = person

    def press(self, key: str) -> str:
        self.person.page.keyboard.press(key)
        return str(self.person.page.evaluate(FOCUSED))

    @property
    def focused(self) -> str:
        return str(self.person.page.evaluate(FOCUSED))

    def go(self, name: str) -> None:
        """Tab to where a target or button lies, arrows to it."""
        family = name.split(":")[0]
        found, tab = self.focused, "Tab"
        if self.person.page.evaluate(IS_BEFORE, name):
            tab = "Shift+Tab"
        passed = [found]
        while found.split(":")[0] != family:
            assert len(passed) <= FEW, f"{name} is further away: {passed}"
            found = self.press(tab)
            passed.append(found)
        if found != name:
            found = self.press("Home")
        for _ in range(WIDEST):
            if found == name:
                break
            found = self.press("ArrowRight")
        assert found == name
        assert self.person.page.evaluate(IN_SIGHT), name

    def pick(self, *names: str, by: str = "Enter") -> None:
        for name in names:
            self.go(name)
            self.press(by)
            chosen = self.person.page.locator(f'#live [data-target="{name}"].chosen')
            expect(chosen).not_to_have_count(0)

    def move(self, label: str, *names: str, by: str = "Enter") -> None:
        """Pick these, and confirm what the bar then says."""
        before = self.person.version
        self.pick(*names, by=by)
        expect(self.person.confirm).to_have_text(label)
        self.go("confirm")
        self.press(by)
        self.has_moved(before)

    def at_once(self, name: str) -> None:
        """Press a button that is a whole move, and say yes if it had only just come and asks."""
        before = self.person.version
        self.go(name)
        self.press("Enter")
        made = self.person.page.wait_for_function(MADE_OR_ASKED, arg=str(before))
        if made.json_value() == "asked":
            self.go("confirm")
            self.press("Enter")
        self.has_moved(before)

    def has_moved(self, before: int) -> None:
        expect(self.person.live).not_to_have_attribute("data-version", str(before))
        self.person.page.wait_for_function(IN_SIGHT)


def prepared() -> State:
    """A round in which every kind of move has its place."""
    return position(
        hand=(
            "dragon-red", "hero-blue", "hero-green", "assassin-red", "warrior-blue", "bunny",
            "chicken", "merchant-orange", "pig", "farmer-red",
        ),
        castle="goblin-red",
        tower=("archer-orange",),
        tavern=("princess-blue", "builder-green"),
        inn=None,
        kings=["king-yellow"],
        prisoners=["builder-blue", "priest-red"],
        deck=[
            "wizard-red", "dragon-orange", "golem-yellow", "farmer-blue", "orc-red", "goblin-blue",
            "wizard-blue", "orc-orange", "golem-green",
        ],
        round=2,
        scored=[8],
    )  # fmt: skip


@pytest.mark.whole  # test_keyboard.py tries the page's keys quickly
def test_a_whole_run_by_keys_alone(somebody: Somebody, at_the_server: Callable[..., Any]) -> None:
    amber = somebody(viewport={"width": 360, "height": 740}).sign_up()
    assault.sit_down(amber, at_the_server, prepared())
    keys = Keys(amber)
    assert keys.focused == "status"
    a_choice_is_put_back(keys)
    the_round_is_won(keys)
    it_is_cashed_in_and_closed(keys)
    keys.move("Retreat: end here with 10 points", "act:retreat")
    expect(amber.live).to_have_attribute("data-over", "")
    assert keys.person.page.evaluate(IN_SIGHT)


def a_choice_is_put_back(keys: Keys) -> None:
    keys.pick("hand:hero-blue", "village:castle")
    keys.press("Escape")
    expect(keys.person.page.locator("#live .chosen")).to_have_count(0)


def the_round_is_won(keys: Keys) -> None:
    """What is free, an Archer who steps in, Pigs, animals, captures, and what is spent."""
    free = "Take the blue Princess from the Tavern prisoner: 6 gold"
    keys.move(free, "village:tavern", by="Space")
    guarded = "the Archer from the Tower steps in"
    lost = f"red Farmer with 1 Pig to the Castle: {guarded}, 3 against 4, you lose"
    keys.move(lost, "hand:farmer-red", "hand:pig", "village:castle")
    keys.move("Play a Chicken: draw 2 cards", "hand:chicken", by="Space")
    bunny = "Play a Bunny: the green Builder at the Tavern is discarded"
    keys.move(bunny, "village:tavern", "hand:bunny")
    won = "blue Hero to the Tower: 5 against 2, you win"  # with Low Score's 2
    keys.move(won, "hand:hero-blue", "village:tower")
    keys.move("red Dragon to the Castle: 5 against 3, you win", "hand:dragon-red", "village:castle")


def it_is_cashed_in_and_closed(keys: Keys) -> None:
    spent = "Spend the blue Warrior to discard the first Inn"
    keys.move(spent, "hand:warrior-blue", "village:inn-1")
    keys.move("Spend the red Assassin to discard a King", "hand:assassin-red", "kings")
    keys.at_once("act:merchant-orange")
    keys.move("Add the green Golem: 3 gold", "hand:golem-green")
    keys.at_once("act:finish")
    keys.move("Add the green Hero: 2 gold", "hand:hero-green")
    keys.at_once("act:finish")
