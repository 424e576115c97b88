"""Games played at random."""

import random
from collections.abc import Iterator
from typing import Any

from games.plugin import AnyGame, FastChance
from games.plugin.codec import clone


def played(game: AnyGame, state: Any, seed: int = 0) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Every position of a random game from `state` on, each with the events that led to it."""
    chance, dice, events = FastChance(seed), random.Random(seed), ()
    while True:
        yield clone(state), events
        active = sorted(game.active_seats(state))
        if not active:
            return
        seat = dice.choice(active)
        action = dice.choice(game.legal_actions(state, seat))
        events = tuple(game.apply_action(state, seat, action, chance))
