"""How good an action looks at first sight, in towers saved (the Overlord: in towers felled)."""

from games.castle_panic.actions import Action, Decline, EndTrade
from games.castle_panic.policy import castle, danger, overlord
from games.castle_panic.rules import legal_actions
from games.castle_panic.state import State


def candidates(state: State, seat: int) -> list[Action]:
    """The legal actions worth a thought: of many offers only the promising ones."""
    legal = legal_actions(state, seat)
    return legal if seat == state.overlord else castle.candidates(state, seat, legal)


def heuristic(state: State, seat: int, action: Action) -> float:
    """What the action promises the seat."""
    lord = seat == state.overlord
    return overlord.look(state, action) if lord else castle.look(state, seat, action)


def default_action(state: State, seat: int) -> Action:
    """What looks best; but the cards of a player who doesn't answer stay where they are."""
    if state.phase == "trade":
        return Decline() if state.pending else EndTrade()
    return max(legal_actions(state, seat), key=lambda action: heuristic(state, seat, action))


def evaluate(state: State, seat: int) -> float:
    """From 0 (lost) to 1 (won) for the seat: towers against what threatens them."""
    towers = sum(state.towers)
    hope = max(0.05, min(0.95, (towers - 0.4 * danger.total(state)) / 6 + 0.25))
    return 1 - hope if seat == state.overlord else hope
