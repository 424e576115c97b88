"""The numbers and worked examples of the rules page, computed from the components."""

from typing import Any

from games.village_assault import board, components as box, forecast, words
from games.village_assault.catalog import (
    ANIMAL_GOLD,
    ARCHER_BONUS,
    CHICKEN_DRAWS,
    COLORS,
    KINDS,
    PIG_BONUS,
    THIEF_DRAWS,
    cards_of,
)
from games.village_assault.components import VillageKey
from games.village_assault.readings import (
    GOLEM_DEFENDING,
    GOLEM_FOR_EACH_BUILDER,
    RESHUFFLES_BY_DRAWS_IN_A_ROUND,
)
from games.village_assault.rules import battle, piles
from games.village_assault.state import State, Village

# Attackers and villages of the examples, chosen arbitrarily.
EXAMPLE: dict[VillageKey, str] = {
    "castle": "golem-green",
    "tower": "knight-green",
    "tavern": "archer-orange",
}
ATTACKS: tuple[tuple[str, VillageKey], ...] = (
    ("knight-blue", "tavern"),
    ("hero-blue", "tower"),
    ("wizard-blue", "castle"),
    ("assassin-red", "castle"),
)
PRISONERS = ["builder-blue", "priest-red", "princess-green"]
# Cards that are shown in chapters about them.
PICTURED: dict[str, list[str]] = {
    "rounds": ["king-yellow", "inn"],
    "archer": ["archer-orange"],
    "battle": ["thief-yellow", "scout-purple"],
    "free": ["princess-green", "merchant-orange", "priest-red"],
    "animals": list(box.ANIMALS),
    "spending": ["warrior-blue", "assassin-red"],
    "merchant": ["merchant-yellow"],
    "closing": PRISONERS,
}


def figures() -> dict[str, Any]:
    """Return counts and values of the components, and examples played by the rules."""
    gold = piles.gold(PRISONERS)
    return {
        "cards": len(box.DECK),
        "units": sum(len(cards_of(unit)) for unit in box.UNITS),
        "animals": sum(box.ANIMALS.values()),
        "inns": box.INNS,
        "hand": box.HAND_SIZE,
        "normal": box.RATES["normal"],
        "hard": box.RATES["hard"],
        "castle": box.CASTLE_BONUS,
        "archer": ARCHER_BONUS,
        "pig": PIG_BONUS,
        "chicken": CHICKEN_DRAWS,
        "thief": THIEF_DRAWS,
        "animal_gold": ANIMAL_GOLD,
        "golem": GOLEM_DEFENDING,
        "builder": GOLEM_FOR_EACH_BUILDER,
        "reshuffles": RESHUFFLES_BY_DRAWS_IN_A_ROUND,
        "most_rounds": box.MAX_ROUNDS,
        "gallery": _gallery(),
        "pictured": {chapter: board.faces(cards) for chapter, cards in PICTURED.items()},
        "attacks": _attacks(),
        "prisoners": {
            "cards": [words.card(card) for card in PRISONERS],
            "gold": gold,
            "normal": gold // box.RATES["normal"],
            "hard": gold // box.RATES["hard"],
        },
    }


def _gallery() -> list[dict[str, Any]]:
    return [
        {
            "kind": kind,
            "name": row.name,
            "text": row.rule,
            "power": row.printed.power if row.printed.colors else None,
            "gold": row.printed.gold,
            "faces": board.faces(cards_of(kind)),
            "colors": [COLORS[color].name for color in row.printed.colors],
            "count": len(cards_of(kind)),
        }
        for kind, row in KINDS.items()
    ]


def _attacks() -> list[dict[str, Any]]:
    state = State(
        difficulty="normal", deck=[], villages=[Village(key, card) for key, card in EXAMPLE.items()]
    )
    attacks = []
    for unit, key in ATTACKS:
        fought = battle.fight(state, unit, state.at(key))
        attacks.append(
            {
                "faces": board.faces([unit, EXAMPLE[key]]),
                "unit": words.card(unit),
                "village": words.village(key),
                "met": words.card(EXAMPLE[key]),
                "told": forecast.in_words(state, key, fought),
            }
        )
    return attacks
