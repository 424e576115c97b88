"""A table's agreement about people who stay away, in words."""

from typing import Any

from django.utils.translation import gettext as _, ngettext

from games.matches.page.level_names import level_name
from games.matches.play.parts import clock_kinds
from games.matches.play.parts.absence import Absence, absence_of, caretaker_level
from games.plugin import AnyGame


def titles() -> list[tuple[str, str]]:
    """The agreements to choose from, for forms."""
    return [
        ("caretaker", _("A computer player stands in")),
        ("default", _("Only a simple move each time")),
        ("forfeit", _("They lose their seat for good")),
    ]


def words(stored: Any, game: AnyGame) -> str:
    """`Table.absence` or `Match.absence` in words, at a table of that game."""
    agreed: Absence = absence_of(stored)
    if agreed.then == "default":
        return _("a simple move each time")
    if agreed.then == "forfeit":
        text = ngettext(
            "{n} deadline missed: the seat is lost",
            "{n} deadlines missed in a row: the seat is lost",
            agreed.after,
        )
    else:
        text = ngettext(
            "{n} deadline missed: a computer player ({level}) stands in until they are back",
            "{n} deadlines missed in a row: a computer player ({level}) stands in until they are "
            "back",
            agreed.after,
        )
    return text.format(n=agreed.after, level=level_name(caretaker_level(game, stored)))


def contract(stored: Any, clock: Any, game: AnyGame) -> str:
    """The whole agreement, for people who may sit down: reminders, moves at deadlines, `words`."""
    parts = []
    if clock_kinds.is_long(clock_kinds.clock_of(clock)):  # no other clock sends reminders
        parts.append(_("reminders when half of the time is gone and when a tenth is left"))
    if absence_of(stored).then != "default":
        parts.append(_("a simple move for each deadline missed"))
    return "; ".join([*parts, words(stored, game)])
