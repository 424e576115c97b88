"""The Django app, which registers the ruleset."""

from django.apps import AppConfig

from games.castle_panic.game import CastlePanic
from games.plugin import registry


class CastlePanicConfig(AppConfig):
    name = "games.castle_panic"

    def ready(self) -> None:
        registry.register(CastlePanic())
