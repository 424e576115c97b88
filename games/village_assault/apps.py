"""The Django app, which registers the ruleset."""

from django.apps import AppConfig

from games.plugin import registry
from games.village_assault.game import VillageAssault


class VillageAssaultConfig(AppConfig):
    name = "games.village_assault"

    def ready(self) -> None:
        registry.register(VillageAssault())
