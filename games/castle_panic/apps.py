"""The one place where this ruleset meets Django: it makes itself known to the portal."""

from django.apps import AppConfig

from games.castle_panic.game import CastlePanic
from games.plugin import registry


class CastlePanicConfig(AppConfig):
    name = "games.castle_panic"

    def ready(self) -> None:
        registry.register(CastlePanic())
