"""What the cards are called in sentences. A wild is a gold coin; people read «coin»."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from games.burn_my_village import components as box
from games.plugin import Line, SeatName, line, lines, listed
from games.plugin.telling import Vocabulary


class Called(msgspec.Struct, frozen=True):
    """One kind of card: alone, as a kind, as one of many, and counted."""

    word: Line
    plural: Line
    one: Line
    several: Line  # with any number, which `counted` replaces


CALLED: dict[str, Called] = {
    "sword": Called(
        line("sword"), line("swords"), line("a sword"), lines("{n} sword", "{n} swords", 1)
    ),
    "scroll": Called(
        line("scroll"), line("scrolls"), line("a scroll"), lines("{n} scroll", "{n} scrolls", 1)
    ),
    "feather": Called(
        line("feather"),
        line("feathers"),
        line("a feather"),
        lines("{n} feather", "{n} feathers", 1),
    ),
    "potion": Called(
        line("potion"), line("potions"), line("a potion"), lines("{n} potion", "{n} potions", 1)
    ),
    "axe": Called(line("axe"), line("axes"), line("an axe"), lines("{n} axe", "{n} axes", 1)),
    "crown": Called(
        line("crown"), line("crowns"), line("a crown"), lines("{n} crown", "{n} crowns", 1)
    ),
    "wild": Called(line("coin"), line("coins"), line("a coin"), lines("{n} coin", "{n} coins", 1)),
}
NAMES = {kind: called.word for kind, called in CALLED.items()}
NAMES |= {f"{kind}:n": called.several for kind, called in CALLED.items()}


def word(kind: str) -> Line:
    """«sword»."""
    return CALLED[kind].word


def plural(kind: str) -> Line:
    """«swords»."""
    return CALLED[kind].plural


def one(kind: str) -> Line:
    """«a sword»."""
    return CALLED[kind].one


@cache
def counted(kind: str, count: int) -> Line:
    """«1 sword», «3 swords»."""
    return CALLED[kind].several.counting(count)


def gift(treasure: str, count: int, wilds: int) -> Line:
    """«2 swords and 1 coin»."""
    return listed([counted(kind, n) for kind, n in ((treasure, count), (box.WILD, wilds)) if n])


def payment(paid: Mapping[Any, int]) -> Line:
    """«a sword and 2 coins»."""
    cards = [(kind, paid[kind]) for kind in box.KINDS if paid.get(kind)]
    return listed([one(kind) if count == 1 else counted(kind, count) for kind, count in cards])


# What fills a gap in a sentence: the field that it is about, and how that is said.
VOCABULARY: Vocabulary = {
    "name": ("seat", SeatName),
    "card": ("card", one),
    "treasure": ("treasure", word),
    "treasures": ("treasure", plural),
    "payment": ("paid", payment),
}
