"""The versions of rules that running matches need: no deploy may remove them."""

from dataclasses import dataclass

from django.db.models import Count, QuerySet

from games.matches.models import Match
from games.plugin import UnknownRules, registry

NAMED = 10  # matches listed per version


@dataclass(frozen=True)
class InUse:
    """A version of a game's rules, its running matches, and the public ids of the first `NAMED`."""

    game: str
    version: int
    count: int
    named: tuple[str, ...]

    @property
    def installed(self) -> bool:
        try:
            registry.get(self.game, self.version)
        except UnknownRules:
            return False
        return True


def in_use(using: str | None = None) -> list[InUse]:
    """Every version that a running match needs. One query, plus one per version."""
    running = Match.objects.using(using).filter(status=Match.Status.ACTIVE)
    counted = running.values_list("game", "rules_version").annotate(count=Count("pk")).order_by()
    return [
        InUse(game, version, count, _named(running.filter(game=game, rules_version=version)))
        for game, version, count in sorted(counted)
    ]


def missing(using: str | None = None) -> list[InUse]:
    return [used for used in in_use(using) if not used.installed]


def _named(matches: QuerySet[Match]) -> tuple[str, ...]:
    return tuple(matches.order_by("started_at", "pk").values_list("public_id", flat=True)[:NAMED])
