"""Every kind of card: its cards, their values, explanations.

Labels, faces, the log, the help on the board, the rules page and the gallery use these rows.
"""

from typing import NamedTuple

import msgspec

from games.plugin import Line, line
from games.village_assault.readings import GOLEM_DEFENDING, GOLEM_FOR_EACH_BUILDER

ARCHER_BONUS = 2  # defending in place of another
KNIGHT_DEFENDING, KNIGHT_AGAINST_DRAGON = 1, 3
WARRIOR_ATTACKING = 1
ACE_AGAINST_OWN, WIZARD_AGAINST_OWN = 3, -3
GOBLIN_BONUS = HERO_BONUS = 2  # against the High Score card; for the Low Score card
PIG_BONUS = 2
CHICKEN_DRAWS = 2
THIEF_DRAWS = 1
ANIMAL_GOLD = 1


class Color(NamedTuple):
    """The name of a color, and its letter."""

    name: Line
    mark: Line


COLORS = {
    "red": Color(line("red"), line("R")),
    "orange": Color(line("orange"), line("O")),
    "yellow": Color(line("yellow"), line("Y")),
    "green": Color(line("green"), line("G")),
    "blue": Color(line("blue"), line("B")),
    "purple": Color(line("purple"), line("P")),
}
_ALL = tuple(COLORS)


class Print(NamedTuple):
    """The print of a kind's cards: a unit has one in each of its colors, others are gray."""

    colors: tuple[str, ...]
    power: int
    gold: int
    copies: int = 1  # of a gray card


class Kind(msgspec.Struct, frozen=True):
    """A kind of card."""

    printed: Print
    name: Line  # in sentences
    note: Line  # below its name
    rule: Line  # its effect, in full
    chapters: tuple[str, ...] = ("attack", "cards")  # of the rules page, with more about it


KINDS: dict[str, Kind] = {
    "farmer": Kind(
        Print(_ALL, 1, 3),
        line("Farmer"),
        line("no special ability"),
        line("No special ability, but worth a card on Normal."),
    ),
    "builder": Kind(
        Print(_ALL, 1, 3),
        line("Builder"),
        line("helps Golems"),
        line("Each one shown in another village makes a defending Golem stronger."),
    ),
    "king": Kind(
        Print(("yellow", "green"), 0, 0),
        line("King"),
        line("one more card for the Castle"),
        line(
            "Turned up in a village, he moves behind the Castle, which is dealt one more card each "
            "round. Drawn into hand, he is discarded and not replaced."
        ),
        ("rounds", "spending", "cards"),
    ),
    "princess": Kind(
        Print(("yellow", "green", "blue", "purple"), 0, 5),
        line("Princess"),
        line("free outside the Castle"),
        line("No power, much gold. Free to take, but not in the Castle."),
        ("free", "cards"),
    ),
    "merchant": Kind(
        Print(("orange", "yellow"), 0, 3),
        line("Merchant"),
        line("cash in at any time"),
        line(
            "From hand, at any time: discard him, add hand cards to the prisoners if you like, and "
            "cash them in at once, without scoring. In a village he is free, but not in the Castle."
        ),
        ("merchant", "free", "cards"),
    ),
    "priest": Kind(
        Print(("red", "orange"), 0, 0),
        line("Priest"),
        line("1 gold for each prisoner"),
        line(
            "Worth one gold for each card in the prisoner pile, himself included. Free to take, "
            "but not in the Castle."
        ),
        ("free", "score", "cards"),
    ),
    "knight": Kind(
        Print(("yellow", "green", "blue", "purple"), 2, 1),
        line("Knight"),
        line("+{bonus} against a Dragon", bonus=KNIGHT_AGAINST_DRAGON),
        line(
            "+{more} when he defends, and +{dragon} against a Dragon. Both add up.",
            more=KNIGHT_DEFENDING,
            dragon=KNIGHT_AGAINST_DRAGON,
        ),
    ),
    "archer": Kind(
        Print(("orange", "green"), 2, 2),
        line("Archer"),
        line("guards the others, +{bonus}", bonus=ARCHER_BONUS),
        line(
            "Shown in a village, she defends in place of any unit attacked elsewhere, with "
            "+{more}. Attacked at home, she has no bonus. Of two, the stronger steps in, then the "
            "first in this order: Castle, Tower, Tavern, Inns.",
            more=ARCHER_BONUS,
        ),
        ("archer", "cards"),
    ),
    "golem": Kind(
        Print(("yellow", "green"), 2, 2),
        line("Golem"),
        line("+{bonus} and more defending", bonus=GOLEM_DEFENDING),
        line(
            "+{more} when it defends, and +{each} for each Builder shown in another village.",
            more=GOLEM_DEFENDING,
            each=GOLEM_FOR_EACH_BUILDER,
        ),
        ("cards", "readings"),
    ),
    "warrior": Kind(
        Print(("red", "orange", "blue"), 2, 1),
        line("Warrior"),
        line("+{bonus} attacking", bonus=WARRIOR_ATTACKING),
        line(
            "+{more} when he attacks. Or spend him to tear down an Inn that has no cards.",
            more=WARRIOR_ATTACKING,
        ),
        ("spending", "cards"),
    ),
    "orc": Kind(
        Print(("red", "orange"), 2, 2),
        line("Orc"),
        line("as strong as the stack is high"),
        line(
            "Attacking, his power is the number of cards in the attacked stack, face-down ones "
            "included, and at the Castle the Kings behind it, too."
        ),
    ),
    "dragon": Kind(
        Print(("red", "orange"), 5, 2),
        line("Dragon"),
        line("no special ability"),
        line("The strongest unit, with no special ability."),
    ),
    "assassin": Kind(
        Print(("red", "purple"), 1, 3),
        line("Assassin"),
        line("always wins attacking"),
        line(
            "Always wins when she attacks. Or spend her to do away with a King while the Castle "
            "has no cards."
        ),
        ("spending", "cards"),
    ),
    "ace": Kind(
        Print(("yellow", "green", "blue", "purple"), 2, 1),
        line("Ace"),
        line("+{bonus} against its color", bonus=ACE_AGAINST_OWN),
        line("+{more} against a unit of its own color.", more=ACE_AGAINST_OWN),
    ),
    "wizard": Kind(
        Print(("red", "orange", "blue", "purple"), 4, 2),
        line("Wizard"),
        line("−{loss} against its color", loss=-WIZARD_AGAINST_OWN),
        line("−{less} against a unit of his own color.", less=-WIZARD_AGAINST_OWN),
    ),
    "thief": Kind(
        Print(("yellow", "blue", "purple"), 1, 1),
        line("Thief"),
        line("then draw a card"),
        line(
            "Yours draws {cards} card after the battle, won or lost. Defeating the enemy’s frees a "
            "prisoner at random first.",
            cards=THIEF_DRAWS,
        ),
        ("battle", "cards"),
    ),
    "scout": Kind(
        Print(("red", "orange", "purple"), 1, 1),
        line("Scout"),
        line("a win discards the next card"),
        line(
            "If yours wins, the next face-down card below the loser is discarded. Defeating the "
            "enemy’s frees a prisoner at random first."
        ),
        ("battle", "cards"),
    ),
    "joker": Kind(
        Print(("green", "purple"), 2, 1),
        line("Joker"),
        line("the lower power wins"),
        line("Used or met: the lower power wins, and ties go to the defender."),
    ),
    "goblin": Kind(
        Print(("red", "yellow", "blue"), 2, 1),
        line("Goblin"),
        line("+{bonus} against High Score", bonus=GOBLIN_BONUS),
        line("+{more} against the side that holds High Score.", more=GOBLIN_BONUS),
    ),
    "hero": Kind(
        Print(("green", "blue"), 3, 2),
        line("Hero"),
        line("+{bonus} for Low Score", bonus=HERO_BONUS),
        line("+{more} for the side that holds Low Score.", more=HERO_BONUS),
    ),
    "chicken": Kind(
        Print((), 0, ANIMAL_GOLD, copies=2),
        line("Chicken"),
        line("draw {cards} cards", cards=CHICKEN_DRAWS),
        line("Discard it and draw {cards} cards.", cards=CHICKEN_DRAWS),
        ("animals", "cards"),
    ),
    "pig": Kind(
        Print((), 0, ANIMAL_GOLD, copies=2),
        line("Pig"),
        line("+{bonus} attacking", bonus=PIG_BONUS),
        line("Discard it with a unit that attacks, for +{more}.", more=PIG_BONUS),
        ("animals", "cards"),
    ),
    "bunny": Kind(
        Print((), 0, ANIMAL_GOLD, copies=2),
        line("Bunny"),
        line("discards an enemy"),
        line("Discard it together with a unit that a village shows. It isn’t taken prisoner."),
        ("animals", "cards"),
    ),
    "sheep": Kind(
        Print((), 0, ANIMAL_GOLD),
        line("Sheep"),
        line("discarded instead of a unit"),
        line("Discard it in place of a unit you just used: that unit stays in hand."),
        ("animals", "cards"),
    ),
    "inn": Kind(
        Print((), 0, 3, copies=2),
        line("Inn"),
        line("one more village"),
        line(
            "Turned up, it becomes one more village from the next round on. Drawn into hand, it is "
            "discarded and not replaced."
        ),
        ("rounds", "spending", "cards"),
    ),
}
VILLAGES: dict[str, Line] = {
    "castle": line("Castle"),
    "tower": line("Tower"),
    "tavern": line("Tavern"),
    "inn-1": line("first Inn"),
    "inn-2": line("second Inn"),
}


def cards_of(kind: str) -> list[str]:
    """Return all cards of a kind in the deck."""
    printed = KINDS[kind].printed
    return [f"{kind}-{color}" for color in printed.colors] or [kind] * printed.copies
