"""Computer players: search over `games.plugin`, without Django.

A computer player gets the observation of its seat as JSON, as a person's browser could, and builds
possible positions with `Game.determinize`, so it can't cheat.
"""

from games.ai.levels import choose

__all__ = ["choose"]
