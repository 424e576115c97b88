"""All actions of the game. Lands are numbered along the flight, gold is counted by worth."""

from functools import cache
from itertools import product
from typing import Annotated

from msgspec import Meta

from games.burnt_to_ashes import components as box
from games.plugin import Tagged

LandNumber = Annotated[int, Meta(ge=0, lt=box.LANDS)]
CardNumber = Annotated[int, Meta(ge=0, lt=box.ATTACKS)]
Seat = Annotated[int, Meta(ge=0, lt=box.MAX_SEATS)]
Xs = Annotated[int, Meta(ge=0, le=box.GOLD[0])]


class Claim(Tagged, tag="claim"):
    """Take a free land."""

    land: LandNumber


class ClaimAtRandom(Tagged, tag="claim-at-random"):
    """Take free lands at random, now and on all the seat's turns to come."""


class Place(Tagged, tag="place"):
    """Put the starting knight, or what was just bought, on one of the seat's lands."""

    land: LandNumber


class Aim(Tagged, tag="aim"):
    """Put the dragon stone on a dragon card."""

    card: CardNumber


class Lay(Tagged, tag="lay"):
    """Lay this many gold cards of each worth, face down; all zero: lay nothing."""

    x: Xs = 0
    one: Annotated[int, Meta(ge=0, le=box.GOLD[1])] = 0
    two: Annotated[int, Meta(ge=0, le=box.GOLD[2])] = 0
    three: Annotated[int, Meta(ge=0, le=box.GOLD[3])] = 0

    @property
    def gold(self) -> box.Gold:
        return [self.x, self.one, self.two, self.three]


class LayXs(Tagged, tag="lay-xs"):
    """The second step with a large hand: add this many Xs."""

    x: Xs


class Buy(Tagged, tag="buy"):
    """Buy the top counter of one of the seat's piles."""

    land: LandNumber


class Look(Tagged, tag="look"):
    """Look at one of the seat's piles, to put it into any order."""

    land: LandNumber


class Arrange(Tagged, tag="arrange"):
    """Put the pile just looked at into this order, its new top first."""

    order: Annotated[tuple[box.Counter, ...], Meta(min_length=1, max_length=box.START_PILE)]


class Done(Tagged, tag="done"):
    """Buy and look no more in this round."""


class Stop(Tagged, tag="stop"):
    """End the battle undecided, behind the shield."""


class Spend(Tagged, tag="spend"):
    """Spend a power: the two dragons no longer count."""


class Turn(Tagged, tag="turn"):
    """Turn the next knight card."""


class TakeOff(Tagged, tag="take-off"):
    """Take the attack marker off a land."""

    land: LandNumber


class Crown(Tagged, tag="crown"):
    """The regent names the winner."""

    seat: Seat


Purchase = Buy | Look | Arrange | Done
Right = Stop | Spend | Turn
Action = Claim | ClaimAtRandom | Place | Aim | Lay | LayXs | Purchase | Right | TakeOff | Crown


@cache
def lays(held: tuple[int, ...]) -> tuple[Lay, ...]:
    """Return every way to lay some of that many cards of each worth, nothing first."""
    return tuple(
        Lay(*counts) for counts in product(*(range(held[worth] + 1) for worth in box.WORTHS))
    )
