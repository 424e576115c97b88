"""The names of cards and villages, for sentences."""

from collections.abc import Sequence
from functools import cache

from games.plugin import Line, SeatName, line, lines, listed
from games.plugin.telling import Vocabulary
from games.village_assault.catalog import COLORS, KINDS, VILLAGES
from games.village_assault.components import CARDS


@cache
def card(key: str) -> Line:
    """«red Farmer», «Pig»."""
    printed = CARDS[key]
    name = KINDS[printed.kind].name
    if printed.color is None:
        return name
    return line("{color} {unit}", color=COLORS[printed.color].name, unit=name)


def cards(keys: Sequence[str]) -> Line:
    """«red Farmer, Pig and green Ace»."""
    return listed([card(key) for key in keys])


def kind(key: str) -> Line:
    """«Farmer»."""
    return KINDS[CARDS[key].kind].name


def draw(count: int) -> Line:
    """«draw 2 cards», as a part of a sentence."""
    return lines("draw {n} card", "draw {n} cards", count)


def helpers(hand: Sequence[str], *, spending: bool = False) -> Line | None:
    """«Pigs or the Sheep»: those in hand that may go with an attack or a spending, or None."""
    pigs = 0 if spending else list(hand).count("pig")
    if "sheep" not in hand:
        return lines("a Pig", "Pigs", pigs) if pigs else None
    return lines("a Pig or the Sheep", "Pigs or the Sheep", pigs) if pigs else line("the Sheep")


def with_pigs(unit: Line, pigs: int) -> Line:
    """«red Farmer with 2 Pigs»; the unit alone if it has none."""
    return lines("{unit} with {n} Pig", "{unit} with {n} Pigs", pigs, unit=unit) if pigs else unit


def village(key: str) -> Line:
    """«Tower»."""
    return VILLAGES[key]


# The names of kinds, cards and villages.
NAMES = {
    **{key: kind.name for key, kind in KINDS.items()},
    **{key: card(key) for key in CARDS if key not in KINDS},
    **VILLAGES,
}

# The gaps in sentences: the event's field, and the word for its value.
VOCABULARY: Vocabulary = {
    "name": ("seat", SeatName),
    "card": ("card", card),
    "cards": ("cards", cards),
    "unit": ("unit", card),
    "defender": ("defender", card),
    "by": ("by", card),
    "village": ("village", village),
    "defense": ("defence", int),  # as records spell it
}
