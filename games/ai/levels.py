"""The levels on offer, by name."""

import random
import time
from collections.abc import Callable
from typing import Any

import msgspec

from games.ai import medium
from games.ai.budget import Budget
from games.plugin import AnyGame, FastChance

Player = Callable[[AnyGame, Any, int, random.Random, Budget], Any]

HAZE = 0.35  # of the spread between the best- and the worst-looking action, as a deviation


def easy(game: AnyGame, observation: Any, seat: int, chance: random.Random, budget: Budget) -> Any:
    """What looks best at first sight, seen through a haze.

    The candidate with the best heuristic value after some noise; takes next to no time.
    """
    state = game.determinize(observation, seat, FastChance(chance.getrandbits(63)))
    candidates = game.candidates(state, seat)
    values = [game.heuristic(state, seat, action) for action in candidates]
    haze = HAZE * (max(values) - min(values))
    hazy = [value + chance.gauss(0, haze) for value in values]
    return candidates[max(range(len(candidates)), key=hazy.__getitem__)]


PLAYERS: dict[str, Player] = {"easy": easy, "medium": medium.choose}


def choose(
    game: AnyGame,
    observation: bytes,
    seat: int,
    level: str,
    seed: int | None = None,
    *,
    seconds: float | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Any:
    """The action a computer player of that level takes on a seat that owes a decision.

    `observation` is the seat's observation as JSON, all the player gets to know. The same seed
    gives the same action, unless `seconds` (told by `clock`) run out first: then it is the best
    found so far. Raises KeyError for an unknown level.
    """
    budget = Budget(seconds, clock)
    seen = msgspec.json.decode(observation, type=game.Observation)
    return PLAYERS[level](game, seen, seat, random.Random(seed), budget)
