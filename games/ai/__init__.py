"""Computer players: search over `games.plugin`, with no idea of Django.

A computer player is handed the observation of its seat as JSON, the same a person's browser could
get; it rebuilds positions it could be in with `Game.determinize`. So none of them can cheat.
"""

from games.ai.levels import choose

__all__ = ["choose"]
