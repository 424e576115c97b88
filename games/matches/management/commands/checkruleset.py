"""`manage.py checkruleset NAME`: whether a ruleset keeps its promises."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from games.matches.management import developer_tools


class Command(BaseCommand):
    help = _(
        "Checks a ruleset's laws, rulings, pages, styles and types, without a database server. "
        "Each fault names what is broken, where to look first, and what to do."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help=_("its package or slug, river_race for example"))

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        developer_tools.check("mypy", "tinycss2", "pytest")
        developer_tools.run("check_ruleset", name)
