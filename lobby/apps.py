"""The lobby's Django app."""

from django.apps import AppConfig
from django.core.checks import Tags, register


class LobbyConfig(AppConfig):
    name = "lobby"

    def ready(self) -> None:
        from lobby.daily.checks import check_challenges

        register(check_challenges, Tags.database)
