"""The computer players' judgment, in towers saved (for the Overlord: felled)."""

from games.castle_panic.actions import Action, Decline, EndTrade, Place, Play
from games.castle_panic.components import DRAW_MORE, MONSTERS, POINTS
from games.castle_panic.policy import castle, plan
from games.castle_panic.rules import apply_action, legal_actions
from games.castle_panic.state import State
from games.plugin import FastChance
from games.plugin.codec import clone

TRIES = 3
MORE, MONSTER = 5.0, 3.0  # the order: tokens that draw more, monsters, the rest
PLACED, STOPPED = -1.0, -2.0


def candidates(state: State, seat: int) -> list[Action]:
    """Return the legal actions worth considering: of many offers only the promising ones."""
    legal = legal_actions(state, seat)
    return legal if seat == state.overlord else castle.candidates(state, seat, legal)


def heuristic(state: State, seat: int, action: Action) -> float:
    lord = seat == state.overlord
    return _command(state, action) if lord else castle.look(state, seat, action)


def default_action(state: State, seat: int) -> Action:
    """Return the best action; but an absent player's cards aren't traded."""
    if state.phase == "trade":
        return Decline() if state.pending else EndTrade()
    return max(legal_actions(state, seat), key=lambda action: heuristic(state, seat, action))


def evaluate(state: State, seat: int) -> float:
    """Return the seat's prospects from 0 (lost) to 1 (won): towers against threats."""
    towers = sum(state.towers)
    hope = max(0.05, min(0.95, (towers - 0.4 * plan.total(state)) / 6 + 0.25))
    return 1 - hope if seat == state.overlord else hope


# -- the Overlord's choice of tokens, by their average effect over the die ------------------------


def _command(state: State, action: Action) -> float:
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
    return 1.5 * fallen + plan.WALL * broken + plan.total(state) - 0.12 * cards
