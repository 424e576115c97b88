"""The installed rulesets, found by the name of their package."""

from importlib import import_module
from inspect import isclass
from typing import Any

from games.plugin.errors import UnknownRules
from games.plugin.game import Game

AnyGame = Game[Any, Any, Any, Any]

_games: dict[str, AnyGame] = {}
# Games bound to older versions of their rules, each made once: caches are keyed by game.
_bound: dict[tuple[AnyGame, int], AnyGame] = {}


def install(package: str) -> None:
    """Register the game defined in the package's `game.py`. Raises ValueError unless it has one."""
    module = import_module(f"{package}.game")
    kinds = [kind for kind in vars(module).values() if isclass(kind) and issubclass(kind, Game)]
    games = [kind for kind in kinds if kind.__module__ == module.__name__]
    if len(games) != 1:
        raise ValueError(f"{module.__name__} must define one game, not {len(games)}")
    register(games[0]())


def register(game: AnyGame) -> None:
    """Add a ruleset, unless it was added before. Raises ValueError if another has its slug."""
    known = _games.setdefault(game.meta.slug, game)
    if type(known) is not type(game):
        raise ValueError(f"two rulesets are called {game.meta.slug}")


def unregister(slug: str) -> None:
    """Remove a ruleset (for tests)."""
    _games.pop(slug, None)
    for key in [key for key in _bound if key[0].meta.slug == slug]:
        del _bound[key]


def get(slug: str, version: int | None = None) -> AnyGame:
    """The ruleset with that slug, bound to that version of its rules; None: to the newest.

    Raises `UnknownRules` if it isn't installed or doesn't play that version.
    """
    game = _games.get(slug)
    if game is None:
        raise UnknownRules(slug, version)
    if version is None or version == game.meta.rules_version:
        return game
    known = _bound.get((game, version))
    return known or _bound.setdefault((game, version), game.bound_to(version))


def title_of(slug: str) -> str:
    """The title of that ruleset, a message id; the slug if it isn't installed."""
    game = _games.get(slug)
    return slug if game is None else game.meta.title


def is_installed(slug: str) -> bool:
    return slug in _games


def installed() -> list[AnyGame]:
    """All rulesets, by title."""
    return sorted(_games.values(), key=lambda game: game.meta.title)
