"""Everything anyone may do. Lands are numbered along the flight, gold is counted by its worth."""

from functools import cache
from itertools import product
from typing import Annotated

from msgspec import Meta, Struct

from games.burnt_to_ashes.components import (
    ATTACKS,
    GOLD,
    LANDS,
    MAX_SEATS,
    START_PILE,
    WORTHS,
    Counter,
    Gold,
)

LandNumber = Annotated[int, Meta(ge=0, lt=LANDS)]
CardNumber = Annotated[int, Meta(ge=0, lt=ATTACKS)]
Seat = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
Xs = Annotated[int, Meta(ge=0, le=GOLD[0])]
Ones = Annotated[int, Meta(ge=0, le=GOLD[1])]
Twos = Annotated[int, Meta(ge=0, le=GOLD[2])]
Threes = Annotated[int, Meta(ge=0, le=GOLD[3])]


class _Tagged(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Named by `type` in JSON."""


class Claim(_Tagged, tag="claim", frozen=True):
    """Take a free land."""

    land: LandNumber


class ClaimAtRandom(_Tagged, tag="claim-at-random", frozen=True):
    """Take free lands at random, now and on all own turns to come."""


class Place(_Tagged, tag="place", frozen=True):
    """Put the starting knight, or what was just bought, on an own land."""

    land: LandNumber


class Aim(_Tagged, tag="aim", frozen=True):
    """Put the dragon stone on a dragon card."""

    card: CardNumber


class Lay(_Tagged, tag="lay", frozen=True):
    """Lay so many gold cards of each worth, face down; all zero: lay nothing."""

    x: Xs = 0
    one: Ones = 0
    two: Twos = 0
    three: Threes = 0

    @property
    def gold(self) -> Gold:
        return [self.x, self.one, self.two, self.three]


class LayXs(_Tagged, tag="lay-xs", frozen=True):
    """The second step with a large hand: add so many Xs."""

    x: Xs


class Buy(_Tagged, tag="buy", frozen=True):
    """Buy the top counter of an own pile."""

    land: LandNumber


class Look(_Tagged, tag="look", frozen=True):
    """Look at an own pile, to put it into any order."""

    land: LandNumber


class Arrange(_Tagged, tag="arrange", frozen=True):
    """Put the pile just looked at into this order, its new top first."""

    order: Annotated[tuple[Counter, ...], Meta(min_length=1, max_length=START_PILE)]


class Done(_Tagged, tag="done", frozen=True):
    """Buy and look no more in this round."""


class Stop(_Tagged, tag="stop", frozen=True):
    """End the battle undecided, behind the shield."""


class Spend(_Tagged, tag="spend", frozen=True):
    """Spend a power: the two dragons no longer count."""


class Turn(_Tagged, tag="turn", frozen=True):
    """Turn the next knight card."""


class TakeOff(_Tagged, tag="take-off", frozen=True):
    """Take the attack marker off a land."""

    land: LandNumber


class Crown(_Tagged, tag="crown", frozen=True):
    """The regent names the winner."""

    seat: Seat


Action = (
    Claim
    | ClaimAtRandom
    | Place
    | Aim
    | Lay
    | LayXs
    | Buy
    | Look
    | Arrange
    | Done
    | Stop
    | Spend
    | Turn
    | TakeOff
    | Crown
)

CLAIMS = tuple(Claim(land) for land in range(LANDS))
PLACES = tuple(Place(land) for land in range(LANDS))
AIMS = tuple(Aim(card) for card in range(ATTACKS))
XS = tuple(LayXs(count) for count in range(GOLD[0] + 1))
BUYS = tuple(Buy(land) for land in range(LANDS))
LOOKS = tuple(Look(land) for land in range(LANDS))
TAKE_OFFS = tuple(TakeOff(land) for land in range(LANDS))
NOTHING = Lay()


@cache
def lays(held: tuple[int, ...]) -> tuple[Lay, ...]:
    """Every way to lay some of so many cards of each worth, nothing first."""
    return tuple(Lay(*counts) for counts in product(*(range(held[worth] + 1) for worth in WORTHS)))
