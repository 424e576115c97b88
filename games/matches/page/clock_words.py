"""A table's pace in words."""

from typing import Any

from django.utils.translation import gettext as _, ngettext


def words(clock: dict[str, Any] | None) -> str:
    """`Table.clock` or `Match.clock` in words."""
    if clock is None:
        return _("no clock")
    if clock["type"] == "live":
        text = _("{time} for the match, plus {n} s for every step")
        return text.format(time=_duration(clock["bank"]), n=clock["increment"])
    text = _("{time} for every turn") if clock.get("per") == "turn" else _("{time} for every step")
    parts = [text.format(time=_duration(clock["seconds"]))]
    if clock.get("reserve"):
        parts.append(_("up to {time} in reserve").format(time=_duration(clock["reserve"])))
    if not clock.get("vacation", True):
        parts.append(_("no vacations"))
    return ", ".join(parts)


def _duration(seconds: int) -> str:
    if seconds < 120 or seconds % 60:
        return _("{n} s").format(n=seconds)
    if seconds < 7200 or seconds % 3600:
        return _("{n} min").format(n=seconds // 60)
    if seconds < 86_400 or seconds % 86_400:
        return _("{n} h").format(n=seconds // 3600)
    days = seconds // 86_400
    return ngettext("{n} day", "{n} days", days).format(n=days)
