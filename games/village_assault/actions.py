"""All actions of the game. Cards go by name, so equal animals give one action."""

from typing import Annotated

from msgspec import Meta

from games.plugin import Tagged
from games.village_assault.components import ANIMALS, CardKey, VillageKey


class Attack(Tagged, tag="attack"):
    """Attack a village's face-up unit; with a Pig or the Sheep in hand, a `Boost` follows."""

    unit: CardKey
    village: VillageKey


class Spend(Tagged, tag="spend"):
    """Spend a Warrior on an empty Inn, or an Assassin on a King behind an empty Castle."""

    unit: CardKey
    village: VillageKey


class Boost(Tagged, tag="boost"):
    """Go on with the declared action, with this many Pigs, and perhaps with the Sheep discarded."""

    pigs: Annotated[int, Meta(ge=0, le=ANIMALS["pig"])]
    sheep: bool


class Take(Tagged, tag="take"):
    """Take a village's free card: an animal into hand, or a unit of power 0 prisoner."""

    village: VillageKey


class Chicken(Tagged, tag="chicken"):
    """Discard a Chicken and draw cards."""


class Bunny(Tagged, tag="bunny"):
    """Discard a Bunny and the unit that a village shows."""

    village: VillageKey


class Merchant(Tagged, tag="merchant"):
    """Discard a Merchant to cash in now; cards may be added before `Finish`."""

    card: CardKey


class Add(Tagged, tag="add"):
    """Add a card from hand to the prisoners."""

    card: CardKey


class Finish(Tagged, tag="finish"):
    """Cash in the prisoners."""


class Retreat(Tagged, tag="retreat"):
    """End the game now."""


Action = Attack | Spend | Boost | Take | Chicken | Bunny | Merchant | Add | Finish | Retreat
