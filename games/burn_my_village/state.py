"""The state. Every card is in one place: a hand, a bribe, a stall, the discards, the deck.

The deck has no order: a card is drawn from the bag when needed, so no order can leak.
"""

from typing import Literal

import msgspec

from games.burn_my_village import components as box

Ending = Literal["deck-empty-draw", "deck-empty-refill"]


class Laid(msgspec.Struct, frozen=True):
    """The cards of a bribe: treasures of its kind, and wilds that count as them for good."""

    treasures: int = 0
    wilds: int = 0

    @property
    def size(self) -> int:
        return self.treasures + self.wilds


Bribes = dict[box.Treasure, Laid]


class Player(msgspec.Struct):
    """A seat's cards.

    `known` counts the hand's cards that everyone has seen: columns are taken openly, and players
    are assumed to play the seen cards of a kind first, so at least these are certain.
    """

    hand: box.Cards = msgspec.field(default_factory=box.no_cards)
    known: box.Cards = msgspec.field(default_factory=box.no_cards)
    bribes: Bribes = msgspec.field(default_factory=lambda: dict.fromkeys(box.TREASURES, Laid()))

    @property
    def hand_size(self) -> int:
        return sum(self.hand.values())

    def has_bribed(self, treasure: box.Treasure) -> bool:
        """Whether there is a bribe; a first bribe needs a treasure."""
        return self.bribes[treasure].treasures > 0


class Public(msgspec.Struct, kw_only=True):
    """The public part of a position.

    `stalls[cost]` is a column, oldest card first; `track` runs left to right. Turns count from 1.
    `cursed` is the kind cursed last.
    """

    track: box.Track
    stalls: list[list[box.Kind]]
    first: int
    discards: box.Cards = msgspec.field(default_factory=box.no_cards)
    cursed: box.Treasure | None = None
    turn: int = 1
    ending: Ending | None = None


class State(Public, kw_only=True):
    """The whole table."""

    players: list[Player]
    deck: box.Cards

    @property
    def to_move(self) -> int:
        """The seat whose turn it is or, at the end, was."""
        return (self.first + self.turn - 1) % len(self.players)

    @property
    def deck_size(self) -> int:
        return sum(self.deck.values())
