"""The Django app of matches."""

from django.apps import AppConfig
from django.core.checks import Tags, register


class MatchesConfig(AppConfig):
    name = "games.matches"
    label = "matches"

    def ready(self) -> None:
        from games.matches.checks import check_record_key, check_rulesets, check_versions

        register(check_rulesets)
        register(check_record_key)
        register(check_versions, Tags.database)
