"""What a ruleset counts of each seat, once its game is over: as profiles tell it, for one match."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.matches.record import states
from games.matches.record.selectors import Snapshot


@dataclass(frozen=True)
class Figure:
    """One thing that was counted, and how much of it each seat has; None: that isn't told."""

    label: str
    seats: list[int | float | None]


def figures(shown: Snapshot) -> list[Figure]:
    """In the ruleset's order, but what nobody has any of; none where it didn't end the match."""
    if not shown.ended_by_rules:
        return []
    with states.reading(shown.match):
        told = shown.game.statistics(shown.state).get("seats", ())
    labels = shown.game.meta.statistics
    found = [Figure(_(label), [seat.get(name) for seat in told]) for name, label in labels.items()]
    return [one for one in found if any(one.seats)]
