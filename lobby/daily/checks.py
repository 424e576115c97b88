"""A system check: a deploy must keep the rules that challenges need."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error
from django.db import DatabaseError
from django.utils import timezone

from games.plugin import UnknownRules, registry
from lobby.leaderboards.spans import day_of


def check_challenges(
    app_configs: Any, databases: Sequence[str] | None = None, **arguments: Any
) -> list[CheckMessage]:
    """Check, with `--database`, that today's and the prepared challenges can be played."""
    from lobby.models import Challenge  # models aren't loaded yet when this is registered

    errors: list[CheckMessage] = []
    for alias in databases or ():
        ready = Challenge.objects.using(alias).filter(day__gte=day_of(timezone.now()))
        try:
            needed = list(ready.order_by("day").values_list("game", "rules_version", "day"))
        except DatabaseError:  # not migrated yet: there are no challenges
            continue
        for game, version, day in needed:
            try:
                registry.get(game, version)
            except UnknownRules:
                gone = f"{game}, rules version {version}, isn't installed"
                text = f"{gone}, but the challenge of {day} needs it."
                errors.append(Error(text, id="lobby.E001"))
    return errors
