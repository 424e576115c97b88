"""The three actions; equal actions are made only once.

Equal cards are interchangeable, so there are few different actions. Lists of legal actions are put
together from cached tuples; an action is made when it is first listed.
"""

from collections.abc import Mapping
from functools import cache
from itertools import combinations_with_replacement
from operator import itemgetter
from typing import Annotated

from msgspec import Meta, Struct

from games.burn_my_village import components as box
from games.plugin import Tagged

Price = Annotated[int, Meta(ge=0, le=max(box.STALL_COSTS))]  # in cards


class Payment(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The cards discarded at a stall, by kind; missing kinds aren't paid with."""

    sword: Price = 0
    scroll: Price = 0
    feather: Price = 0
    potion: Price = 0
    axe: Price = 0
    crown: Price = 0
    wild: Price = 0


class Bribe(Tagged, tag="bribe"):
    """Lay `count` treasures of one kind and `wilds` coins before the dragon."""

    treasure: box.Treasure
    count: Annotated[int, Meta(ge=0, le=box.TREASURE_COPIES)]
    wilds: Annotated[int, Meta(ge=0, le=box.WILD_COPIES)]


class Visit(Tagged, tag="visit"):
    """Take the column of the stall that costs `stall` cards; `cursed` is None at the free one."""

    stall: Price
    paid: Payment
    cursed: box.Treasure | None


class Draw(Tagged, tag="draw"):
    """Draw the top card; with the deck empty, end the game."""


Action = Bribe | Visit | Draw

DRAW = Draw()
FREE_VISIT = Visit(0, Payment(), None)

_bribe, _visit = cache(Bribe), cache(Visit)  # equal actions are the same object
_counts = itemgetter(*box.KINDS)


@cache
def bribes(treasure: box.Treasure, held: int, wilds: int, bribed: bool) -> tuple[Bribe, ...]:
    """Return every bribe of a kind with these cards; a kind already bribed may take wilds alone."""
    return tuple(
        _bribe(treasure, count, added)
        for count in range(0 if bribed else 1, held + 1)
        for added in range(wilds + 1)
        if count + added
    )


@cache
def _paid_visits(stall: int, held: tuple[int, ...]) -> tuple[Visit, ...]:
    hand = dict(zip(box.KINDS, held, strict=True))
    return tuple(
        _visit(stall, Payment(**{kind: cards.count(kind) for kind in cards}), cursed)
        for cards in combinations_with_replacement(box.KINDS, stall)
        if all(cards.count(kind) <= hand[kind] for kind in cards)
        for cursed in box.TREASURES
        if cursed in cards
    )


def visits(stall: int, hand: dict[str, int]) -> tuple[Visit, ...]:
    """Return every visit to a filled stall that this hand can pay."""
    return _paid_visits(stall, _payable(stall, hand)) if stall else (FREE_VISIT,)


def visits_by_curse(stall: int, hand: dict[str, int]) -> Mapping[box.Treasure, list[Visit]]:
    """Return the same for a stall that isn't free, by the treasure that the visits curse."""
    return _by_curse(stall, _payable(stall, hand))


def _payable(stall: int, hand: dict[str, int]) -> tuple[int, ...]:
    """The number of cards of each kind that can pay: at most as many as the stall costs."""
    return tuple([n if n < stall else stall for n in _counts(hand)])


@cache
def _by_curse(stall: int, held: tuple[int, ...]) -> Mapping[box.Treasure, list[Visit]]:
    found: dict[box.Treasure, list[Visit]] = {}
    for visit in _paid_visits(stall, held):
        assert visit.cursed is not None
        found.setdefault(visit.cursed, []).append(visit)
    return found
