"""The chance that is passed to a ruleset.

`FastChance` is for searches; `games.protocol.dealing` deals matches and replays records.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeVar

import msgspec

T = TypeVar("T")
ItemT = TypeVar("ItemT", bound=str)

OutcomeKind = Literal["roll", "draw", "shuffle"]


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chance event: what the rules passed (sides, bag as pairs, cards) and what came of it."""

    kind: OutcomeKind
    stream: str
    args: Any  # the sides of a die, the bag as [item, count] pairs, the cards to shuffle
    value: Any  # the number, the item, the shuffled cards


class Chance(ABC):
    """Dice, bags and shuffles on named, independent streams."""

    def roll(self, sides: int, stream: str) -> int:
        """A fair number from 1 to `sides`. Raises ValueError if `sides` < 1."""
        if sides < 1:
            raise ValueError("a die needs at least one side")
        return int(self.outcome("roll", stream, sides))

    def draw(self, bag: Mapping[ItemT, int], stream: str) -> ItemT:
        """An item of a bag `{item: count}`, each piece equally likely, without changing the bag.

        Raises ValueError for an empty bag and for negative counts.
        """
        contents = [[item, count] for item, count in sorted(bag.items()) if count]
        if not contents:
            raise ValueError("draw from an empty bag")
        if min(bag.values()) < 0:
            raise ValueError("a bag can't hold less than nothing")
        item: ItemT = self.outcome("draw", stream, contents)
        return item

    def take(self, bag: dict[ItemT, int], stream: str) -> ItemT:
        """Like `draw`, and lower the item's count in the bag."""
        item = self.draw(bag, stream)
        bag[item] -= 1
        return item

    def shuffle(self, cards: Sequence[T], stream: str) -> list[T]:
        """The cards (plain JSON values) in a fair random order, as a new list."""
        return list(self.outcome("shuffle", stream, list(cards)))

    @abstractmethod
    def outcome(self, kind: OutcomeKind, stream: str, args: Any) -> Any:
        """The value of a chance event; rulesets use `roll`, `draw` and `shuffle` instead."""


class FastChance(Chance):
    """Chance for searches and tests: fast, repeatable with a seed, without a record."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def draw(self, bag: Mapping[ItemT, int], stream: str) -> ItemT:
        left = int(self._random.random() * sum(bag.values()))
        for item, count in bag.items():
            left -= count
            if left < 0:
                return item
        raise ValueError("draw from an empty bag")

    def outcome(self, kind: OutcomeKind, stream: str, args: Any) -> Any:
        if kind == "roll":
            return self._random.randint(1, args)
        self._random.shuffle(args)
        return args
