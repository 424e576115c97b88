"""The one place where this ruleset meets Django: it makes itself known to the portal."""

from django.apps import AppConfig

from games.burn_my_village.game import BurnMyVillage
from games.plugin import registry


class BurnMyVillageConfig(AppConfig):
    name = "games.burn_my_village"

    def ready(self) -> None:
        registry.register(BurnMyVillage())
