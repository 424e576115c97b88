"""Who plays in the reports: a level of computer players, or one of two that are plainer."""

import random
from typing import Any

from games import ai
from games.plugin import AnyGame
from games.plugin.codec import canonical_json

RANDOM = "random"  # takes any legal action
SIMPLE = "simple"  # plays as many tokens as it may by the die, any of them


def decide(game: AnyGame, state: Any, seat: int, level: str, dice: random.Random) -> Any:
    """What a player of that level does, from the observation of the seat alone."""
    if level == RANDOM:
        return dice.choice(game.legal_actions(state, seat))
    if level == SIMPLE:
        return _simple(game.legal_actions(state, seat), dice)
    seen = canonical_json(game.observation(state, seat))
    return ai.choose(game, seen, seat, level, dice.getrandbits(63))


def _simple(legal: list[Any], dice: random.Random) -> Any:
    """The plainest Overlord of Castle Panic there is."""
    plays = [action for action in legal if type(action).__name__ == "Play"]
    return dice.choice(plays or legal)
