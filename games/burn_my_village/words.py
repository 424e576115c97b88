"""The names of cards, for sentences."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from games.burn_my_village import components as box
from games.burn_my_village.catalog import CARDS
from games.plugin import Line, SeatName, listed
from games.plugin.telling import Vocabulary

NAMES = {kind: card.word for kind, card in CARDS.items()}
NAMES |= {f"{kind}:n": card.several for kind, card in CARDS.items()}


@cache
def counted(kind: str, count: int) -> Line:
    """«1 sword», «3 swords»."""
    return CARDS[kind].several.counting(count)


def gift(treasure: str, count: int, wilds: int) -> Line:
    """«2 swords and 1 coin»."""
    return listed([counted(kind, n) for kind, n in ((treasure, count), (box.WILD, wilds)) if n])


def payment(paid: Mapping[Any, int]) -> Line:
    """«a sword and 2 coins»."""
    cards = [(kind, paid[kind]) for kind in box.KINDS if paid.get(kind)]
    return listed([CARDS[kind].one if n == 1 else counted(kind, n) for kind, n in cards])


# The gaps in sentences: the event's field, and the word for its value.
VOCABULARY: Vocabulary = {
    "name": ("seat", SeatName),
    "card": ("card", lambda kind: CARDS[kind].one),
    "treasure": ("treasure", lambda kind: CARDS[kind].word),
    "treasures": ("treasure", lambda kind: CARDS[kind].plural),
    "payment": ("paid", payment),
}
