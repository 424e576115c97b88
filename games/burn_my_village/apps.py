"""The Django app, which registers the ruleset."""

from django.apps import AppConfig

from games.burn_my_village.game import BurnMyVillage
from games.plugin import registry


class BurnMyVillageConfig(AppConfig):
    name = "games.burn_my_village"

    def ready(self) -> None:
        registry.register(BurnMyVillage())
