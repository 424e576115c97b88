"""`manage.py playruleset NAME`: a whole game in a browser, photographed and measured."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from games.matches.management import developer_tools


class Command(BaseCommand):
    help = _(
        "Plays a whole game by clicks in Chromium, at 360 by 740, 740 by 360 and 1280 by 720 px, "
        "against easy computer players. Saves pictures of each kind of decision, light and dark, "
        "and reports what overlaps, overflows or is too small to read or touch."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help=_("its package or slug, river_race for example"))
        parser.add_argument("--seats", help=_("how many sit there; as many as can by default"))
        parser.add_argument("--shots", metavar="DIR", required=True, help=_("for the pictures"))
        parser.add_argument("--seed", default="1", help=_("another number plays another game"))
        parser.add_argument(
            "--option", action="append", default=[], help=_("mode=team, for example; repeatable")
        )

    def handle(self, *args: Any, name: str, option: list[str], **options: Any) -> None:
        developer_tools.check("playwright", "pytest")
        chosen = {key: options[key] for key in ("seats", "shots", "seed") if options[key]}
        arguments = [f"--{key}={value}" for key, value in chosen.items()]
        arguments += [f"--option={one}" for one in option]
        developer_tools.run("play_ruleset", name, *arguments)
