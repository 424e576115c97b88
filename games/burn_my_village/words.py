"""What the cards are called in sentences. A wild is a gold coin; people read «coin»."""

from collections.abc import Callable
from functools import cache

from games.plugin import Line, line, lines

_WORD = {
    "sword": line("sword"),
    "scroll": line("scroll"),
    "feather": line("feather"),
    "potion": line("potion"),
    "axe": line("axe"),
    "crown": line("crown"),
    "wild": line("coin"),
}
_PLURAL = {
    "sword": line("swords"),
    "scroll": line("scrolls"),
    "feather": line("feathers"),
    "potion": line("potions"),
    "axe": line("axes"),
    "crown": line("crowns"),
    "wild": line("coins"),
}
_ONE = {
    "sword": line("a sword"),
    "scroll": line("a scroll"),
    "feather": line("a feather"),
    "potion": line("a potion"),
    "axe": line("an axe"),
    "crown": line("a crown"),
    "wild": line("a coin"),
}
_COUNTED: dict[str, Callable[[int], Line]] = {
    "sword": lambda n: lines("{n} sword", "{n} swords", n),
    "scroll": lambda n: lines("{n} scroll", "{n} scrolls", n),
    "feather": lambda n: lines("{n} feather", "{n} feathers", n),
    "potion": lambda n: lines("{n} potion", "{n} potions", n),
    "axe": lambda n: lines("{n} axe", "{n} axes", n),
    "crown": lambda n: lines("{n} crown", "{n} crowns", n),
    "wild": lambda n: lines("{n} coin", "{n} coins", n),
}


def word(kind: str) -> Line:
    """«sword»."""
    return _WORD[kind]


def plural(kind: str) -> Line:
    """«swords»."""
    return _PLURAL[kind]


def one(kind: str) -> Line:
    """«a sword»."""
    return _ONE[kind]


@cache
def counted(kind: str, count: int) -> Line:
    """«1 sword», «3 swords»."""
    return _COUNTED[kind](count)


def some(kind: str, count: int) -> Line:
    """«a sword», «3 swords»."""
    return one(kind) if count == 1 else counted(kind, count)
