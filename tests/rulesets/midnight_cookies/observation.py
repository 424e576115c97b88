"""What each viewer may know, and positions that fit what a seat knows."""

from msgspec import Struct

from games.plugin import OMNISCIENT, Chance, PublicFields, Viewer
from tests.rulesets.midnight_cookies.components import ANIMALS
from tests.rulesets.midnight_cookies.rules import missing
from tests.rulesets.midnight_cookies.state import Position, Visit


class View(Struct):
    """What a viewer may know. Hands that they may not see are None, animals face down are "?"."""

    you: int | None
    rounds: int
    first: int
    die: int
    plate: int
    hands: list[list[str] | None]
    sizes: list[int]
    sent: list[str | None]
    points: list[int]
    nights: list[list[Visit]]


_public = PublicFields(Position, View, "rounds first die plate points nights")


def observe(state: Position, viewer: Viewer) -> View:
    opened = [viewer in (seat, OMNISCIENT) for seat in range(len(state.hands))]
    return View(
        you=viewer if isinstance(viewer, int) else None,
        hands=[list(hand) if opened[seat] else None for seat, hand in enumerate(state.hands)],
        sizes=[len(hand) for hand in state.hands],
        sent=[card if opened[seat] or not card else "?" for seat, card in enumerate(state.sent)],
        **_public(state),
    )


def determinize(observation: View, seat: int, chance: Chance) -> Position:
    """Deal the cards that the seat can see nowhere to the hands and plates it can't look into."""
    hands = [list(hand or ()) for hand in observation.hands]
    sent = [None if animal == "?" else animal for animal in observation.sent]
    state = Position(hands=hands, sent=sent, **_public(observation))
    state.bag = missing(state)
    for other, hand in enumerate(state.hands):
        while len(hand) < observation.sizes[other]:
            hand.append(chance.take(state.bag, "guess"))
        hand.sort(key=ANIMALS.index)
        if observation.sent[other] == "?":
            state.sent[other] = chance.take(state.bag, "guess")
    return state
