"""Decide whose view of a match a person may request."""

from django.utils.translation import gettext as _

from games.matches.models import Match
from games.plugin import OMNISCIENT, SPECTATOR, Viewer
from toolbox.errors import NotYet, Refusal


def viewer_asked_for(match: Match, own: Viewer, as_: str | None) -> Viewer:
    """The viewer that `?as=` names: a seat's number, "spectator" or "omniscient".

    Raises `Refusal` for an unknown name, `NotYet` for a view that opens with the match's end.
    """
    if as_ in (None, ""):
        return own
    viewer = viewer_named(match, as_)
    if match.running and viewer not in (own, SPECTATOR):
        raise NotYet(_("Other views become available when the match is over."))
    return viewer


def viewer_named(match: Match, name: str | None) -> Viewer:
    """The viewer of that name, open or not. Raises `Refusal` for an unknown name."""
    named: dict[str | None, Viewer] = {SPECTATOR.value: SPECTATOR, OMNISCIENT.value: OMNISCIENT}
    named |= {str(seat): seat for seat in range(len(match.opening_seats))}
    if name not in named:
        raise Refusal(_("There is no such seat."))
    return named[name]
