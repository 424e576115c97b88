"""The pages on which people learn a game: its rules, and a first-game guide step by step."""

from typing import Any

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.matches.learn import guide_board, material
from games.matches.page import shared_html
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
    """The rules of a game in our words, as its ruleset tells them."""
    game = _game(slug)
    template = material.rules_template(game)
    if template is None:
        raise NotFound(_("This game has no rules page yet."))
    folder = shared_html.folder_of(game)
    shown = {
        "slug": slug,
        "playable": _playable(game),
        "title": _(game.meta.title),
        "rules_template": template,
        "parts": folder,
        "figures": game.figures(),
        "contents": [one for one in game.chapters() if not one.within],
        "sheets": own_styles(folder, "board", "rules"),
        "guide": material.guide_address(game),
    }
    return render(request, "learning/rules.html", shown)


@require_safe
def guide_page(request: HttpRequest, slug: str, step: int = 1) -> HttpResponse:
    """A step of the first-game guide, counted from 1; the last one is its end."""
    game = _game(slug)
    guide = game.guide()
    if guide is None:
        raise NotFound(_("This game has no guide yet."))
    if not 1 <= step <= len(guide.steps) + 1:
        raise NotFound(_("The guide has no such step."))
    shown = {
        "slug": slug,
        "playable": _playable(game),
        "title": _(game.meta.title),
        "sheets": own_styles(shared_html.folder_of(game), "board", "rules"),
        "rules": material.rules_address(game),
        "steps": range(1, len(guide.steps) + 2),
        "step": step,
        "before": step - 1,
        "after": step + 1 if step <= len(guide.steps) else 0,
        **guide_board.shown_at(game, guide, step - 1),
    }
    return render(request, "learning/guide.html", shown)


def own_styles(folder: str, *names: str) -> list[str]:
    """The style sheets that a ruleset has under these names, as paths below the static root."""
    paths = (f"{folder}/{name}.css" for name in names)
    return [path for path in paths if finders.find(path)]


def _playable(game: AnyGame) -> dict[str, Any]:
    """What the button needs that begins a game."""
    return {
        "slug": game.meta.slug,
        "together": places.usually_together(game),
        "alone": places.is_for_one(game),
    }
