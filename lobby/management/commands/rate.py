"""`manage.py rate`: counts the new rated matches or, with --rebuild, all of them anew."""

import gc
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _, ngettext

from games.plugin import registry
from lobby.models import RatingChange
from lobby.ratings import counting


class Command(BaseCommand):
    help = _(
        "Counts the rated matches that aren't counted yet. With --rebuild it counts all of them "
        "anew, which gives the same ratings; until it is done, pages show those of the matches "
        "counted so far."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rebuild", action="store_true", help=_("count all matches anew"))

    def handle(self, *args: Any, **options: Any) -> None:
        gc.freeze()  # else collections scan everything loaded so far, a fifth of the time
        for slug in sorted(game.meta.slug for game in registry.installed()):
            if options["rebuild"]:
                counting.forget(slug)
            while counting.go_on(slug):
                pass
            n = RatingChange.objects.filter(game=slug).values("match").distinct().count()
            if n:
                text = ngettext("{game}: {n} match counts.", "{game}: {n} matches count.", n)
                self.stdout.write(text.format(game=slug, n=n))
