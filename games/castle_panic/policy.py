"""How good an action looks (a first sketch: end phases last, slay what is near the castle)."""

from games.castle_panic.actions import Action
from games.castle_panic.state import State


def heuristic(state: State, seat: int, action: Action) -> float:
    return 0.0


def evaluate(state: State, seat: int) -> float:
    """From 0 (lost) to 1 (won) for the seat."""
    own = sum(state.towers) / 6
    return 1 - own if seat == state.overlord else own
