"""The levels on offer, by name."""

import random
import time
from collections.abc import Callable
from typing import Any

import msgspec

from games.ai import easy, medium
from games.ai.budget import Budget
from games.plugin import AnyGame

Player = Callable[[AnyGame, Any, int, random.Random, Budget], Any]

PLAYERS: dict[str, Player] = {"easy": easy.choose, "medium": medium.choose}


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
