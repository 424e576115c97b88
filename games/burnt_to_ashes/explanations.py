"""What the rules page is made of, and what «?» says of each thing on the board."""

from games.plugin import Chapter, Explanation, line

_CHAPTERS = (Chapter("aim", line("Slay the dragon")),)


def chapters() -> tuple[Chapter, ...]:
    return _CHAPTERS


def explanations() -> tuple[Explanation, ...]:
    return ()
