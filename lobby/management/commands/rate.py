"""`manage.py rate`: counts the rated matches, with --rebuild all of them anew."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _, ngettext

from games.matches.models import Match
from lobby.models import RatingChange
from lobby.ratings import counting

AT_ONCE = 1_000  # matches in a transaction, about three seconds


class Command(BaseCommand):
    help = _(
        "Counts the rated matches that aren't counted yet. With --rebuild it counts all of them "
        "anew, which gives the same ratings; until it is done, pages show those of the matches "
        "counted so far."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rebuild", action="store_true", help=_("count all matches anew"))

    def handle(self, *args: Any, **options: Any) -> None:
        games = (
            Match.objects.filter(rated=True).order_by().values_list("game", flat=True).distinct()
        )
        for game in sorted(games):
            if options["rebuild"]:
                counting.forget(game)
            while counting.go_on(game, AT_ONCE):
                pass
            n = RatingChange.objects.filter(game=game).values("match").distinct().count()
            text = ngettext("{game}: {n} match counts.", "{game}: {n} matches count.", n)
            self.stdout.write(text.format(game=game, n=n))
