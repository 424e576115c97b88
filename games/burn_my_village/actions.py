"""The three things a player may do, and every instance of them, made once.

Like cards are interchangeable, so there are few different actions. The lists of legal ones are
put together from tuples remembered by what they depend on; nothing is built while people play.
"""

from functools import cache
from itertools import combinations_with_replacement
from operator import itemgetter
from typing import Annotated

from msgspec import Meta, Struct

from games.burn_my_village.components import (
    KINDS,
    STALL_COSTS,
    TREASURE_COPIES,
    TREASURES,
    WILD_COPIES,
    Kind,
    Treasure,
)
from games.plugin import Tagged

Paid = Annotated[int, Meta(ge=0, le=max(STALL_COSTS))]


class Payment(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The cards discarded at a stall, by kind; kinds left out are not paid with."""

    sword: Paid = 0
    scroll: Paid = 0
    feather: Paid = 0
    potion: Paid = 0
    axe: Paid = 0
    crown: Paid = 0
    wild: Paid = 0


class Bribe(Tagged, tag="bribe"):
    """Lay `count` treasures of one kind and `wilds` coins before the dragon."""

    treasure: Treasure
    count: Annotated[int, Meta(ge=0, le=TREASURE_COPIES)]
    wilds: Annotated[int, Meta(ge=0, le=WILD_COPIES)]


class Visit(Tagged, tag="visit"):
    """Take the column of the stall that costs `stall` cards; `cursed` is None at the free one."""

    stall: Annotated[int, Meta(ge=0, le=max(STALL_COSTS))]
    paid: Payment
    cursed: Treasure | None


class Draw(Tagged, tag="draw"):
    """Draw the top card; with the deck empty, end the game."""


Action = Bribe | Visit | Draw

DRAW = Draw()
FREE_VISIT = Visit(0, Payment(), None)

_BRIBES = {
    (kind, count, wilds): Bribe(kind, count, wilds)
    for kind in TREASURES
    for count in range(TREASURE_COPIES + 1)
    for wilds in range(WILD_COPIES + 1)
    if count + wilds
}


def _visits_of(stall: int) -> list[tuple[tuple[Kind, ...], Visit]]:
    """Every way to pay at a stall and curse, each with the cards paid."""
    return [
        (cards, Visit(stall, Payment(**{kind: cards.count(kind) for kind in set(cards)}), cursed))
        for cards in combinations_with_replacement(KINDS, stall)
        for cursed in TREASURES
        if cursed in cards
    ]


_counts = itemgetter(*KINDS)
_VISITS = {stall: _visits_of(stall) for stall in STALL_COSTS if stall}


@cache
def bribes(treasure: Treasure, held: int, wilds: int, bribed: bool) -> tuple[Bribe, ...]:
    """Every bribe of a kind with these cards in hand; a kind already bribed takes wilds alone."""
    return tuple(
        _BRIBES[treasure, count, added]
        for count in range(0 if bribed else 1, held + 1)
        for added in range(wilds + 1)
        if count + added
    )


@cache
def _paid_visits(stall: int, held: tuple[int, ...]) -> tuple[Visit, ...]:
    hand = dict(zip(KINDS, held, strict=True))
    return tuple(
        visit
        for cards, visit in _VISITS[stall]
        if all(cards.count(kind) <= hand[kind] for kind in cards)
    )


def visits(stall: int, hand: dict[str, int]) -> tuple[Visit, ...]:
    """Every visit to a filled stall that this hand can pay.

    More cards of a kind than the stall costs make no difference, so few hands are different.
    """
    if stall == 0:
        return (FREE_VISIT,)
    return _paid_visits(stall, tuple([n if n < stall else stall for n in _counts(hand)]))
