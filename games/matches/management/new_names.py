"""Checks of a new ruleset's name: refuses one that would break the ruleset or the portal."""

import keyword
import re
from collections.abc import Iterator
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.core.management.base import CommandError
from django.template import Engine
from django.utils.translation import gettext as _

from games.matches.management import starter_files
from games.plugin import registry

NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
LONGEST_NAME = 30  # the width of the slug's column
LONGEST_TITLE = 50  # it fits on its line of `game.py`


def check_name(name: str) -> None:
    """Raise CommandError for a name that no package can have, or that is taken."""
    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        text = _(
            "“%(name)s” can't name a ruleset. Take at most %(most)d characters: words in lower "
            "case with underscores between them, beginning with a letter, like %(example)s."
        )
        raise CommandError(text % {"name": name, "most": LONGEST_NAME, "example": _mended(name)})
    other = {"name": name, "example": f"{name}_game"}
    class_name = starter_files.class_name_of(name)
    if keyword.iskeyword(name) or keyword.iskeyword(class_name):
        text = _("“%(name)s” is a word of Python itself. %(example)s would do.")
        raise CommandError(text % other)
    if class_name in starter_files.imported_names():
        text = _("“%(name)s” is a word that the ruleset's own code uses. %(example)s would do.")
        raise CommandError(text % other)
    slugs = {game.meta.slug for game in registry.installed()}
    if name in apps.app_configs or starter_files.slug_of(name) in slugs:
        text = _("“%(name)s” is the name of something installed. %(example)s would do.")
        raise CommandError(text % other)
    for path in _places(name):
        if (settings.BASE_DIR / path).exists():
            text = _("%(path)s is there already. Take another name than “%(name)s”.")
            raise CommandError(text % {"path": path, "name": name})


def check_title(title: str) -> None:
    """Raise CommandError for a title that doesn't fit on one line of a page."""
    letters = any(letter.isalnum() for letter in title)
    if not letters or not title.isprintable() or len(title) > LONGEST_TITLE:
        text = _(
            "“%(title)s” can't be a title. Take one line of at most %(most)d characters with a "
            "letter among them, like “River Race”."
        )
        raise CommandError(text % {"title": title, "most": LONGEST_TITLE})


def _mended(name: str) -> str:
    """A valid spelling of the name, or an example."""
    mended = "_".join(re.findall(r"[a-z0-9]+", name.lower()))
    fits = NAME.fullmatch(mended) and len(mended) <= LONGEST_NAME
    return mended if fits else "river_race"


def _places(name: str) -> Iterator[Path]:
    """The paths where files of that name would be written or are looked for."""
    yield Path("games", name)
    yield Path("tests", "games", name)
    yield Path("tests", "rulesets", name)
    yield Path("docs", "rulings", f"{starter_files.slug_of(name)}.md")
    yield Path("static", name)
    yield from (Path(folder, name) for folder in Engine.get_default().dirs)
