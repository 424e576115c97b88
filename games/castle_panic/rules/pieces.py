"""All cards and tokens, wherever they are."""

from collections import Counter

from games.castle_panic.components import REMOVED_WHEN_EASIER
from games.castle_panic.state import State


def pieces(state: State) -> dict[str, int]:
    """49 cards (`card:<kind>`) and 49 tokens (`token:<kind>`) in every state of every game."""
    count: Counter[str] = Counter()
    for bag in (state.deck, state.discards, state.gone, *(p.hand for p in state.players)):
        count.update({f"card:{kind}": n for kind, n in bag.items()})
    for bag in (state.pile, state.spent, state.held, *(p.trophies for p in state.players)):
        count.update({f"token:{kind}": n for kind, n in bag.items()})
    if state.options.easier_battles:
        count.update({f"token:{kind}": n for kind, n in REMOVED_WHEN_EASIER.items()})
    count.update(f"token:{monster.kind}" for monster in state.monsters)
    return dict(count)
