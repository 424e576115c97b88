"""The contents of the box: cards, track and market as constants (ruling sheet, Components)."""

from typing import Literal, get_args

Treasure = Literal["sword", "scroll", "feather", "potion", "axe", "crown"]
Kind = Literal[Treasure, "wild"]  # a wild is a gold coin; people read «coin»

Track = list[Treasure]  # the tokens on the Dragon's Favor, left to right

TREASURES: tuple[Treasure, ...] = get_args(Treasure)
WILD: Literal["wild"] = "wild"
KINDS: tuple[Kind, ...] = get_args(Kind)

TREASURE_COPIES, WILD_COPIES = 14, 20
WILDS_REMOVED = {2: 9, 3: 7, 4: 2, 5: 0}  # by number of players
MIN_SEATS, MAX_SEATS = min(WILDS_REMOVED), max(WILDS_REMOVED)

HAND_SIZE = 7  # cards dealt to each player; there is no limit later
SPACE_VALUES = (1, 2, 2, 3, 3, 4)  # the Dragon's Favor, left to right; our reading, see the sheet
LAST_SPACE = len(SPACE_VALUES) - 1
STALL_COSTS = (3, 2, 1, 0)  # the stalls in the order of a refill
LEFTOVER_WILD_COST = 2  # points lost for a wild left in hand

# Nobody can ever hold the cards dealt to the others, so a player of four holds at most 81 cards;
# 18 coins, 61 treasures and two filled stalls give the longest list (derived again in the tests).
MAX_CHOICES = 1370
# Turns of the longest game, reached with two players: deck + 5 + (cards in play - 6) // 4.
MAX_TURNS = 104

# Copies of each kind. Every kind is a key; the order of keys is never relied on.
Cards = dict[str, int]


def no_cards() -> Cards:
    """An empty hand, pile or bag."""
    return dict.fromkeys(KINDS, 0)


def full_deck(seats: int) -> Cards:
    """Return all cards in play with that many players (ruling sheet, Components)."""
    wilds = WILD_COPIES - WILDS_REMOVED[seats]
    return {**dict.fromkeys(TREASURES, TREASURE_COPIES), WILD: wilds}
