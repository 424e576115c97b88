"""Texts about the pieces: the cards' names, and the explanations of the board's «?».

A kind of card has one row here; its drawing is in `pieces.svg` and its color in `base.css`,
under its key.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from games.burn_my_village import components as box
from games.plugin import Book, Chapter, Explanation, Line, SeatName, explain, line, lines, listed
from games.plugin.telling import Vocabulary

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
    "It joins a bribe as one more card of that treasure, or helps pay at a stall. Left in hand "
    "at the end, it costs points.",
    ("wilds", "scoring"),
)


class Card(msgspec.Struct, frozen=True):
    """A kind of card: alone, as a kind, as one of many, and counted; and the board's «?»."""

    word: Line
    plural: Line
    one: Line
    several: Line  # `counted` sets the number
    rule: Explanation = _TREASURE


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
        line("coin"), line("coins"), line("a coin"), lines("{n} coin", "{n} coins"), _COIN
    ),
}

# -- in sentences ---------------------------------------------------------------------------------

NAMES = {kind: card.word for kind, card in CARDS.items()}
NAMES |= {f"{kind}:n": card.several for kind, card in CARDS.items()}
NAMES |= {
    "card:n": lines("{n} card", "{n} cards"),
    "deck:n": lines("The deck: {n} card left", "The deck: {n} cards left"),
    "discards:n": lines(
        "Look through the discards: {n} card", "Look through the discards: {n} cards"
    ),
    "in-hand:n": lines("{n} card in hand", "{n} cards in hand"),
    "stall:n": lines("Stall {n}, costs {n} card", "Stall {n}, costs {n} cards"),
}


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


# Gaps in sentences: the field of the event or action, and the word for its value.
VOCABULARY: Vocabulary = {
    "name": ("seat", SeatName),
    "card": ("card", lambda kind: CARDS[kind].one),
    "treasure": ("treasure", lambda kind: CARDS[kind].word),
    "treasures": ("treasure", lambda kind: CARDS[kind].plural),
    "payment": ("paid", payment),
}

# -- chapters of the rules page, and explanations of «?» ------------------------------------------

BOOK = Book(
    chapters=(
        Chapter("setup", line("Setting up")),
        Chapter("turn", line("Your turn")),
        Chapter("bribe", line("Bribe")),
        Chapter("refill", line("Refill")),
        Chapter("visit", line("Visit the market")),
        Chapter("curse", line("Curse")),
        Chapter("draw", line("Draw")),
        Chapter("wilds", line("Gold coins")),
        Chapter("favor", line("The Dragon’s Favor")),
        Chapter("market", line("The market")),
        Chapter("end", line("The end")),
        Chapter("scoring", line("Scoring")),
        Chapter("ties", line("Ties")),
        Chapter("privacy", line("What others see")),
        Chapter("readings", line("Our readings")),
    ),
    explanations=(
        _TREASURE,
        _COIN,
        explain(
            "favor",
            "A space of the Dragon’s Favor",
            "The number says what each bribed card of the treasure above it is worth. Bribes push "
            "a token to the right; curses push it to the left.",
            ("favor", "bribe", "curse"),
        ),
        explain(
            "visit",
            "A stall",
            "Pay as many cards as the number on the stall, and take all of its cards. One of the "
            "treasures you paid with is cursed. The free stall costs nothing and curses nothing.",
            ("visit", "curse", "refill"),
        ),
        explain(
            "market",
            "The market",
            "After every bribe, cards are dealt to the stalls, starting at the most expensive one, "
            "until a card of the bribed kind or a coin turns up.",
            ("market", "refill", "wilds"),
        ),
        explain(
            "draw",
            "The deck",
            "Drawing a card takes your whole turn. The game ends when a card is needed and none is "
            "left.",
            ("draw", "refill", "end"),
        ),
        explain(
            "curse",
            "The discards",
            "Cards paid at a stall stay here for good, with the last cursed treasure on top. "
            "Anyone may look through them.",
            ("curse", "visit"),
        ),
        explain(
            "scoring",
            "Points",
            "What the bribes are worth now. At the end, hands count too, for better or worse.",
            ("scoring", "ties", "end"),
        ),
    ),
)
