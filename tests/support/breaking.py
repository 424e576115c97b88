"""Ways to make a match unreadable for the present code."""

from typing import Any

from games.matches.models import Match

SENTENCE = "This match started under rules this portal no longer has."
UNKNOWN = "chess-of-old"

# The changes in the match's row, by the way in which it becomes unreadable.
WAYS: dict[str, dict[str, Any]] = {
    "a corrupted state": {"state": b"\xc1 is no state"},
    "an unknown game": {"game": UNKNOWN},
    # Newer rules could show a finished match, except for its state.
    "an unknown version of the rules": {"rules_version": 99, "state": b"\xc1 is no state"},
    "options of long ago": {"options": {"bribes": "large"}},
    "a seating of long ago": {"seating": {"players": 2}},
}
WITHOUT_RULES = [*WAYS][1:3]
CORRUPTED = "a corrupted state"


def break_match(match: Match, way: str) -> None:
    """Make the match unreadable."""
    Match.objects.filter(pk=match.pk).update(**WAYS[way])


def mend_match(match: Match) -> None:
    """Restore the broken columns to their values when `match` was read."""
    names = {name for change in WAYS.values() for name in change}
    Match.objects.filter(pk=match.pk).update(**{name: getattr(match, name) for name in names})
