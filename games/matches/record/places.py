"""Whether ranks are places: only where everyone plays for themselves.

People who win or lose together have no place among each other. A `Result` ranks them all the same,
for it stands in records; this decides how it is told.
"""

from games.matches.errors import Unreadable
from games.matches.models import Match
from games.matches.record import states
from games.plugin import AnyGame, Format


def has_places(match: Match) -> bool:
    """Whether the seats of a match finish in places. False if it can't be read."""
    form = _form(match)
    return form is not None and in_places(form)


def ends_together(match: Match) -> bool:
    """Whether all its seats win or lose together. False if it can't be read."""
    form = _form(match)
    return form is not None and together(form)


def _form(match: Match) -> Format | None:
    try:
        with states.reading(match):
            return states.format_of(match)
    except Unreadable:
        return None


def in_places(form: Format) -> bool:
    """Whether several seats play there, each for itself."""
    return len(set(form.teams)) == len(form.teams) > 1


def together(form: Format) -> bool:
    """Whether all seats win or lose together, and there are several."""
    return len(set(form.teams)) == 1 < len(form.teams)


def usually_together(game: AnyGame) -> bool:
    """Whether people win or lose a game together unless they choose otherwise."""
    return together(game.format(game.Options(), game.meta.max_seats))


def is_for_one(game: AnyGame) -> bool:
    """Whether nobody ever plays it but alone."""
    return game.meta.max_seats == 1
