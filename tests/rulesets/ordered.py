"""The Orchard with Orders: Endless Orchard in which one may leave standing orders."""

from typing import Annotated

import msgspec
from msgspec import Meta

from games.plugin import Line, Tagged, line, msg
from tests.rulesets.endless import Endless
from tests.rulesets.endless.parts import NAMES, Fruit, Lay, Move, Offer, Roll, View
from tests.rulesets.race import Race


class Rolls(Tagged, tag="rolls"):
    """Roll whenever it is my turn. With `offer`: offer, too, whatever comes first."""

    offer: Annotated[bool, Meta(title=msg("Offers"), description=msg("The first fruit."))] = False


class Lays(Tagged, tag="lays"):
    """Lay that fruit while I hold one."""

    fruit: Annotated[Fruit, Meta(title=msg("Fruit"), description=msg("Which to lay."))] = "apple"


Orders = (
    Annotated[Rolls, Meta(title=msg("Roll"), description=msg("Whenever it is my turn."))]
    | Annotated[Lays, Meta(title=msg("Lay"), description=msg("As soon as I can."))]
)


class Ordered(Endless):
    """Its slug is ordered-orchard. Seats whose orders roll and offer go on without end."""

    meta = msgspec.structs.replace(
        Endless.meta, slug="ordered-orchard", title=msg("The Orchard with Orders")
    )
    Order = Orders

    def answer(self, observation: View, order: Rolls | Lays) -> Move | None:
        seat = _own(observation)
        if seat is None:
            return None
        hand = observation.hands[seat]
        if observation.offering:
            offers = isinstance(order, Rolls) and order.offer and not observation.offers[seat]
            return Offer(hand[0]) if offers else None  # type: ignore[arg-type]
        if observation.turn != seat:
            return None
        if isinstance(order, Rolls):
            return Roll()
        return Lay(order.fruit) if order.fruit in hand and not observation.laid[seat] else None

    def order_in_words(self, order: Rolls | Lays) -> Line:
        if isinstance(order, Lays):
            return line("Lay a {fruit} as soon as possible.", fruit=line(NAMES[order.fruit]))
        return line("Roll and offer.") if order.offer else line("Roll every time.")


class OrderedRace(Ordered, Race):
    """The same with an end, which the first one reaches who has enough points."""

    meta = msgspec.structs.replace(
        Race.meta, slug="ordered-race", title=msg("The Race with Orders")
    )


def _own(seen: View) -> int | None:
    """Whose view it is: the seat whose hand can be read."""
    return next((seat for seat, hand in enumerate(seen.hands) if hand and "?" not in hand), None)
