"""Every kind of card: copies, names, explanations.

Sentences, labels, the help on the board, the rules page and `components` use these rows. A kind's
drawing is in `pieces.svg` and its color in `colors.css`, under its key. A wild is a gold coin;
people read «coin».
"""

import msgspec

from games.plugin import Explanation, Line, explain, line, lines

_TREASURE = explain(
    "bribe",
    "A treasure",
    "Bribe the dragon with any number of cards of one treasure, or pay with it at a stall. "
    "Its token shows what each bribed card is worth.",
    ("bribe", "visit", "scoring"),
)
_COIN = explain(
    "wilds",
    "A gold coin",
    "It joins a bribe as one more card of its treasure, or helps pay at a stall. Left in hand "
    "at the end, it costs points.",
    ("wilds", "scoring"),
)


class Card(msgspec.Struct, frozen=True):
    """A kind of card: alone, as a kind, as one of many, and counted."""

    word: Line
    plural: Line
    one: Line
    several: Line  # counted: `words.counted` sets the number
    count: int = 14
    rule: Explanation = _TREASURE  # the board's explanation


CARDS = {
    "sword": Card(line("sword"), line("swords"), line("a sword"), lines("{n} sword", "{n} swords")),
    "scroll": Card(
        line("scroll"), line("scrolls"), line("a scroll"), lines("{n} scroll", "{n} scrolls")
    ),
    "feather": Card(
        line("feather"), line("feathers"), line("a feather"), lines("{n} feather", "{n} feathers")
    ),
    "potion": Card(
        line("potion"), line("potions"), line("a potion"), lines("{n} potion", "{n} potions")
    ),
    "axe": Card(line("axe"), line("axes"), line("an axe"), lines("{n} axe", "{n} axes")),
    "crown": Card(line("crown"), line("crowns"), line("a crown"), lines("{n} crown", "{n} crowns")),
    "wild": Card(
        line("coin"),
        line("coins"),
        line("a coin"),
        lines("{n} coin", "{n} coins"),
        count=20,
        rule=_COIN,
    ),
}
