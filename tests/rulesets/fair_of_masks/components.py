"""The masks, a row for each kind, and the numbers of the game."""

from typing import Any

from games.plugin import Line, line, lines

KINDS: dict[str, tuple[Line, Line]] = {  # one, and many
    "fox": (line("Fox"), line("Foxes")),
    "sun": (line("Sun"), line("Suns")),
    "frog": (line("Frog"), line("Frogs")),
    "moon": (line("Moon"), line("Moons")),
    "raven": (line("Raven"), line("Ravens")),
}
VALUES, BIDS = range(1, 10), range(1, 11)
ROUNDS = 10
PLACES = (10, 5)  # points for the most masks of a kind, and for the second most
SET = 7  # points for five masks of five kinds
SHARE = 3  # a mask is worth this part of its value
Drawn = list[Any]  # the data of the part `mask`

MASKS: dict[str, Line] = {  # every mask and its name, «Fox 7»
    f"{kind}-{value}": line("{kind} {value}", kind=one, value=value)
    for kind, (one, _) in KINDS.items()
    for value in VALUES
}


def drawn(mask: str) -> Drawn:
    """The mask, its kind, value and points, also told."""
    kind, value = mask.split("-")
    worth = int(value) // SHARE
    return [mask, kind, value, worth, lines("{n} point", "{n} points", worth)]
