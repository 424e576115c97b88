"""One test for each refusal code: nothing changes, and the code says why."""

from dataclasses import dataclass
from typing import Any

import pytest

from games.plugin import FastChance, IllegalAction
from games.plugin.codec import pack
from games.village_assault import actions as do
from games.village_assault import rules
from games.village_assault.game import VillageAssault
from games.village_assault.state import Declared
from tests.games.village_assault.positions import position

HAND = ["warrior-red", "assassin-red", "ace-blue", "pig"]


@dataclass(frozen=True)
class Refused:
    code: str
    action: Any
    position: dict[str, Any]


HERE: dict[str, Any] = {"tower": "orc-red", "hand": HAND, "inn": "ace-green"}
DECLARED = {"phase": "boosting", "declared": Declared("ace-blue", "tower")}
SPENDING = {"phase": "boosting", "declared": Declared("warrior-red", "inn-1", spending=True)}
CASES = [
    Refused("game-over", do.Retreat(), {"ending": "retreated"}),
    Refused("unknown-action", "dance", {}),
    Refused("not-now", do.Finish(), {}),
    Refused("not-now", do.Retreat(), {"tower": None, "inn": ()}),
    Refused("not-now", do.Chicken(), DECLARED),
    Refused("card-missing", do.Attack("dragon-red", "tower"), {}),
    Refused("card-missing", do.Attack("nonsense", "tower"), {}),
    Refused("card-missing", do.Chicken(), {}),
    Refused("card-missing", do.Bunny("tower"), {}),
    Refused("card-missing", do.Merchant("merchant-orange"), {}),
    Refused("card-missing", do.Add("dragon-red"), {"phase": "adding"}),
    Refused("animals-dont-fight", do.Attack("pig", "tower"), {}),
    Refused("no-such-village", do.Attack("ace-blue", "inn-2"), {}),
    Refused("no-such-village", do.Spend("warrior-red", "inn-2"), {}),
    Refused("village-empty", do.Attack("ace-blue", "tavern"), {}),
    Refused("village-empty", do.Take("tavern"), {}),
    Refused("animals-arent-fought", do.Attack("ace-blue", "tower"), {"tower": "sheep"}),
    Refused("animals-arent-fought", do.Bunny("tower"), {"tower": "sheep", "hand": "bunny"}),
    Refused("not-free", do.Take("tower"), {}),
    Refused("not-free", do.Take("castle"), {"castle": "princess-blue"}),
    Refused("cant-be-spent", do.Spend("ace-blue", "inn-1"), {"inn": None}),
    Refused(
        "cant-be-spent", do.Spend("wizard-blue", "inn-1"), {"inn": None, "hand": "wizard-blue"}
    ),
    Refused("not-an-inn", do.Spend("warrior-red", "tavern"), {}),
    Refused("inn-defended", do.Spend("warrior-red", "inn-1"), {}),
    Refused("not-at-the-castle", do.Spend("assassin-red", "tavern"), {"kings": "king-green"}),
    Refused(
        "castle-defended", do.Spend("assassin-red", "castle"), {"castle": "pig", "hand": HAND[:2]}
    ),
    Refused("no-king", do.Spend("assassin-red", "castle"), {}),
    Refused("not-a-merchant", do.Merchant("ace-blue"), {}),
    Refused("no-pigs", do.Boost(2, sheep=False), DECLARED),
    Refused("no-pigs", do.Boost(-1, sheep=False), DECLARED),
    Refused("no-pigs-here", do.Boost(1, sheep=False), SPENDING),
    Refused("no-sheep", do.Boost(0, sheep=True), DECLARED),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.code}-{case.action!s:.12}")
def test_refused(case: Refused) -> None:
    state = position(**{**HERE, **case.position})
    before = pack(state)
    with pytest.raises(IllegalAction) as refused:
        rules.apply_action(state, 0, case.action, FastChance(0))
    assert refused.value.code == case.code
    assert pack(state) == before


def test_every_code_is_tried() -> None:
    never = {"not-your-turn"}  # there is one seat
    assert {case.code for case in CASES} == set(VillageAssault.refusals) - never
