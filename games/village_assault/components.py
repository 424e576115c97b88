"""What is in the box (ruling sheet, The deck): units and animals as rows, counts as constants.

A card is a word: a unit and its color, `ace-green`, or a gray card's kind alone, `pig`.
"""

from typing import Annotated, Literal, NamedTuple, get_args

import msgspec

Color = Literal["red", "orange", "yellow", "green", "blue", "purple"]
COLORS: tuple[Color, ...] = get_args(Color)

Difficulty = Literal["normal", "hard"]


class Unit(NamedTuple):
    """A kind of unit: one card in each of its colors."""

    colors: tuple[Color, ...]
    power: int
    gold: int


UNITS: dict[str, Unit] = {
    "farmer": Unit(COLORS, 1, 3),
    "builder": Unit(COLORS, 1, 3),
    "king": Unit(("yellow", "green"), 0, 0),
    "princess": Unit(("yellow", "green", "blue", "purple"), 0, 5),
    "merchant": Unit(("orange", "yellow"), 0, 3),
    "priest": Unit(("red", "orange"), 0, 0),
    "knight": Unit(("yellow", "green", "blue", "purple"), 2, 1),
    "archer": Unit(("orange", "green"), 2, 2),
    "golem": Unit(("yellow", "green"), 2, 2),
    "warrior": Unit(("red", "orange", "blue"), 2, 1),
    "orc": Unit(("red", "orange"), 2, 2),
    "dragon": Unit(("red", "orange"), 5, 2),
    "assassin": Unit(("red", "purple"), 1, 3),
    "ace": Unit(("yellow", "green", "blue", "purple"), 2, 1),
    "wizard": Unit(("red", "orange", "blue", "purple"), 4, 2),
    "thief": Unit(("yellow", "blue", "purple"), 1, 1),
    "scout": Unit(("red", "orange", "purple"), 1, 1),
    "joker": Unit(("green", "purple"), 2, 1),
    "goblin": Unit(("red", "yellow", "blue"), 2, 1),
    "hero": Unit(("green", "blue"), 3, 2),
}
KING, INN = "king", "inn"

ANIMALS: dict[str, int] = {"chicken": 2, "pig": 2, "bunny": 2, "sheep": 1}  # copies
ANIMAL_GOLD = 1
INNS = 2
INN_GOLD = 3

FREE_PRISONERS = frozenset({"princess", "merchant", "priest"})  # where their power is 0

VillageKey = Literal["castle", "tower", "tavern", "inn-1", "inn-2"]
CASTLE: VillageKey = "castle"
BUILDINGS: tuple[VillageKey, ...] = ("castle", "tower", "tavern")
INN_KEYS: tuple[VillageKey, ...] = ("inn-1", "inn-2")
VILLAGE_KEYS: tuple[VillageKey, ...] = (*BUILDINGS, *INN_KEYS)

HAND_SIZE = 8  # cards drawn before the first round
CHICKEN_DRAWS = 2
THIEF_DRAWS = 1
RATES: dict[Difficulty, int] = {"normal": 3, "hard": 4}  # gold that buys one card

CASTLE_BONUS = 1
PIG_BONUS = 2
ARCHER_BONUS = 2  # defending in place of another
KNIGHT_DEFENDING, KNIGHT_AGAINST_DRAGON = 1, 3
WARRIOR_ATTACKING = 1
ACE_AGAINST_OWN, WIZARD_AGAINST_OWN = 3, -3
GOBLIN_BONUS = HERO_BONUS = 2  # against the High Score card; for the Low Score card

# 53 units in hand (58 but the five shown) against five villages; four of them free, a Bunny against
# each, a Chicken, two Merchants, and the retreat (derived again in the tests).
MAX_CHOICES = 278
# Rounds deal three cards more each, so round 24 can't be dealt whole; in a round every action uses
# up a card of a village, of the hand, of the deck, or of the deck after its one reshuffle, and an
# attack may take two. Random games take about 40 actions.
MAX_ROUNDS = 24
MAX_STEPS = MAX_ROUNDS * 2 * 3 * 69


class Card(msgspec.Struct, frozen=True):
    """What is printed on a card. `color` is None and `power` 0 on gray ones."""

    key: str
    kind: str
    color: Color | None
    power: int
    gold: int

    @property
    def is_animal(self) -> bool:
        return self.kind in ANIMALS


CARDS: dict[str, Card] = {
    **{
        f"{kind}-{color}": Card(f"{kind}-{color}", kind, color, unit.power, unit.gold)
        for kind, unit in UNITS.items()
        for color in unit.colors
    },
    **{animal: Card(animal, animal, None, 0, ANIMAL_GOLD) for animal in ANIMALS},
    INN: Card(INN, INN, None, 0, INN_GOLD),
}
DECK: tuple[str, ...] = tuple(
    card for card in CARDS for _ in range(INNS if card == INN else ANIMALS.get(card, 1))
)
KINGS = tuple(card for card in CARDS if CARDS[card].kind == KING)
FIGHTERS = tuple(card for card in CARDS if CARDS[card].color and card not in KINGS)

PLACE = {card: place for place, card in enumerate(CARDS)}  # in lists: units, then animals

CardKey = Annotated[str, msgspec.Meta(max_length=20)]
