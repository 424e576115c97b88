"""What cards and villages are called, and what a card says below its name."""

from collections.abc import Sequence
from functools import cache

import msgspec

from games.plugin import Line, SeatName, line, lines, listed
from games.plugin.telling import Vocabulary
from games.village_assault.components import (
    ACE_AGAINST_OWN,
    ARCHER_BONUS,
    CARDS,
    CHICKEN_DRAWS,
    GOBLIN_BONUS,
    HERO_BONUS,
    KNIGHT_AGAINST_DRAGON,
    PIG_BONUS,
    WARRIOR_ATTACKING,
    WIZARD_AGAINST_OWN,
)
from games.village_assault.readings import GOLEM_DEFENDING


class Called(msgspec.Struct, frozen=True):
    """A kind of card: its name, its name counted (with any number), and its note."""

    name: Line
    several: Line
    note: Line


CALLED: dict[str, Called] = {
    "farmer": Called(line("Farmer"), lines("{n} Farmer", "{n} Farmers", 1), line("no tricks")),
    "builder": Called(
        line("Builder"), lines("{n} Builder", "{n} Builders", 1), line("helps Golems")
    ),
    "king": Called(
        line("King"), lines("{n} King", "{n} Kings", 1), line("one more card for the Castle")
    ),
    "princess": Called(
        line("Princess"),
        lines("{n} Princess", "{n} Princesses", 1),
        line("free outside the Castle"),
    ),
    "merchant": Called(
        line("Merchant"), lines("{n} Merchant", "{n} Merchants", 1), line("cash in at any time")
    ),
    "priest": Called(
        line("Priest"), lines("{n} Priest", "{n} Priests", 1), line("1 gold for each prisoner")
    ),
    "knight": Called(
        line("Knight"),
        lines("{n} Knight", "{n} Knights", 1),
        line("+{bonus} against a Dragon", bonus=KNIGHT_AGAINST_DRAGON),
    ),
    "archer": Called(
        line("Archer"),
        lines("{n} Archer", "{n} Archers", 1),
        line("guards the others, +{bonus}", bonus=ARCHER_BONUS),
    ),
    "golem": Called(
        line("Golem"),
        lines("{n} Golem", "{n} Golems", 1),
        line("+{bonus} and more defending", bonus=GOLEM_DEFENDING),
    ),
    "warrior": Called(
        line("Warrior"),
        lines("{n} Warrior", "{n} Warriors", 1),
        line("+{bonus} attacking", bonus=WARRIOR_ATTACKING),
    ),
    "orc": Called(
        line("Orc"), lines("{n} Orc", "{n} Orcs", 1), line("as strong as the stack is high")
    ),
    "dragon": Called(line("Dragon"), lines("{n} Dragon", "{n} Dragons", 1), line("no tricks")),
    "assassin": Called(
        line("Assassin"), lines("{n} Assassin", "{n} Assassins", 1), line("always wins attacking")
    ),
    "ace": Called(
        line("Ace"),
        lines("{n} Ace", "{n} Aces", 1),
        line("+{bonus} against its color", bonus=ACE_AGAINST_OWN),
    ),
    "wizard": Called(
        line("Wizard"),
        lines("{n} Wizard", "{n} Wizards", 1),
        line("−{loss} against its color", loss=-WIZARD_AGAINST_OWN),
    ),
    "thief": Called(line("Thief"), lines("{n} Thief", "{n} Thieves", 1), line("then draw a card")),
    "scout": Called(
        line("Scout"), lines("{n} Scout", "{n} Scouts", 1), line("a win discards the next card")
    ),
    "joker": Called(
        line("Joker"), lines("{n} Joker", "{n} Jokers", 1), line("the lower power wins")
    ),
    "goblin": Called(
        line("Goblin"),
        lines("{n} Goblin", "{n} Goblins", 1),
        line("+{bonus} against High Score", bonus=GOBLIN_BONUS),
    ),
    "hero": Called(
        line("Hero"),
        lines("{n} Hero", "{n} Heroes", 1),
        line("+{bonus} for Low Score", bonus=HERO_BONUS),
    ),
    "chicken": Called(
        line("Chicken"),
        lines("{n} Chicken", "{n} Chickens", 1),
        line("draw {cards} cards", cards=CHICKEN_DRAWS),
    ),
    "pig": Called(
        line("Pig"), lines("{n} Pig", "{n} Pigs", 1), line("+{bonus} attacking", bonus=PIG_BONUS)
    ),
    "bunny": Called(line("Bunny"), lines("{n} Bunny", "{n} Bunnies", 1), line("discards an enemy")),
    "sheep": Called(
        line("Sheep"), lines("{n} Sheep", "{n} Sheep", 1), line("goes instead of a unit")
    ),
    "inn": Called(line("Inn"), lines("{n} Inn", "{n} Inns", 1), line("one more village")),
}
COLORS: dict[str, Line] = {
    "red": line("red"),
    "orange": line("orange"),
    "yellow": line("yellow"),
    "green": line("green"),
    "blue": line("blue"),
    "purple": line("purple"),
}
MARKS: dict[str, Line] = {
    "red": line("R"),
    "orange": line("O"),
    "yellow": line("Y"),
    "green": line("G"),
    "blue": line("B"),
    "purple": line("P"),
}
VILLAGES: dict[str, Line] = {
    "castle": line("Castle"),
    "tower": line("Tower"),
    "tavern": line("Tavern"),
    "inn-1": line("first Inn"),
    "inn-2": line("second Inn"),
}


@cache
def card(key: str) -> Line:
    """«red Farmer», «Pig»."""
    printed = CARDS[key]
    name = CALLED[printed.kind].name
    if printed.color is None:
        return name
    return line("{color} {unit}", color=COLORS[printed.color], unit=name)


def cards(keys: Sequence[str]) -> Line:
    """«red Farmer, Pig and green Ace»."""
    return listed([card(key) for key in keys])


def kind(key: str) -> Line:
    """«Farmer»."""
    return CALLED[CARDS[key].kind].name


def village(key: str) -> Line:
    """«Tower»."""
    return VILLAGES[key]


@cache
def counted(kind: str, count: int) -> Line:
    """«2 Pigs»."""
    return CALLED[kind].several.counting(count)


# What each kind of card, each card and each village is called.
NAMES = {
    **{kind: called.name for kind, called in CALLED.items()},
    **{f"{kind}:n": called.several for kind, called in CALLED.items()},
    **{key: card(key) for key in CARDS if key not in CALLED},
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
}
