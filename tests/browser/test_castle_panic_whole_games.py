"""Whole games of Castle Panic by the board's targets alone, and axe-core at its moments."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from games.castle_panic.state import Monster, State
from tests.browser.auditing import SIZES, Auditor, Widths, nothing_is_wrong
from tests.browser.castle import confirm, free, play_out, put, sit_down, take
from tests.browser.expecting import expect
from tests.browser.people import Person, Somebody
from tests.games.castle_panic.positions import at, position
from tests.support.also import also

pytestmark = pytest.mark.whole


def weak(state: Any) -> None:
    """The castle has lost much already: a shorter game, with all kinds of moves in it."""
    state.towers = [True, True, False, True, True, False]
    state.walls = [False] * 6


@pytest.mark.parametrize("edit", [weak, *also(None)])
def test_the_overlord_wins_on_phones(somebody, at_the_server, edit):
    phone: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
    people = [somebody(**phone).sign_up() for _ in range(2)]
    sit_down(people, at_the_server, ("overlord",), edit=edit, mode="overlord")
    kinds = play_out(people, partial(take, by_touch=True), seed=3)
    assert {"exchange", "hit", "end-play", "play", "place"} <= kinds, kinds
    for person in people:
        expect(person.page.locator(".result")).to_be_visible()
        expect(person.page.locator('.castle[data-ending="lost"]')).to_be_visible()


Pair = tuple[Person, Person]
HANDS = (
    ("archer-red", "knight-any", "hero-blue", "nice-shot", "tar", "brick"),
    ("archer-green", "mortar", "barbarian", "scavenge", "fortify", "missing"),
)
CROWD: tuple[Monster, ...] = (
    *(at("forest", 2, kind) for kind in ("goblin", "goblin", "orc", "orc", "orc", "troll") * 3),
    at("archer", 1, "troll", 1),
    at("sword", 5, "orc-warlord", 2),
    at("knight", 3, "healer", tarred=True),
    at("castle", 4, "orc", 1),
)


@pytest.fixture
def pair(somebody: Somebody, at_the_server: Callable[..., Any], widths: Widths) -> Pair:
    """amber and birch at a new match."""
    screen = Auditor("", widths).screen
    people = [somebody(**screen).sign_up() for _ in range(2)]
    sit_down(people, at_the_server)
    return people[0], people[1]


def crisis(**more: Any) -> State:
    return position(
        *HANDS,
        monsters=CROWD,
        walls=(1, 2, 5),
        towers=(1, 2, 5),
        fortified=(2,),
        discards=("knight-red", "hero-green", "draw-two"),
        **more,
    )


@SIZES
def test_every_kind_of_moment(pair, axe, widths):
    """Opening, crisis, something chosen, what opens, a trade, all discarding, and the end."""
    amber, birch = pair
    look = Auditor(axe, widths)
    found = {
        "opening": look(amber.page),
        "waiting": look(birch.page),
    }
    put([amber], crisis())
    found |= {"crisis": look(amber.page)}
    free(amber, "hand:archer-red").click()
    free(amber, "monster:1:1:troll:1").press("Enter")
    expect(amber.confirm).to_contain_text("Hit Troll (1)")
    found |= {"with something chosen": look(amber.page)}
    for leaf in ("castle-coming", "castle-discards", "castle-key"):
        amber.page.locator(f"[popovertarget={leaf}]").first.click()
        found |= {leaf: look(amber.page)}
        amber.page.keyboard.press("Escape")
    amber.page.locator(".round > [data-ask]").click()
    found |= {"asking": look(amber.page)}
    amber.page.locator("#wall-1").press("?")
    expect(amber.page.locator("[data-asked]")).to_be_visible()
    found |= {"asked": look(amber.page)}
    put(pair, crisis(phase="trade"))
    found |= {"trade": look(amber.page)}
    free(amber, "card:1:mortar").click()
    free(amber, "hand:tar").click()
    confirm(amber, "Offer Tar to birch for Mortar")
    birch.sees_version(amber.version)
    found |= {
        "offer sent": look(amber.page),
        "offer": look(birch.page),
    }
    doomed = position(*HANDS, monsters=[at("sword", 1, "troll")], towers=(1,), walls=())
    put([amber], doomed)
    free(amber, "end").click()
    expect(amber.page.locator('.castle[data-ending="lost"]')).to_be_visible()
    found |= {"end": look(amber.page)}
    nothing_is_wrong(found)
