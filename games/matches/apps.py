"""The Django app of matches, which installs the rulesets."""

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import Tags, register

from games.plugin import registry


class MatchesConfig(AppConfig):
    name = "games.matches"
    label = "matches"

    def ready(self) -> None:
        from games.matches.checks import check_rulesets, check_versions

        for ruleset in settings.RULESETS:
            registry.install(ruleset)
        register(check_rulesets)
        register(check_versions, Tags.database)
