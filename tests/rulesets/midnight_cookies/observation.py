"""What each viewer may know, and positions that fit what a seat knows."""

from collections import Counter

from msgspec import Struct

from games.plugin import OMNISCIENT, Chance, Viewer
from tests.rulesets.midnight_cookies.components import ANIMALS, PIECES, place
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


def observe(state: Position, viewer: Viewer) -> View:
    seats = range(len(state.hands))
    open_to = [viewer in (seat, OMNISCIENT) for seat in seats]
    return View(
        viewer if isinstance(viewer, int) else None,
        state.rounds,
        state.first,
        state.die,
        state.plate,
        hands=[list(state.hands[seat]) if open_to[seat] else None for seat in seats],
        sizes=[len(hand) for hand in state.hands],
        sent=[card if open_to[seat] or not card else "?" for seat, card in enumerate(state.sent)],
        points=list(state.points),
        nights=[list(night) for night in state.nights],
    )


def determinize(observation: View, seat: int, chance: Chance) -> Position:
    """Deal the cards that the seat can see nowhere to the hands and plates it can't look into."""
    known = Counter(card for hand in observation.hands for card in hand or ())
    known.update(card for card in observation.sent if card in PIECES)
    known.update(visit.animal for night in observation.nights for visit in night)
    bag: dict[str, int] = {animal: PIECES[animal] - known[animal] for animal in ANIMALS}

    def guess() -> str:
        card = chance.draw(bag, "guess")
        bag[card] -= 1
        return card

    hands = [
        list(hand) if hand is not None else sorted((guess() for _ in range(size)), key=place)
        for hand, size in zip(observation.hands, observation.sizes, strict=True)
    ]
    sent = [guess() if card == "?" else card for card in observation.sent]
    nights = [list(night) for night in observation.nights]
    seen, points = observation, list(observation.points)
    return Position(seen.rounds, seen.first, seen.die, seen.plate, hands, sent, points, nights, bag)
