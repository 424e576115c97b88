"""What a player may do. Cards go by their words, so like animals are one action."""

from typing import Annotated

from msgspec import Meta, Struct

from games.village_assault.components import ANIMALS, CardKey, VillageKey


class Attack(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="attack"):
    """Attack a village's face-up unit; with a Pig or the Sheep in hand, a `Boost` follows."""

    unit: CardKey
    village: VillageKey


class Spend(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="spend"):
    """Spend a Warrior on an empty Inn, or an Assassin on a King behind an empty Castle."""

    unit: CardKey
    village: VillageKey


class Boost(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="boost"):
    """Go on with what was declared, with so many Pigs, and with the Sheep used up instead."""

    pigs: Annotated[int, Meta(ge=0, le=ANIMALS["pig"])]
    sheep: bool


class Take(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="take"):
    """Take what a village shows for free: an animal into hand, or a unit of power 0 prisoner."""

    village: VillageKey


class Chicken(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="chicken"):
    """Discard a Chicken and draw cards."""


class Bunny(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="bunny"):
    """Discard a Bunny and the unit that a village shows."""

    village: VillageKey


class Merchant(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="merchant"):
    """Discard a Merchant to cash in now; cards may be added before `Finish`."""

    card: CardKey


class Add(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="add"):
    """Add a card from hand to the prisoners."""

    card: CardKey


class Finish(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="finish"):
    """Cash in the prisoners."""


class Retreat(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="retreat"):
    """End the game now."""


Action = Attack | Spend | Boost | Take | Chicken | Bunny | Merchant | Add | Finish | Retreat
