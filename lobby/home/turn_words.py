"""Says whose turn it is in a match that doesn't wait for the reader, or why it is nobody's."""

from collections.abc import Mapping, Sequence
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.matches.models import Match, Seat
from games.matches.play.parts import attendance


def turn(match: Match, seats: Sequence[Seat], own: Seat, away: Mapping[int, date]) -> str:
    """A sentence. `away`: the last day of vacation of people who are on one, by user id."""
    if own.abandoned:
        return _("You left.")
    if own.looked_after:
        return _("A computer player looks after your seat. Open the match to return.")
    if match.paused:
        return _paused(match, seats)
    owing = [seat for seat in seats if seat.owes]
    if any(seat.pk == own.pk and seat.waits_for_person for seat in owing):
        return _("It is your turn.")
    people = [seat for seat in owing if not seat.plays_itself]
    return _others(people, away if attendance.heeded_in(match) else {})


def _paused(match: Match, seats: Sequence[Seat]) -> str:
    if match.paused == Match.Paused.SUSPENDED and any(seat.looked_after for seat in seats):
        return _("At rest until someone returns.")
    return {
        Match.Paused.SUSPENDED: _("At rest: only computer players are left."),
        Match.Paused.FLAGGED: _("Paused until an administrator has looked at it."),
        Match.Paused.CONSENT: _("Paused until everyone agrees to resume."),
        Match.Paused.RESTING: _("At rest until someone plays on: nobody has for weeks."),
    }[Match.Paused(match.paused)]


def _others(owing: Sequence[Seat], away: Mapping[int, date]) -> str:
    if not owing:
        return _("A computer player is about to move.")
    if len(owing) > 1:
        return _("Waiting for {names}.").format(names=", ".join(_with_day(s, away) for s in owing))
    (seat,) = owing
    if last := away.get(seat.user_id or 0):
        text = _("It’s the turn of {name}, who is away until {day}.")
        return text.format(name=seat.name, day=date_format(last, "MONTH_DAY_FORMAT"))
    return _("It’s {name}’s turn.").format(name=seat.name)


def _with_day(seat: Seat, away: Mapping[int, date]) -> str:
    last = away.get(seat.user_id or 0)
    if last is None:
        return seat.name
    day = date_format(last, "MONTH_DAY_FORMAT")
    return _("{name} (away until {day})").format(name=seat.name, day=day)
