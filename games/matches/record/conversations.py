"""The keys of a match's chat rooms; `games.matches.live.chat` decides who may read them."""

from games.matches.models import Match

PLAYERS, WATCHERS = "players", "watchers"


def key(match: Match, part: str) -> str:
    """The key of the players' or the watchers' conversation."""
    return f"match:{match.public_id}:{part}"
