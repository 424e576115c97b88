"""Ruling sheet, The deck and Setup."""

from collections import Counter

from games.plugin import FastChance, Seating
from games.village_assault import rules
from games.village_assault.components import CARDS, DECK, UNITS
from games.village_assault.state import Options, State


def started(order: list[str]) -> State:
    """A run whose deck is drawn in this order, then as it comes."""
    rest = list((Counter(DECK) - Counter(order)).elements())

    class Stacked(FastChance):
        def outcome(self, kind: str, stream: str, args: object) -> object:
            return [*rest, *reversed(order)]

    return rules.setup(Options(), Seating(1), Stacked())


def test_sixty_nine_cards_are_in_play() -> None:
    assert len(DECK) == 69
    units = [card for card in DECK if CARDS[card].colour]
    assert len(units) == len(set(units)) == 60
    assert Counter(CARDS[card].colour for card in units) == dict.fromkeys(
        ("red", "orange", "yellow", "green", "blue", "purple"), 10
    )
    greys = Counter(card for card in DECK if not CARDS[card].colour)
    assert greys == {"chicken": 2, "pig": 2, "bunny": 2, "sheep": 1, "inn": 2}
    assert len(UNITS) == 20
