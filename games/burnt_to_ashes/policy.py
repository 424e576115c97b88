"""How good an action looks at first sight, and how a position looks."""

from games.burnt_to_ashes.actions import Action
from games.burnt_to_ashes.components import LANDS, STRIKES
from games.burnt_to_ashes.state import State


def heuristic(state: State, seat: int, action: Action) -> float:
    """What the action promises the seat."""
    return 0.0


def evaluate(state: State, seat: int) -> float:
    """From 0 (lost) to 1 (won)."""
    if state.ending:
        return float(state.ending == "slain")
    return (state.strikes / STRIKES + len(state.standing()) / LANDS) / 2
