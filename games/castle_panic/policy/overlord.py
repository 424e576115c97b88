"""Which token the Overlord plays: by what it brings to the board, on average over the die."""

from games.castle_panic.actions import Action, Place, Play
from games.castle_panic.components import DRAW_MORE, MONSTERS, POINTS
from games.castle_panic.policy import danger
from games.castle_panic.rules import apply_action
from games.castle_panic.state import State
from games.plugin import FastChance
from games.plugin.codec import clone

TRIES = 3
MORE, MONSTER = 5.0, 3.0  # what is played first: more tokens, then monsters, then what stirs them
PLACED, STOPPED = -1.0, -2.0


def look(state: State, action: Action) -> float:
    """What comes first: the castle falls to tempo.

    Two tokens a turn always, by the die, wins far more often than one monster put where it hurts,
    and than waiting for a better moment (docs/ai.md has the figures). So only the order is weighed:
    what brings more tokens, then monsters, the strongest first, and of the rest what hurts most.
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
    """The change in what threatens and what has fallen, tried out."""
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
