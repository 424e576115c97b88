"""Every kind of card: its cards, their values, explanations.

Labels, faces, the log, the help on the board, the rules page and the gallery use these rows.
"""

from typing import NamedTuple

from games.plugin import Line, line
from games.plugin.telling import filled

ANIMAL_GOLD = 1

# Our readings where the sources leave something open, and the Golem's figures: the base game's card
# only says that it defends better and counts Builders. The rules page lists them all.
CASTLE_BONUS_TRAVELS = True  # a unit at home there is stronger even when she defends elsewhere
RESHUFFLES_BY_DRAWS_IN_A_ROUND = 1  # by Chicken, Thief and Merchant, so that nothing loops


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


class Print(NamedTuple):
    """The print of a kind's cards: a unit has one card in each of its colors, others are gray."""

    colors: str  # their letters
    power: int
    gold: int
    name: Line  # in sentences, too
    note: Line  # below the name
    copies: int = 1  # of a gray card


class Kind(NamedTuple):
    """A kind of card, its effect in full, and the chapters of the rules page with more about it."""

    printed: Print
    rule: Line
    chapters: tuple[str, ...]
    figures: dict[str, int]


def _kind(
    printed: Print, rule: Line, chapters: tuple[str, ...] = ("attack", "cards"), **figures: int
) -> Kind:
    """A kind whose figures fill the gaps in its note and rule."""
    note = filled(printed.note, figures, {})
    return Kind(printed._replace(note=note), filled(rule, figures, {}), chapters, figures)


KINDS: dict[str, Kind] = {
    "farmer": _kind(
        Print("ROYGBP", 1, 3, line("Farmer"), line("no special ability")),
        line("No special ability, but worth a card on Normal."),
    ),
    "builder": _kind(
        Print("ROYGBP", 1, 3, line("Builder"), line("helps Golems")),
        line("Each one shown in another village makes a defending Golem stronger."),
    ),
    "king": _kind(
        Print("YG", 0, 0, line("King"), line("one more card for the Castle")),
        line(
            "Turned up in a village, he moves behind the Castle, which is dealt one more card each "
            "round. Drawn into hand, he is discarded and not replaced."
        ),
        ("rounds", "spending", "cards"),
    ),
    "princess": _kind(
        Print("YGBP", 0, 5, line("Princess"), line("free outside the Castle")),
        line("No power, but a lot of gold. Free to take, but not in the Castle."),
        ("free", "cards"),
    ),
    "merchant": _kind(
        Print("OY", 0, 3, line("Merchant"), line("cash in at any time")),
        line(
            "From hand, at any time: discard him, add hand cards to the prisoners if you like, and "
            "cash them in at once, without scoring. In a village he is free, but not in the Castle."
        ),
        ("merchant", "free", "cards"),
    ),
    "priest": _kind(
        Print("RO", 0, 0, line("Priest"), line("1 gold for each prisoner")),
        line(
            "Worth one gold for each card in the prisoner pile, himself included. Free to take, "
            "but not in the Castle."
        ),
        ("free", "score", "cards"),
    ),
    "knight": _kind(
        Print("YGBP", 2, 1, line("Knight"), line("+{dragon} against a Dragon")),
        line("+{defending} when he defends, and +{dragon} against a Dragon. Both add up."),
        defending=1,
        dragon=3,
    ),
    "archer": _kind(
        Print("OG", 2, 2, line("Archer"), line("guards the others, +{guarding}")),
        line(
            "Shown in a village, she defends in place of any unit attacked elsewhere, with "
            "+{guarding}. Attacked at home, she has no bonus. Of two, the stronger steps in, then "
            "the first in this order: Castle, Tower, Tavern, Inns."
        ),
        ("archer", "cards"),
        guarding=2,
    ),
    "golem": _kind(
        Print("YG", 2, 2, line("Golem"), line("+{defending} and more defending")),
        line(
            "+{defending} when it defends, and +{builder} for each Builder shown in another "
            "village."
        ),
        ("cards", "readings"),
        defending=2,
        builder=1,
    ),
    "warrior": _kind(
        Print("ROB", 2, 1, line("Warrior"), line("+{attacking} attacking")),
        line("+{attacking} when he attacks. Or spend him to tear down an Inn that has no cards."),
        ("spending", "cards"),
        attacking=1,
    ),
    "orc": _kind(
        Print("RO", 2, 2, line("Orc"), line("as strong as the stack is high")),
        line(
            "When he attacks, his power is the number of cards in the attacked stack, face-down "
            "ones included, plus the Kings behind the Castle if he attacks that."
        ),
    ),
    "dragon": _kind(
        Print("RO", 5, 2, line("Dragon"), line("no special ability")),
        line("The strongest unit, with no special ability."),
    ),
    "assassin": _kind(
        Print("RP", 1, 3, line("Assassin"), line("always wins when attacking")),
        line(
            "Always wins when she attacks. Or spend her to do away with a King while the Castle "
            "has no cards."
        ),
        ("spending", "cards"),
    ),
    "ace": _kind(
        Print("YGBP", 2, 1, line("Ace"), line("+{color} against its color")),
        line("+{color} against a unit of its own color."),
        color=3,
    ),
    "wizard": _kind(
        Print("ROBP", 4, 2, line("Wizard"), line("{color} against its color")),
        line("{color} against a unit of his own color."),
        color=-3,
    ),
    "thief": _kind(
        Print("YBP", 1, 1, line("Thief"), line("draw a card afterward")),
        line(
            "After your Thief fights, win or lose, draw {draws} card. Defeating an enemy Thief "
            "first frees one of your prisoners at random."
        ),
        ("battle", "cards"),
        draws=1,
    ),
    "scout": _kind(
        Print("ROP", 1, 1, line("Scout"), line("a win discards the next card")),
        line(
            "If your Scout wins, discard the next face-down card below the loser. Defeating an "
            "enemy Scout first frees one of your prisoners at random."
        ),
        ("battle", "cards"),
    ),
    "joker": _kind(
        Print("GP", 2, 1, line("Joker"), line("the lower power wins")),
        line("Used or met: the lower power wins, and ties go to the defender."),
    ),
    "goblin": _kind(
        Print("RYB", 2, 1, line("Goblin"), line("+{score} against High Score")),
        line("+{score} against the side that holds High Score."),
        score=2,
    ),
    "hero": _kind(
        Print("GB", 3, 2, line("Hero"), line("+{score} for Low Score")),
        line("+{score} for the side that holds Low Score."),
        score=2,
    ),
    "chicken": _kind(
        Print("", 0, ANIMAL_GOLD, line("Chicken"), line("draw {draws} cards"), copies=2),
        line("Discard it and draw {draws} cards."),
        ("animals", "cards"),
        draws=2,
    ),
    "pig": _kind(
        Print("", 0, ANIMAL_GOLD, line("Pig"), line("+{helping} attacking"), copies=2),
        line("Discard it when a unit attacks: that unit gets +{helping}."),
        ("animals", "cards"),
        helping=2,
    ),
    "bunny": _kind(
        Print("", 0, ANIMAL_GOLD, line("Bunny"), line("discards an enemy"), copies=2),
        line(
            "Discard it to remove a unit that a village shows: it is discarded, not taken prisoner."
        ),
        ("animals", "cards"),
    ),
    "sheep": _kind(
        Print("", 0, ANIMAL_GOLD, line("Sheep"), line("discarded instead of a unit")),
        line("Discard it in place of a unit you just used: that unit stays in hand."),
        ("animals", "cards"),
    ),
    "inn": _kind(
        Print("", 0, 3, line("Inn"), line("one more village"), copies=2),
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


FIGURES = {kind: row.figures for kind, row in KINDS.items()}


def cards_of(kind: str) -> list[str]:
    """Return all cards of a kind in the deck."""
    printed = KINDS[kind].printed
    colors = [color for color, row in COLORS.items() if row.mark.id in printed.colors]
    return [f"{kind}-{color}" for color in colors] or [kind] * printed.copies
