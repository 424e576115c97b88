"""How good a token looks to the Overlord: by what it does to the board, on average over the die."""

from games.castle_panic.actions import Action, Place, Play
from games.castle_panic.components import DRAW_MORE, MONSTERS, POINTS
from games.castle_panic.policy import danger
from games.castle_panic.rules import apply_action
from games.castle_panic.state import State
from games.plugin import FastChance
from games.plugin.codec import clone

TRIES = 3
STIRRING = ("orc-warlord", "troll-mage")  # monsters that move others
KEPT = 0.25  # what a token is worth in the hand
FRESH = 0.22  # what a monster in the Forest is worth for each of its points


def look(state: State, action: Action) -> float:
    """What the action promises, in towers felled or threatened."""
    if not isinstance(action, Place | Play):
        return 0.0
    if isinstance(action, Place):
        wall = state.walls[action.arc - 1]
        return danger.of(0, POINTS[action.token], wall=wall) + 0.1 * (not wall) - 0.5
    if action.token in MONSTERS and action.token not in STIRRING:
        return FRESH * POINTS[action.token] + (action.token in DRAW_MORE)
    if action.token in DRAW_MORE:
        return 2.0
    return _tried(state, action) - KEPT


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
