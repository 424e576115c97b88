"""Whether ranks are shown as places: only if everyone plays for themselves and someone wins.

A `Result` always has ranks, because records hold it.
"""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.matches.errors import Unreadable
from games.matches.models import Match, Seat
from games.matches.record import states
from games.plugin import AnyGame, Format


def has_places(match: Match, outcomes: Iterable[str]) -> bool:
    """Whether the match ended in places. False if it can't be read."""
    form = _form(match)
    return form is not None and in_places(form) and set(outcomes) != {"lost"}


def place_of(match: Match, seat: Seat) -> str:
    """«place 2 of 4» in the reader's language; "" if «won» or «lost» says it all."""
    seats = list(match.seats.all())
    if seat.outcome != "lost" or len(seats) <= 2:
        return ""
    if not has_places(match, [one.outcome for one in seats]):
        return ""
    return _("place {place} of {count}").format(place=seat.rank, count=len(seats))


def ended_together(match: Match, outcomes: Iterable[str]) -> bool:
    """Whether all seats won or lost together. False if it can't be read."""
    form = _form(match)
    if form is None:
        return False
    return together(form) or (len(form.teams) > 1 and set(outcomes) == {"lost"})


def _form(match: Match) -> Format | None:
    try:
        with states.reading(match):
            return states.format_of(match)
    except Unreadable:
        return None


def in_places(form: Format) -> bool:
    """Whether there are several seats, each playing for itself."""
    return len(set(form.teams)) == len(form.teams) > 1


def together(form: Format) -> bool:
    """Whether there are several seats, which win or lose together."""
    return len(set(form.teams)) == 1 < len(form.teams)


def usually_together(game: AnyGame) -> bool:
    return together(game.format(game.Options(), game.meta.max_seats))


def is_for_one(game: AnyGame) -> bool:
    return game.meta.max_seats == 1
