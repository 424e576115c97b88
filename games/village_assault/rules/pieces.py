"""The count of all cards."""

from collections import Counter

from games.village_assault.components import INN, INN_KEYS
from games.village_assault.state import State


def pieces(state: State) -> dict[str, int]:
    """Return the same 69 cards in every state."""
    count = Counter(
        card
        for pile in (state.deck, state.hand, state.kings, state.prisoners, state.discards)
        for card in pile
    )
    for village in state.villages:
        count.update(card for card, _ in village.down)
        if village.face is not None:
            count[village.face] += 1
        if village.key in INN_KEYS:
            count[INN] += 1
    if state.merchant is not None:
        count[state.merchant] += 1
    return dict(count)
