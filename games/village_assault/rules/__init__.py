"""The rules, by topic. `decisions` is the entry point; see `battle` and `rounds`."""

from games.village_assault.rules.decisions import (
    active_seats,
    apply_action,
    boosts,
    legal_actions,
    turn,
)
from games.village_assault.rules.endings import result, scores, statistics
from games.village_assault.rules.pieces import pieces
from games.village_assault.rules.refusals import REFUSALS
from games.village_assault.rules.rounds import setup

__all__ = [
    "REFUSALS",
    "active_seats",
    "apply_action",
    "boosts",
    "legal_actions",
    "pieces",
    "result",
    "scores",
    "setup",
    "statistics",
    "turn",
]
