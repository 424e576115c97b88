"""The rulesets that are installed. Each ruleset's `AppConfig.ready` registers its game."""

from typing import Any

from games.plugin.game import Game

AnyGame = Game[Any, Any, Any, Any]

_games: dict[str, AnyGame] = {}


def register(game: AnyGame) -> None:
    """Make a ruleset known. Registering the same class again changes nothing.

    Raises ValueError if another ruleset already has that slug.
    """
    known = _games.setdefault(game.meta.slug, game)
    if type(known) is not type(game):
        raise ValueError(f"two rulesets are called {game.meta.slug}")


def unregister(slug: str) -> None:
    """Forget a ruleset (tests put theirs in and take it out)."""
    _games.pop(slug, None)


def get(slug: str) -> AnyGame:
    """The ruleset with that slug. Raises KeyError."""
    return _games[slug]


def installed() -> list[AnyGame]:
    """All rulesets, by title."""
    return sorted(_games.values(), key=lambda game: game.meta.title)
