"""The one place where this ruleset meets Django: it makes itself known to the portal."""

from django.apps import AppConfig

from games.burn_my_village.game import BurnMyVillage
from games.plugin import registry


class BurnMyVillageConfig(AppConfig):
    name = "games.burn_my_village"
    label = "burn_my_village"
    verbose_name = "Please Don't Burn My Village"

    def ready(self) -> None:
        registry.register(BurnMyVillage())
