"""The masks, a row for each kind, and the numbers of the game."""

from typing import NamedTuple

from games.plugin import Line, line

KINDS: dict[str, Line] = {
    "fox": line("Fox"),
    "sun": line("Sun"),
    "frog": line("Frog"),
    "moon": line("Moon"),
    "raven": line("Raven"),
}
VALUES, BIDS = range(1, 10), range(1, 11)
ROUNDS = 10  # as many as a hand has bids
PLACES = (10, 5)  # points for the most masks of a kind, and for the second most
SET = 7  # points for five masks of five kinds: between the two places, to tempt away from them
SHARE = 3  # of a mask's value one part in so many counts, so that places weigh more


class Mask(NamedTuple):
    kind: str
    value: int
    worth: int
    name: Line


MASKS: dict[str, Mask] = {
    f"{kind}-{value}": Mask(kind, value, value // SHARE, line("{kind} {n}", kind=name, n=value))
    for kind, name in KINDS.items()
    for value in VALUES
}
