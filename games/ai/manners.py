"""Manners of computer players: what each prefers where two actions are nearly as good.

A manner adds no noise and changes no strength: an action that suits it (`Game.leaning`) is judged a
little better, one that doesn't a little worse. `WEIGHT` is the worth of a full leaning, as a share
of what is at stake; docs/ai.md says what it changes, and how little it costs.
"""

from collections.abc import Sequence
from typing import Any

from games.plugin import AnyGame

WEIGHT = 0.05
MANNERS = {
    "bold": (1, 0),
    "careful": (-1, 0),
    "generous": (0, 1),
    "grudging": (0, -1),
}
# Names of computer players. They have several words, so they can't clash with usernames.
CAST = {
    "Ember the Bold": "bold",
    "Flint the Bold": "bold",
    "Coal the Careful": "careful",
    "Wick the Careful": "careful",
    "Ash the Generous": "generous",
    "Hob the Generous": "generous",
    "Grit the Grudging": "grudging",
    "Soot the Grudging": "grudging",
}


def looks(game: AnyGame, state: Any, seat: int, manner: str | None) -> list[tuple[Any, float]]:
    """`Game.look` as a player of that manner sees it, in a decision of its own."""
    seen = game.look(state, seat)
    if manner is None or len(seen) == 1:
        return seen
    stake = max(abs(value) for _action, value in seen)
    shifts = leanings(game, state, seat, [action for action, _value in seen], manner)
    return [
        (action, value + stake * shift) for (action, value), shift in zip(seen, shifts, strict=True)
    ]


def leanings(
    game: AnyGame, state: Any, seat: int, actions: Sequence[Any], manner: str | None
) -> list[float]:
    """How well each action suits the manner, from -`WEIGHT` to `WEIGHT`; 0 without a manner."""
    if manner is None:
        return [0.0] * len(actions)
    bold, generous = MANNERS[manner]
    found = (game.leaning(state, seat, action) for action in actions)
    return [WEIGHT * (bold * one + generous * other) for one, other in found]
