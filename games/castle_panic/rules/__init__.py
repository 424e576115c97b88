"""The rules, by topic. `decisions` is the entry point, `turns` advances the phases."""

from games.castle_panic.rules.decisions import active_seats, apply_action, legal_actions, turn
from games.castle_panic.rules.first_turn import setup
from games.castle_panic.rules.refusals import REFUSALS
from games.castle_panic.rules.run import pieces

__all__ = ["REFUSALS", "active_seats", "apply_action", "legal_actions", "pieces", "setup", "turn"]
