"""The paces that pages offer, by name; any other clock can be had by the API."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

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
LONG = 3600  # seconds for a step, from which on nobody has to stay at the table


def kind_of(clock: dict[str, Any] | None) -> str:
    """What lists call such a clock: one of `Table.Pace`."""
    if clock is None:
        return Table.Pace.NONE
    over_days = clock["type"] == "move" and clock["seconds"] >= LONG
    return Table.Pace.DAYS if over_days else Table.Pace.LIVE


def words(clock: dict[str, Any] | None) -> str:
    """A table's clock in words."""
    if clock is None:
        return _("no clock")
    if clock["type"] == "live":
        text = _("{time} for the match, plus {n} s for every step")
        return text.format(time=_duration(clock["bank"]), n=clock["increment"])
    text = _("{time} for every turn") if clock.get("per") == "turn" else _("{time} for every step")
    said = [text.format(time=_duration(clock["seconds"]))]
    if clock.get("reserve"):
        saved = _("up to {time} saved for later")
        said.append(saved.format(time=_duration(clock["reserve"])))
    if not clock.get("vacation", True):
        said.append(_("no vacations"))
    return ", ".join(said)


def without_vacations(clock: dict[str, Any] | None) -> dict[str, Any] | None:
    """The same clock, but vacations don't count, where they would."""
    over_days = kind_of(clock) == Table.Pace.DAYS
    return {**clock, "vacation": False} if clock and over_days else clock


def reliable(percent: int) -> str:
    """Whom a table takes, in words."""
    return _("people who stay to the end, {n} % at least").format(n=percent)


def _duration(seconds: int) -> str:
    if seconds < 120 or seconds % 60:
        return _("{n} s").format(n=seconds)
    if seconds < 7200 or seconds % 3600:
        return _("{n} min").format(n=seconds // 60)
    if seconds < 86_400 or seconds % 86_400:
        return _("{n} h").format(n=seconds // 3600)
    days = seconds // 86_400
    return ngettext("{n} day", "{n} days", days).format(n=days)
