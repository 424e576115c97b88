"""What cards and villages are called in sentences."""

from collections.abc import Sequence
from functools import cache

from games.plugin import Line, SeatName, line, listed
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


def village(key: str) -> Line:
    """«Tower»."""
    return VILLAGES[key]


# What each kind of card, each card and each village is called.
NAMES = {
    **{key: kind.name for key, kind in KINDS.items()},
    **{key: card(key) for key in CARDS if key not in KINDS},
    **VILLAGES,
}

# What fills a gap in a sentence: the field that it is about, and how that is said.
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
