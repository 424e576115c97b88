"""The numbers and worked examples of the rules page, computed from the components."""

from typing import Any

from games.village_assault import board, catalog, components as box, forecast, words
from games.village_assault.catalog import COLORS
from games.village_assault.rules import battle, piles
from games.village_assault.state import State, Village

# Attackers and villages of the examples, chosen arbitrarily.
EXAMPLE: dict[box.VillageKey, str] = {
    "castle": "golem-green",
    "tower": "knight-green",
    "tavern": "archer-orange",
}
ATTACKS: dict[str, box.VillageKey] = {
    "knight-blue": "tavern",
    "hero-blue": "tower",
    "wizard-blue": "castle",
    "assassin-red": "castle",
}
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
        "units": sum(len(catalog.cards_of(unit)) for unit in box.UNITS),
        "animals": sum(box.ANIMALS.values()),
        "inns": len(catalog.cards_of(box.INN)),
        "hand": box.HAND_SIZE,
        "rates": box.RATES,
        "castle": box.CASTLE_BONUS,
        **catalog.FIGURES,
        "animal_gold": catalog.ANIMAL_GOLD,
        "reshuffles": catalog.RESHUFFLES_BY_DRAWS_IN_A_ROUND,
        "gallery": [_shown(kind) for kind in catalog.KINDS],
        "pictured": {chapter: board.faces(cards) for chapter, cards in PICTURED.items()},
        "attacks": _attacks(),
        "gold": gold,
        "buy": {name: gold // rate for name, rate in box.RATES.items()},
    }


def _shown(kind: str) -> dict[str, Any]:
    row, cards = catalog.KINDS[kind], catalog.cards_of(kind)
    return {
        "face": board.face(cards[0]),
        "text": row.rule,
        "colors": [one.name for one in COLORS.values() if one.mark.id in row.printed.colors],
        "count": len(cards),
    }


def _attacks() -> list[dict[str, Any]]:
    villages = [Village(key, card) for key, card in EXAMPLE.items()]
    state = State(difficulty="normal", deck=[], villages=villages)
    return [
        {
            "faces": board.faces([unit, EXAMPLE[key]]),
            "unit": words.card(unit),
            "village": words.village(key),
            "met": words.card(EXAMPLE[key]),
            "told": forecast.in_words(state, battle.fight(state, unit, state.at(key))),
        }
        for unit, key in ATTACKS.items()
    ]
