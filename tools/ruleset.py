"""The setup of the tools that check and play a ruleset."""

import logging
import os
import sys
from pathlib import Path

from games.plugin.registry import AnyGame

FIXTURES = Path(__file__).parents[1] / "tests" / "rulesets"


def begin(name: str) -> AnyGame:
    """Set up the tests' portal with an empty database, and return the ruleset of that name.

    The ruleset may be in `tests/rulesets/`.
    """
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django
    from django.apps import apps
    from django.conf import settings
    from django.test.utils import setup_databases

    settings.TEMPLATES[0]["OPTIONS"]["debug"] = True  # errors name a line
    fixture = FIXTURES / name
    if is_fixture := (fixture / "game.py").is_file():
        settings.TEMPLATES[0]["DIRS"] += [fixture / "templates"]
        settings.STATICFILES_DIRS = [*settings.STATICFILES_DIRS, fixture / "static"]
    django.setup()
    logging.disable(logging.ERROR)  # a failing page is reported as a fault
    settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
    setup_databases(verbosity=0, interactive=False)
    from games.matches.page.shared_html import folder_of
    from games.plugin import registry

    if is_fixture:
        registry.install(f"tests.rulesets.{name}")
    games = {folder_of(game): game for game in registry.installed()}
    games |= {game.meta.slug: game for game in registry.installed()}
    if name not in games:
        sys.exit(f"There is no ruleset “{name}”, but {', '.join(sorted(games))}.")
    return games[name]
