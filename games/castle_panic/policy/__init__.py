"""The computer players' judgment, in towers saved (for the Overlord: felled)."""

from games.castle_panic.actions import Action, Decline, EndTrade
from games.castle_panic.policy import castle, danger, overlord
from games.castle_panic.rules import legal_actions
from games.castle_panic.state import State


def candidates(state: State, seat: int) -> list[Action]:
    """Return the legal actions worth considering: of many offers only the promising ones."""
    legal = legal_actions(state, seat)
    return legal if seat == state.overlord else castle.candidates(state, seat, legal)


def heuristic(state: State, seat: int, action: Action) -> float:
    lord = seat == state.overlord
    return overlord.look(state, action) if lord else castle.look(state, seat, action)


def default_action(state: State, seat: int) -> Action:
    """Return the best action; but an absent player's cards aren't traded."""
    if state.phase == "trade":
        return Decline() if state.pending else EndTrade()
    return max(legal_actions(state, seat), key=lambda action: heuristic(state, seat, action))


def evaluate(state: State, seat: int) -> float:
    """Return the seat's prospects from 0 (lost) to 1 (won): towers against threats."""
    towers = sum(state.towers)
    hope = max(0.05, min(0.95, (towers - 0.4 * danger.total(state)) / 6 + 0.25))
    return 1 - hope if seat == state.overlord else hope
