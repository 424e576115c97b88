"""Standing orders: a player's answers to trades that others will offer.

They are our own addition; in the rules the partner answers. An order answers only offers: a
counter-offer to the player's own offer comes on their own turn, and they are asked.
"""

from typing import Annotated, Literal

from games.castle_panic.actions import Accept, Decline
from games.castle_panic.components import HITS
from games.castle_panic.observation import Observation
from games.castle_panic.state import Offer, Options
from games.plugin import Format, Line, Tagged, described, line, listed, msg

_OF_A_COLOR = msg("With its Hero and Any Color cards.")


class DeclineAll(Tagged, tag="decline-all"):
    """Decline whatever is offered."""


class AcceptUnless(Tagged, tag="accept-unless"):
    """Accept offers, whatever they bring, unless they cost a card that the player keeps.

    A card has the colors that it can hit: a Hero its own, an Any Color card all three. `special`
    are the cards without a color. `otherwise` answers offers that cost a kept card.
    """

    red: Annotated[bool, described("Keep red cards", _OF_A_COLOR)] = False
    green: Annotated[bool, described("Keep green cards", _OF_A_COLOR)] = False
    blue: Annotated[bool, described("Keep blue cards", _OF_A_COLOR)] = False
    special: Annotated[
        bool,
        described(
            "Keep cards without a color", "Brick, Mortar, the Barbarian, Nice Shot, Tar and so on."
        ),
    ] = True
    otherwise: Annotated[
        Literal["ask", "decline"],
        described(
            "An offer for a card you keep",
            "Ask: you answer it yourself. Decline: you aren’t asked.",
        ),
    ] = "ask"


Order = (
    Annotated[
        DeclineAll,
        described(
            "Decline every trade", "A counter-offer to your own offer is still yours to answer."
        ),
    ]
    | Annotated[
        AcceptUnless,
        described(
            "Accept, but keep some cards",
            "You give any card except those you keep, whatever you get in return. A "
            "counter-offer to your own offer is still yours to answer.",
        ),
    ]
)

KEPT = {
    "red": line("red cards"),
    "green": line("green cards"),
    "blue": line("blue cards"),
    "special": line("cards without a color"),
}


def takes_orders(options: Options, form: Format, seat: int) -> bool:
    """Whether anyone could offer this seat a trade: only its own side, never an Overlord's."""
    return form.teams.count(form.teams[seat]) > 1


def answer(observation: Observation, order: Order) -> Accept | Decline | None:
    """Return the order's answer to the open offer; None without an offer, or to ask the player."""
    offer = observation.pending[-1] if observation.pending else None
    if not isinstance(offer, Offer) or offer.countered or offer.partner != observation.you:
        return None
    if isinstance(order, DeclineAll):
        return Decline()
    _rings, kinds = HITS.get(offer.take, ((), ("special",)))
    if not any(getattr(order, kind) for kind in kinds):
        return Accept()
    return Decline() if order.otherwise == "decline" else None


def in_words(order: Order) -> Line:
    if isinstance(order, DeclineAll):
        return line("Decline every trade.")
    kept = [words for name, words in KEPT.items() if getattr(order, name)]
    if not kept:
        return line("Accept every trade.")
    if order.otherwise == "decline":
        return line("Accept trades, but never give away {kept}.", kept=listed(kept))
    return line("Accept trades, but ask before giving away {kept}.", kept=listed(kept))
