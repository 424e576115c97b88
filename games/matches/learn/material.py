"""A ruleset's picture, its rules page (`rules.html` with its `figures()`) and first-game guide."""

from typing import Any

from django.urls import reverse

from games.matches.page.shared_html import folder_of, own_template
from games.matches.record.text import sentence
from games.plugin import AnyGame, registry


def rules_template(game: AnyGame) -> str | None:
    """The template of the ruleset's rules, if it has one."""
    return own_template(game, "rules")


def rules_address(game: AnyGame, anchor: str = "") -> str:
    """The address of the rules page, at an anchor; "" for a ruleset without one."""
    if rules_template(game) is None:
        return ""
    address = reverse("learning:rules", args=[game.meta.slug])
    return f"{address}#{anchor}" if anchor else address


def chapter_title(game: AnyGame | None, anchor: str) -> str:
    """The title of the chapter at that anchor of the rules page; "" if there is none."""
    chapters = game.book.chapters if game else ()
    return next((sentence(one.title) for one in chapters if one.anchor == anchor), "")


def explained(game: AnyGame) -> list[dict[str, Any]]:
    """The board's explanations, with links to the chapters that say more."""

    def link(anchor: str) -> dict[str, str]:
        title, address = chapter_title(game, anchor), rules_address(game, anchor)
        return {"anchor": anchor, "title": title, "address": address}

    return [
        {
            "about": one.about,
            "title": one.title,
            "text": one.text,
            "chapters": [link(anchor) for anchor in one.chapters],
        }
        for one in game.book.explanations
    ]


def guide_address(game: AnyGame) -> str:
    """The address of the first-game guide; "" for a ruleset without one."""
    return "" if game.guide() is None else reverse("learning:guide", args=[game.meta.slug])


def game_of_folder(folder: Any) -> AnyGame | None:
    """The installed ruleset with that template folder, if there is one."""
    return next((game for game in registry.installed() if folder_of(game) == folder), None)
