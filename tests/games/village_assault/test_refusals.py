"""One test for each refusal code: nothing changes, and the code says why."""

from dataclasses import dataclass
from typing import Any

import pytest

from games.plugin import FastChance, IllegalAction
from games.plugin.codec import pack
from games.village_assault import rules
from games.village_assault.actions import (
    Add,
    Attack,
    Boost,
    Bunny,
    Chicken,
    Finish,
    Merchant,
    Retreat,
    Spend,
    Take,
)
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
    Refused("game-over", Retreat(), {"ending": "retreated"}),
    Refused("unknown-action", "dance", {}),
    Refused("not-now", Finish(), {}),
    Refused("not-now", Retreat(), {"tower": None, "inn": ()}),
    Refused("not-now", Chicken(), DECLARED),
    Refused("card-missing", Attack("dragon-red", "tower"), {}),
    Refused("card-missing", Attack("nonsense", "tower"), {}),
    Refused("card-missing", Chicken(), {}),
    Refused("card-missing", Bunny("tower"), {}),
    Refused("card-missing", Merchant("merchant-orange"), {}),
    Refused("card-missing", Add("dragon-red"), {"phase": "adding"}),
    Refused("animals-dont-fight", Attack("pig", "tower"), {}),
    Refused("no-such-village", Attack("ace-blue", "inn-2"), {}),
    Refused("no-such-village", Spend("warrior-red", "inn-2"), {}),
    Refused("village-empty", Attack("ace-blue", "tavern"), {}),
    Refused("village-empty", Take("tavern"), {}),
    Refused("animals-arent-fought", Attack("ace-blue", "tower"), {"tower": "sheep"}),
    Refused("animals-arent-fought", Bunny("tower"), {"tower": "sheep", "hand": ["bunny"]}),
    Refused("not-free", Take("tower"), {}),
    Refused("not-free", Take("castle"), {"castle": "princess-blue"}),
    Refused("cant-be-spent", Spend("ace-blue", "inn-1"), {"inn": None}),
    Refused("cant-be-spent", Spend("wizard-blue", "inn-1"), {"inn": None, "hand": ["wizard-blue"]}),
    Refused("not-an-inn", Spend("warrior-red", "tavern"), {}),
    Refused("inn-defended", Spend("warrior-red", "inn-1"), {}),
    Refused("not-at-the-castle", Spend("assassin-red", "tavern"), {"kings": ["king-green"]}),
    Refused(
        "castle-defended", Spend("assassin-red", "castle"), {"castle": "pig", "hand": HAND[:2]}
    ),
    Refused("no-king", Spend("assassin-red", "castle"), {}),
    Refused("not-a-merchant", Merchant("ace-blue"), {}),
    Refused("no-pigs", Boost(2, sheep=False), DECLARED),
    Refused("no-pigs", Boost(-1, sheep=False), DECLARED),
    Refused("no-pigs-here", Boost(1, sheep=False), SPENDING),
    Refused("no-sheep", Boost(0, sheep=True), DECLARED),
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
