"""The clocks that pages offer, by name. The API takes any other clock too."""

from typing import Any

from django.utils.translation import gettext as _

from lobby.models import Table

PACES: dict[str, dict[str, Any] | None] = {
    "none": None,
    "live-3": {"type": "live", "bank": 180, "increment": 5},
    "live-10": {"type": "live", "bank": 600, "increment": 10},
    "live-30": {"type": "live", "bank": 1800, "increment": 20},
    "move-1": {"type": "move", "seconds": 60},
    "move-5": {"type": "move", "seconds": 300},
    "day": {"type": "move", "seconds": 86_400},
    "days-3": {"type": "move", "seconds": 259_200},
    "week": {"type": "move", "seconds": 604_800},
    "turn-12": {"type": "move", "seconds": 43_200, "per": "turn", "reserve": 86_400},
    "turn-day": {"type": "move", "seconds": 86_400, "per": "turn", "reserve": 172_800},
    "turn-days-3": {"type": "move", "seconds": 259_200, "per": "turn", "reserve": 604_800},
}
RELIABLE = (80, 90, 95)  # percentages of matches finished that pages let tables ask for
LONG = 3600  # seconds per step; from here on nobody has to stay at the table


def kind_of(clock: dict[str, Any] | None) -> str:
    """The `Table.Pace` of a clock."""
    if clock is None:
        return Table.Pace.NONE
    over_days = clock["type"] == "move" and clock["seconds"] >= LONG
    return Table.Pace.DAYS if over_days else Table.Pace.LIVE


def without_vacations(clock: dict[str, Any] | None) -> dict[str, Any] | None:
    """The same clock, on which vacations don't count."""
    over_days = kind_of(clock) == Table.Pace.DAYS
    return {**clock, "vacation": False} if clock and over_days else clock


def reliable(percent: int) -> str:
    """The people whom a table takes, in words."""
    return _("people who finish at least {n}% of their matches").format(n=percent)
