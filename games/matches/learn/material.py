"""What a ruleset has for people who get to know it: a picture, a rules page, a first-game guide.

A rules page is the ruleset's own template `rules.html`, filled with its `figures()`.
"""

from typing import Any

from django.urls import reverse

from games.matches.page.shared_html import folder_of, own_template
from games.matches.record.text import sentence
from games.plugin import AnyGame, registry


def rules_template(game: AnyGame) -> str | None:
    """The template of the ruleset's rules; None where it has none."""
    return own_template(game, "rules")


def tile_template(game: AnyGame) -> str | None:
    """The template of the ruleset's picture among the games; None where it has none."""
    return own_template(game, "tile")


def rules_address(game: AnyGame, anchor: str = "") -> str:
    """Where the rules page stands, opened at an anchor; empty for a ruleset without one."""
    if rules_template(game) is None:
        return ""
    address = reverse("learning:rules", args=[game.meta.slug])
    return f"{address}#{anchor}" if anchor else address


def chapter_title(game: AnyGame | None, anchor: str) -> str:
    """What that chapter of the rules page is called; empty where there is none."""
    chapters = game.chapters() if game else ()
    return next((sentence(one.title) for one in chapters if one.anchor == anchor), "")


def explained(game: AnyGame) -> list[dict[str, Any]]:
    """What the board says of each thing, with the chapters in which more is to be read."""
    return [
        {
            "about": told.about,
            "title": told.title,
            "text": told.text,
            "chapters": [
                {
                    "anchor": anchor,
                    "title": chapter_title(game, anchor),
                    "address": rules_address(game, anchor),
                }
                for anchor in told.chapters
            ],
        }
        for told in game.explanations()
    ]


def guide_address(game: AnyGame) -> str:
    """Where the first-game guide begins; empty for a ruleset without one."""
    if game.guide() is None:
        return ""
    return reverse("learning:guide", args=[game.meta.slug])


def game_of_folder(folder: Any) -> AnyGame | None:
    """The installed ruleset whose templates lie in that folder."""
    found = (game for game in registry.installed() if folder_of(game) == folder)
    return next(found, None)
