"""A viewer's knowledge of a position, and positions that fit it.

The face-down cards and the deck are hidden; everything else is public, even the hand. So everyone
can tell which cards are hidden, but not where. A reshuffle separates them: the face-down cards
dealt before it and the new deck are separate sets (ruling sheet, Encoding).
"""

from collections import Counter

from games.plugin import OMNISCIENT, Chance, PublicFields, Viewer
from games.village_assault.components import PLACE
from games.village_assault.rules import endings, piles
from games.village_assault.state import FaceDown, Observation, Public, State, Unseen, Village

SEAT = 0


_public = PublicFields(State, Observation, " ".join(Public.__struct_fields__))


def observe(state: State, viewer: Viewer) -> Observation:
    """Return the viewer's observation, which shares nothing with the state."""
    opened = viewer is OMNISCIENT
    return Observation(
        you=viewer if isinstance(viewer, int) else None,
        villages=[village.seen(opened) for village in state.villages],
        gold=piles.gold(state.prisoners),
        deck_size=len(state.deck),
        deck=list(state.deck) if opened else None,
        unseen=_unseen(state),
        points=endings.points(state),
        **_public(state),
    )


def _unseen(state: State) -> list[Unseen]:
    """The hidden cards by the reshuffle before them, each set in a fixed order."""
    sets: dict[int, list[str]] = {state.shuffles: list(state.deck)}
    for village in state.villages:
        for card, shuffle in village.down:
            sets.setdefault(shuffle, []).append(card)
    return [
        Unseen(shuffle, dict(Counter(sorted(sets[shuffle], key=PLACE.__getitem__))))
        for shuffle in sorted(sets)
    ]


def determinize(observation: Observation, seat: int, chance: Chance) -> State:
    """Return a position that the player could be in: each hidden set is laid out at random."""
    left = {
        unseen.shuffle: chance.shuffle(
            [card for card, count in unseen.cards.items() for _ in range(count)], "unseen"
        )
        for unseen in observation.unseen
    }
    villages = [
        Village(
            view.key, view.face, [FaceDown(left[shuffle].pop(), shuffle) for shuffle in view.down]
        )
        for view in observation.villages
    ]
    return State(deck=left[observation.shuffles], villages=villages, **_public(observation))
