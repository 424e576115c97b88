"""The levels of computer players, by name."""

import random
import time
from collections.abc import Callable
from typing import Any

import msgspec

from games.ai import halving, manners, medium, tree
from games.ai.budget import Budget
from games.ai.playouts import HAZE, several_decide
from games.plugin import AnyGame, FastChance

Player = Callable[[AnyGame, Any, int, random.Random, Budget, str | None], Any]


def easy(
    game: AnyGame,
    observation: Any,
    seat: int,
    chance: random.Random,
    budget: Budget,
    manner: str | None,
) -> Any:
    """The candidate with the best heuristic value after some noise; takes next to no time.

    The noise is normally distributed. Where several seats decide at once, it decides among actions
    that look the same.
    """
    state = game.determinize(observation, seat, FastChance(chance.getrandbits(63)))
    looks = manners.looks(game, state, seat, manner)
    values = [value for _action, value in looks]
    haze = HAZE * (max(values) - min(values))
    if not haze and several_decide(game, state):  # who is predicted, loses
        haze = 1.0
    hazy = [value + chance.gauss(0, haze) for value in values]
    return looks[max(range(len(looks)), key=hazy.__getitem__)][0]


PLAYERS: dict[str, Player] = {
    "easy": easy,
    "medium": medium.choose,
    "hard": halving.choose,
    "expert": tree.choose,
}


def choose(
    game: AnyGame,
    observation: bytes,
    seat: int,
    level: str,
    seed: int | None = None,
    *,
    manner: str | None = None,
    seconds: float | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Any:
    """The action of a computer player of that level on a seat that owes a decision.

    `observation` is the seat's, as JSON: all that the player knows. The same seed gives the same
    action, unless `seconds` (by `clock`) run out first: then it is the best found so far. `manner`
    is one of `manners.MANNERS`, or None. Raises KeyError for an unknown level or manner.
    """
    budget = Budget(seconds, clock)
    known = msgspec.json.decode(observation, type=game.Observation)
    return PLAYERS[level](game, known, seat, random.Random(seed), budget, manner)
