"""One test for each refusal code: nothing changes, and the code says why."""

from typing import Any

import pytest

from games.village_assault import actions as do
from games.village_assault.state import Declared
from tests.games.village_assault.positions import GAME, position
from tests.support.refusals import refusal

HAND = ["warrior-red", "assassin-red", "ace-blue", "pig"]


HERE: dict[str, Any] = {"tower": "orc-red", "hand": HAND, "inn": "ace-green"}
DECLARED = {"phase": "boosting", "declared": Declared("ace-blue", "tower")}
SPENDING = {"phase": "boosting", "declared": Declared("warrior-red", "inn-1", spending=True)}
CASES: list[tuple[str, Any, dict[str, Any]]] = [
    ("game-over", do.Retreat(), {"ending": "retreated"}),
    ("unknown-action", "dance", {}),
    ("not-now", do.Finish(), {}),
    ("not-now", do.Retreat(), {"tower": None, "inn": ()}),
    ("not-now", do.Chicken(), DECLARED),
    ("card-missing", do.Attack("dragon-red", "tower"), {}),
    ("card-missing", do.Attack("nonsense", "tower"), {}),
    ("card-missing", do.Chicken(), {}),
    ("card-missing", do.Bunny("tower"), {}),
    ("card-missing", do.Merchant("merchant-orange"), {}),
    ("card-missing", do.Add("dragon-red"), {"phase": "adding"}),
    ("animals-dont-fight", do.Attack("pig", "tower"), {}),
    ("no-such-village", do.Attack("ace-blue", "inn-2"), {}),
    ("no-such-village", do.Spend("warrior-red", "inn-2"), {}),
    ("village-empty", do.Attack("ace-blue", "tavern"), {}),
    ("village-empty", do.Take("tavern"), {}),
    ("animals-arent-fought", do.Attack("ace-blue", "tower"), {"tower": "sheep"}),
    ("animals-arent-fought", do.Bunny("tower"), {"tower": "sheep", "hand": "bunny"}),
    ("not-free", do.Take("tower"), {}),
    ("not-free", do.Take("castle"), {"castle": "princess-blue"}),
    ("cant-be-spent", do.Spend("ace-blue", "inn-1"), {"inn": None}),
    ("cant-be-spent", do.Spend("wizard-blue", "inn-1"), {"inn": None, "hand": "wizard-blue"}),
    ("not-an-inn", do.Spend("warrior-red", "tavern"), {}),
    ("inn-defended", do.Spend("warrior-red", "inn-1"), {}),
    ("not-at-the-castle", do.Spend("assassin-red", "tavern"), {"kings": "king-green"}),
    ("castle-defended", do.Spend("assassin-red", "castle"), {"castle": "pig", "hand": HAND[:2]}),
    ("no-king", do.Spend("assassin-red", "castle"), {}),
    ("not-a-merchant", do.Merchant("ace-blue"), {}),
    ("no-pigs", do.Boost(2, sheep=False), DECLARED),
    ("no-pigs", do.Boost(-1, sheep=False), DECLARED),
    ("no-pigs-here", do.Boost(1, sheep=False), SPENDING),
    ("no-sheep", do.Boost(0, sheep=True), DECLARED),
]


@pytest.mark.parametrize(("code", "action", "here"), CASES)
def test_refused(code: str, action: Any, here: dict[str, Any]) -> None:
    assert refusal(GAME, position(**{**HERE, **here}), action) == code


def test_every_code_is_tried() -> None:
    never = {"not-your-turn"}  # there is one seat
    assert {code for code, _, _ in CASES} == set(GAME.refusals) - never
