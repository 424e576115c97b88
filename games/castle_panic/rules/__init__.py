"""The rules of the game, by topic: `deciding` is the way in, `turns` leads through the phases."""

from games.castle_panic.rules.deciding import active_seats, apply_action, check, legal_actions
from games.castle_panic.rules.opening import setup
from games.castle_panic.rules.pieces import pieces
from games.castle_panic.rules.refusals import REFUSALS

__all__ = [
    "REFUSALS",
    "active_seats",
    "apply_action",
    "check",
    "legal_actions",
    "pieces",
    "setup",
]
