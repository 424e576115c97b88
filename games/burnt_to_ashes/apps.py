"""The Django app, which registers the ruleset."""

from django.apps import AppConfig

from games.burnt_to_ashes.game import BurntToAshes
from games.plugin import registry


class BurntToAshesConfig(AppConfig):
    name = "games.burnt_to_ashes"

    def ready(self) -> None:
        registry.register(BurntToAshes())
