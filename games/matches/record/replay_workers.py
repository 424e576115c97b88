"""What a worker process of `manage.py check_matches` does. Importing it needs no Django."""

from collections.abc import Sequence
from uuid import UUID

import django

# Of each match how many steps were played, its divergence or "", and whether it was left out.
Told = list[tuple[int, str, bool]]


def begin() -> None:
    """Get a fresh process ready, with connections of its own."""
    django.setup()


def check_handful(keys: Sequence[UUID], chains: bool = False) -> Told:
    """Play these matches again, and look at their `chains`.

    What happens to be gone meanwhile is left out.
    """
    from games.matches.models import Match
    from games.matches.record import replay_check

    told = []
    for match in (
        Match.objects.filter(pk__in=keys).select_related("deal").defer("state").order_by("pk")
    ):
        checked = replay_check.check(match, chains=chains)
        told.append((checked.steps, str(checked.divergence or ""), checked.dropped))
    return told
