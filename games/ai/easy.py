"""Level `easy`: what looks best at first sight, seen through a haze."""

import random
from typing import Any

from games.ai.budget import Budget
from games.plugin import AnyGame, FastChance

HAZE = 0.35  # of the spread between the best- and the worst-looking action, as a deviation


def choose(
    game: AnyGame, observation: Any, seat: int, chance: random.Random, budget: Budget
) -> Any:
    """The candidate with the best heuristic value after some noise; takes next to no time."""
    state = game.determinize(observation, seat, FastChance(chance.getrandbits(63)))
    candidates = game.candidates(state, seat)
    values = [game.heuristic(state, seat, action) for action in candidates]
    haze = HAZE * (max(values) - min(values))
    hazy = [value + chance.gauss(0, haze) for value in values]
    return candidates[max(range(len(candidates)), key=hazy.__getitem__)]
