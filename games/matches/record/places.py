"""Whether ranks are places: only where everyone plays for themselves.

People who win or lose together have no place among each other. A `Result` ranks them all the same,
for it stands in records; this decides how it is told.
"""

from games.matches.errors import Unreadable
from games.matches.models import Match
from games.matches.record import states
from games.plugin import Format


def has_places(match: Match) -> bool:
    """Whether the seats of a match finish in places. False if it can't be read."""
    try:
        with states.reading(match):
            return in_places(states.format_of(match))
    except Unreadable:
        return False


def in_places(form: Format) -> bool:
    """Whether several seats play there, each for itself."""
    return len(set(form.teams)) == len(form.teams) > 1


def together(form: Format) -> bool:
    """Whether all seats win or lose together, and there are several."""
    return len(set(form.teams)) == 1 < len(form.teams)
