"""The levels on offer, by name."""

import random
from collections.abc import Callable
from typing import Any

import msgspec

from games.ai import easy
from games.plugin import AnyGame

Player = Callable[[AnyGame, Any, int, random.Random], Any]

PLAYERS: dict[str, Player] = {"easy": easy.choose}


def choose(
    game: AnyGame, observation: bytes, seat: int, level: str, seed: int | None = None
) -> Any:
    """The action a computer player of that level takes on a seat that owes a decision.

    `observation` is the seat's observation as JSON, all the player gets to know. The same seed
    gives the same action. Raises KeyError for an unknown level.
    """
    seen = msgspec.json.decode(observation, type=game.Observation)
    return PLAYERS[level](game, seen, seat, random.Random(seed))
