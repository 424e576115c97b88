"""How good an action looks at first sight."""

from games.village_assault.actions import Action, Add, Attack, Finish, Retreat
from games.village_assault.components import CARDS
from games.village_assault.rules import battle
from games.village_assault.state import State


def heuristic(state: State, seat: int, action: Action) -> float:
    """The cheapest unit that wins first; nothing is added, nobody retreats."""
    if isinstance(action, Retreat):
        return -20.0
    if isinstance(action, Add):
        return -1.0
    if isinstance(action, Attack):
        village = state.village(action.village)
        assert village is not None
        fought = battle.fight(state, action.unit, village)
        return (5.0 if fought.won else -5.0) - 0.5 * CARDS[action.unit].power
    return 0.0 if isinstance(action, Finish) else 6.0


def evaluate(state: State, seat: int) -> float:
    """From 0 to 1: the score so far."""
    points = sum(state.scored)
    return points / (points + 40)
