"""Matches that the present code can't read, each in another way."""

from typing import Any

from games.matches.models import Match

SENTENCE = "This match started under rules this portal no longer has."
UNKNOWN = "chess-of-old"

# What has become of the match, by what is changed in its row.
WAYS: dict[str, dict[str, Any]] = {
    "a corrupted state": {"state": b"\xc1 is no state"},
    "an unknown game": {"game": UNKNOWN},
    # A match that is over could be shown by newer rules, but for its state.
    "an unknown version of the rules": {"rules_version": 99, "state": b"\xc1 is no state"},
    "options of long ago": {"options": {"bribes": "large"}},
    "a seating of long ago": {"seating": {"players": 2}},
}
WITHOUT_RULES = [*WAYS][1:3]
CORRUPTED = "a corrupted state"


def break_match(match: Match, way: str) -> None:
    """From now on the match can't be read."""
    Match.objects.filter(pk=match.pk).update(**WAYS[way])


def mend_match(match: Match) -> None:
    """What was broken is as it was when `match` was read."""
    names = {name for change in WAYS.values() for name in change}
    Match.objects.filter(pk=match.pk).update(**{name: getattr(match, name) for name in names})
