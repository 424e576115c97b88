"""The Overlord's choice of tokens, by their average effect over the die."""

from games.castle_panic.actions import Action, Place, Play
from games.castle_panic.components import DRAW_MORE, MONSTERS, POINTS
from games.castle_panic.policy import danger
from games.castle_panic.rules import apply_action
from games.castle_panic.state import State
from games.plugin import FastChance
from games.plugin.codec import clone

TRIES = 3
MORE, MONSTER = 5.0, 3.0  # the order: tokens that draw more, monsters, the rest
PLACED, STOPPED = -1.0, -2.0


def look(state: State, action: Action) -> float:
    """Rank the actions by tempo.

    Two tokens every turn, by the die, win far more often than one well-placed monster or waiting
    (figures in docs/ai.md). So only the order counts: tokens that draw more, then monsters, the
    strongest first, then the most harmful of the rest.
    """
    if isinstance(action, Place):
        return PLACED
    if not isinstance(action, Play):
        return STOPPED
    if action.token in DRAW_MORE:
        return MORE + 0.1 * DRAW_MORE[action.token]
    if action.token in MONSTERS:
        return MONSTER + 0.1 * POINTS[action.token]
    return max(PLACED + 0.1, min(MONSTER - 0.1, _tried(state, action)))


def _tried(state: State, action: Play) -> float:
    before = _grief(state)
    gained = 0.0
    for number in range(TRIES):
        after = clone(state)
        assert after.overlord is not None
        apply_action(after, after.overlord, action, FastChance(number))
        gained += _grief(after) - before
    return gained / TRIES


def _grief(state: State) -> float:
    fallen = 6 - sum(state.towers)
    broken = 6 - sum(state.walls)
    cards = sum(sum(player.hand.values()) for player in state.players)
    return 1.5 * fallen + danger.WALL * broken + danger.total(state) - 0.12 * cards
