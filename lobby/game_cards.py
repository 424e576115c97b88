"""Games and matches as the lobby's pages show them."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from games.matches.learn import material
from games.matches.models import Match
from games.matches.page.level_names import level_name
from games.matches.page.shared_html import folder_of, own_template
from games.matches.play.engine import unreadable
from games.matches.record import places
from games.plugin import SPECTATOR, AnyGame, registry


def ai_name(level: str) -> str:
    """«AI, easy»."""
    return _("AI, {level}").format(level=level_name(level))


@dataclass(frozen=True)
class GameCard:
    """A game as pages show it."""

    slug: str
    title: str
    tagline: str
    facts: str
    minutes: tuple[int, int]  # the shortest and longest usual game
    alone: bool  # for one player only
    together: bool  # people win or lose together
    rules: str  # like the next four, an address or ""
    guide: str
    leaderboard: str
    season: str
    daily: str
    daily_title: str
    tile: str | None  # the template of its picture
    parts: str  # the folder of its templates

    @property
    def initial(self) -> str:
        return self.title[:1]


def game_card(game: AnyGame) -> GameCard:
    meta = game.meta
    daily = meta.leaderboard.daily if meta.leaderboard else ""
    alone = places.is_for_one(game)
    return GameCard(
        slug=meta.slug,
        title=_(meta.title),
        tagline=_(meta.tagline),
        facts=f"{players(game)} · {minutes(game)}",
        minutes=meta.minutes,
        together=places.usually_together(game),
        alone=alone,
        rules=material.rules_address(game),
        guide=material.guide_address(game),
        leaderboard=reverse("lobby:leaderboard", args=[meta.slug]) if meta.leaderboard else "",
        season=reverse("lobby:season", args=[meta.slug]) if not alone else "",
        daily=reverse("lobby:daily", args=[meta.slug]) if daily else "",
        daily_title=_(daily) if daily else "",
        tile=own_template(game, "tile"),
        parts=folder_of(game),
    )


def games() -> list[GameCard]:
    """All installed games, by title."""
    return [game_card(game) for game in registry.installed()]


def players(game: AnyGame) -> str:
    """«4 players», or a range of numbers."""
    least, most = game.meta.min_seats, game.meta.max_seats
    if least == most:
        return ngettext("{n} player", "{n} players", most).format(n=most)
    return _("{least}–{most} players").format(least=least, most=most)


def minutes(game: AnyGame) -> str:
    """The usual length, «20 min» or a range of minutes."""
    shortest, longest = game.meta.minutes
    if shortest == longest:
        return _("{n} min").format(n=longest)
    return _("{shortest}–{longest} min").format(shortest=shortest, longest=longest)


def points(score: int) -> str:
    """«59 points»."""
    return ngettext("{n} point", "{n} points", score).format(n=score)


def prompted(matches: Iterable[Match]) -> list[tuple[Match, str]]:
    """The matches, each with its prompt for spectators.

    Without a query if seats were prefetched and all are readable.
    """
    matches = list(matches)
    prompts = unreadable.prompts((match, SPECTATOR) for match in matches)
    return [(match, prompt) for match, (prompt, _readable) in zip(matches, prompts, strict=True)]
