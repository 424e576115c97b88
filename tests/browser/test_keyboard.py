"""Playing by keys alone: few presses of Tab to what can be picked, arrow keys from there."""

from typing import Any

from games.castle_panic.state import Monster
from tests.browser.castle import sit_down
from tests.browser.expecting import expect
from tests.browser.people import Person

FEW = 8  # presses of Tab
PHONE = {"width": 360, "height": 740}

FOCUSED = """() => {
  const { tagName, id, dataset, classList } = document.activeElement;
  return dataset.target ? `${classList.contains("can") ? "" : "no "}${dataset.target}` : id;
}"""


def focused(person: Person) -> str:
    """The target that has the focus, with «no» before it if it can't be picked; otherwise an id."""
    return str(person.page.evaluate(FOCUSED))


def press(person: Person, *keys: str) -> str:
    for key in keys:
        person.page.keyboard.press(key)
    return focused(person)


def tabs_to(person: Person, family: str) -> int:
    """How often one has to press Tab until something of this family that can be picked has it."""
    passed = []
    for presses in range(1, 30):
        passed.append(press(person, "Tab"))
        if passed[-1].startswith(family):
            return presses
    raise AssertionError(passed)


def test_a_hand_is_a_few_keys_away_and_arrows_walk_it(somebody):
    amber = somebody(viewport=PHONE).sign_up().play_now()
    amber.is_connected()
    assert focused(amber) == "status"
    press(amber, "?")
    expect(amber.page.get_by_role("heading", name="Keys")).to_be_visible()
    press(amber, "Escape")
    amber.page.locator("#status").focus()
    assert tabs_to(amber, "") <= 3, "to the first thing that can be picked, on the board"
    amber.page.locator("#status").focus()
    assert tabs_to(amber, "hand:") <= FEW
    hand = amber.page.locator("[data-target^='hand:']").evaluate_all(
        "all => all.map((card) => card.dataset.target)"
    )
    assert press(amber, "End") == hand[-1]
    assert press(amber, "Home") == hand[0]
    assert [press(amber, "ArrowRight") for _ in hand[1:]] == hand[1:]
    assert press(amber, "ArrowLeft") == hand[-2]
    the_move_goes_on_from_the_status_line(amber)


def the_move_goes_on_from_the_status_line(amber: Person) -> None:
    """The deck makes a move; after it the focus is where it was."""
    before = amber.version
    amber.page.locator("#status").focus()
    assert tabs_to(amber, "stall:") <= FEW
    assert press(amber, "End") == "deck", "what lies together on the market"
    press(amber, "Enter")
    press(amber, "Control+Enter")
    amber.moved_on_from(before)
    assert focused(amber) in ("deck", "status")
    assert tabs_to(amber, "hand:") <= FEW


def test_keys_go_round_the_ring_to_what_can_be_hit(somebody, at_the_server):
    def archers(state: Any) -> None:
        state.phase, state.active = "play", 0
        state.monsters = [Monster("orc", 2, 1, arc) for arc in (5, 2, 6)]  # where archers hit
        state.players[0].hand = {"archer-any": 1, "archer-red": 1, "archer-blue": 1}

    amber = somebody(viewport=PHONE).sign_up()
    sit_down([amber], at_the_server, edit=archers, absent=["birch"])
    assert focused(amber) == "status"
    assert tabs_to(amber, "hand:") <= FEW
    assert press(amber, "End") == "hand:archer-any"
    press(amber, "Enter")
    amber.page.locator("#status").focus()
    assert tabs_to(amber, "monster:2") <= FEW
    around = [press(amber, "ArrowRight").split(":")[1] for _ in range(3)]
    assert around == ["5", "6", "2"]
    assert press(amber, "ArrowLeft").startswith("monster:6")
    every = {press(amber, "ArrowUp").removeprefix("no ") for _ in range(30)}
    assert {"wall:1", "tower:6"} <= every, "Up and Down visit what can't be picked, too"
