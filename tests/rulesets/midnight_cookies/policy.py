"""How computer players judge a move and a position."""

from games.plugin import Withdraw
from tests.rulesets.midnight_cookies.actions import Move
from tests.rulesets.midnight_cookies.components import LONERS
from tests.rulesets.midnight_cookies.rules import feast
from tests.rulesets.midnight_cookies.state import Position

# Estimated: what is left of a card's cookies once the others have had theirs, and how many
# cookies ahead is as good as won.
RISK = 0.6
LEAD = 20


def heuristic(state: Position, seat: int, action: Move) -> float:
    """In cookies. Reads only what the seat knows."""
    if isinstance(action, Withdraw):
        return 0.0
    (alone,) = feast([action.animal], state.plate)
    return alone * RISK if action.animal in LONERS else float(alone)


def evaluate(state: Position, seat: int) -> float:
    """From 0 to 1: how far ahead of the best other seat."""
    best = max(points for other, points in enumerate(state.points) if other != seat)
    return min(1.0, max(0.0, 0.5 + (state.points[seat] - best) / (2 * LEAD)))
