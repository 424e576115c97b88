"""The contents of the box as constants (ruling sheet, The deck).

`catalog` describes the kinds of cards. A card is a word: a unit and its color, `ace-green`, or a
gray card's kind, `pig`.
"""

from typing import Annotated, Literal

import msgspec

from games.village_assault.catalog import KINDS, cards_of

Difficulty = Literal["normal", "hard"]

KING, INN = "king", "inn"
UNITS = [kind for kind, row in KINDS.items() if row.printed.colors]
ANIMALS = {  # copies
    kind: row.printed.copies for kind, row in KINDS.items() if kind not in (*UNITS, INN)
}

FREE_PRISONERS = frozenset({"princess", "merchant", "priest"})  # with power 0

VillageKey = Literal["castle", "tower", "tavern", "inn-1", "inn-2"]
CASTLE: VillageKey = "castle"
BUILDINGS: tuple[VillageKey, ...] = ("castle", "tower", "tavern")
INN_KEYS: tuple[VillageKey, ...] = ("inn-1", "inn-2")

HAND_SIZE = 8  # cards drawn before the first round
RATES: dict[Difficulty, int] = {"normal": 3, "hard": 4}  # gold that buys one card

CASTLE_BONUS = 1

# 53 units in hand (58 minus the five shown) against five villages; four of them free, a Bunny
# against each, a Chicken, two Merchants, and the retreat (derived again in the tests).
MAX_CHOICES = 278
# Each round deals three more cards, so round 24 can't be dealt completely. In a round every action
# uses up a card of a village, the hand, the deck, or the deck after its one reshuffle, and an
# attack may take two actions. Random games take about 40 actions.
MAX_ROUNDS = 24
MAX_STEPS = MAX_ROUNDS * 2 * 3 * 69


class Card(msgspec.Struct, frozen=True):
    """The print of a card. `color` is None and `power` 0 on gray cards."""

    kind: str
    color: str | None
    power: int
    gold: int

    @property
    def is_animal(self) -> bool:
        return self.kind in ANIMALS


DECK = tuple(card for kind in KINDS for card in cards_of(kind))
CARDS = {
    card: Card(kind, card.partition("-")[2] or None, row.printed.power, row.printed.gold)
    for kind, row in KINDS.items()
    for card in cards_of(kind)
}
KINGS = tuple(card for card in CARDS if CARDS[card].kind == KING)
FIGHTERS = tuple(card for card in CARDS if CARDS[card].color and card not in KINGS)

PLACE = {card: place for place, card in enumerate(CARDS)}  # in lists: units, then animals

CardKey = Annotated[str, msgspec.Meta(max_length=20)]
