"""The Slow Die: Endless Orchard in which everybody is to see what was rolled."""

from msgspec.structs import replace

from games.plugin import Narration, SeenEvent, line, msg
from tests.rulesets.endless import Endless
from tests.rulesets.ordered import Ordered

HOLD = 2.5


class Held(Endless):
    """Its slug is slow-die. A roll is held for all, an offer for the one who may know of it."""

    meta = replace(Endless.meta, slug="slow-die", title=msg("The Slow Die"))

    def narrate(self, event: SeenEvent) -> Narration | None:
        if event.type == "Offer" and "fruit" in event.data:
            return Narration(line("You have made your offer."), hold=HOLD)
        told = super().narrate(event)
        return replace(told, hold=HOLD) if told and event.type == "Roll" else told


class HeldOrders(Held, Ordered):
    """The same with standing orders; its slug is slow-orders."""

    meta = replace(Ordered.meta, slug="slow-orders", title=msg("The Slow Die with Orders"))
