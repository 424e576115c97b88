"""System checks of the installed rulesets, the versions in use and the signing key."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.core.checks import CheckMessage, Error
from django.db import DatabaseError

from games.ai.levels import PLAYERS
from games.matches.record.ranking import ranked_options
from games.plugin import AnyGame, registry


def check_rulesets(app_configs: Any, **arguments: Any) -> list[CheckMessage]:
    """Check that every installed ruleset can be offered."""
    return [fault for game in registry.installed() for fault in _faults(game)]


def check_versions(
    app_configs: Any, databases: Sequence[str] | None = None, **arguments: Any
) -> list[CheckMessage]:
    """Check with `--database` that the rules of running matches are installed."""
    from games.matches.record import versions  # models, which can't be imported earlier

    found: list[CheckMessage] = []
    for alias in databases or ():
        try:
            missing = versions.missing(alias)
        except DatabaseError:  # not migrated yet: there are no matches
            continue
        for used in missing:
            more = ", …" if used.count > len(used.named) else ""
            needed = f"{used.game}, rules version {used.version}, isn't installed"
            named = ", ".join(used.named) + more
            found.append(
                Error(f"{needed}, but running matches need it: {named}", id="matches.E005")
            )
    return found


def _faults(game: AnyGame) -> Iterable[CheckMessage]:
    meta = game.meta
    if not 1 <= meta.min_seats <= meta.max_seats:
        yield Error(f"{meta.slug} can't be played by anyone.", id="matches.E002")
    for level in meta.levels:
        if level not in PLAYERS:
            yield Error(f"{meta.slug} offers the unknown level {level}.", id="matches.E003")
    yield from _unrankable(game)
    try:
        game.Options()
    except TypeError:
        yield Error(f"{meta.slug} has options without a default.", id="matches.E004")


def _unrankable(game: AnyGame) -> Iterable[CheckMessage]:
    board = game.meta.leaderboard
    if board is None:
        return
    slug = game.meta.slug
    if game.meta.min_seats != 1 or not game.meta.scored:
        yield Error(f"{slug} ranks runs, but they aren't `scored`.", id="matches.E006")
    if board.option and not ranked_options(game):
        fault = f"{slug} ranks runs by {board.option}, which is no option with few values."
        yield Error(fault, id="matches.E007")
    if board.fewest and board.fewest not in game.meta.statistics:
        fault = f"{slug} breaks ties by {board.fewest}, which is no statistic with a label."
        yield Error(fault, id="matches.E008")
