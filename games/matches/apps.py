"""The Django app of matches."""

from django.apps import AppConfig
from django.core.checks import register


class MatchesConfig(AppConfig):
    name = "games.matches"
    label = "matches"

    def ready(self) -> None:
        from games.matches.checks import check_rulesets

        register(check_rulesets)
