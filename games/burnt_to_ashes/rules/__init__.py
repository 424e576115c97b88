"""The rules, by topic. `decisions` is the entry point, `rounds` advances the phases."""

from games.burnt_to_ashes.rules.decisions import active_seats, apply_action, legal_actions, turn
from games.burnt_to_ashes.rules.pieces import pieces
from games.burnt_to_ashes.rules.refusals import REFUSALS
from games.burnt_to_ashes.rules.start import setup

__all__ = ["REFUSALS", "active_seats", "apply_action", "legal_actions", "pieces", "setup", "turn"]
