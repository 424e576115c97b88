"""The chapters of the rules page, and what the board says of each thing on it."""

from games.plugin import Chapter, Explanation, line

_CHAPTERS = (Chapter("rounds", line("Rounds")),)


def chapters() -> tuple[Chapter, ...]:
    return _CHAPTERS


def explanations() -> tuple[Explanation, ...]:
    return ()
