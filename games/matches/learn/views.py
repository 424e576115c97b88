"""The pages on which people learn a game: its rules, and its first-game guide."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.matches.learn import guide_board, material
from games.matches.page import cards, shared_html
from games.matches.page.privacy import kept_offline
from games.matches.record import places
from games.plugin import AnyGame, registry
from toolbox.errors import NotFound


def _game(slug: str) -> AnyGame:
    try:
        return registry.get(slug)
    except KeyError:
        raise NotFound(_("There is no such game.")) from None


@require_safe
def rules_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of a game in our words."""
    game = _game(slug)
    template = material.rules_template(game)
    if template is None:
        raise NotFound(_("This game has no rules page yet."))
    context = {
        **_common(game),
        "rules_template": template,
        "parts": shared_html.folder_of(game),
        "figures": game.figures(),
        "contents": [one for one in game.book.chapters if not one.within],
        "guide": material.guide_address(game),
    }
    return kept_offline(request, render(request, "learning/rules.html", context))


@require_safe
def guide_page(request: HttpRequest, slug: str, step: int = 1) -> HttpResponse:
    """A step of the first-game guide, counted from 1; the last one is its end."""
    game = _game(slug)
    guide = game.guide()
    if guide is None:
        raise NotFound(_("This game has no guide yet."))
    if not 1 <= step <= len(guide.steps) + 1:
        raise NotFound(_("The guide has no such step."))
    context = {
        **_common(game),
        "rules": material.rules_address(game),
        "steps": range(1, len(guide.steps) + 2),
        "step": step,
        "before": step - 1,
        "after": step + 1 if step <= len(guide.steps) else 0,
        **guide_board.shown_at(game, guide, step - 1),
    }
    return render(request, "learning/guide.html", context)


@require_safe
@cache_control(max_age=86400)
def card(request: HttpRequest, slug: str) -> HttpResponse:
    """The picture of a game that goes with links to it."""
    return HttpResponse(cards.of_game(_game(slug)), content_type="image/png")


def own_styles(folder: str) -> list[str]:
    """The paths of a ruleset's style sheets for its board and rules page."""
    paths = (shared_html.own_file(folder, name) for name in ("board.css", "rules.css"))
    return [path for path in paths if path]


def _common(game: AnyGame) -> dict[str, Any]:
    together, alone = places.usually_together(game), places.is_for_one(game)
    return {
        "slug": game.meta.slug,
        "playable": {"slug": game.meta.slug, "together": together, "alone": alone},
        "title": _(game.meta.title),
        "tagline": _(game.meta.tagline),
        "sheets": own_styles(shared_html.folder_of(game)),
    }
