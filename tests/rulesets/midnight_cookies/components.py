"""The animals: one row for each kind, which everything else reads."""

from typing import Literal, NamedTuple, get_args

from games.plugin import Line, line, msg

Animal = Literal["owl", "mouse", "squirrel", "raccoon", "bear"]


class Kind(NamedTuple):
    """What all cards of a kind have in common. `does` may name `cookies`, how many one takes."""

    title: str
    does: str
    copies: int
    cookies: int = 0


# In the order in which they come to the plate.
KINDS: dict[str, Kind] = {
    "owl": Kind(msg("Owl"), msg("{n} cookie, {scare} more per mouse"), 3, 1),
    "mouse": Kind(msg("Mouse"), msg("{n} cookies, unless an owl is out"), 5, 2),
    "squirrel": Kind(msg("Squirrel"), msg("{n} cookies, if it's the only one"), 5, 3),
    "raccoon": Kind(msg("Raccoon"), msg("half the plate, rounded up"), 4),
    "bear": Kind(msg("Bear"), msg("all that's left, if it's the only one"), 3),
}
ANIMALS: tuple[Animal, ...] = get_args(Animal)
PIECES: dict[str, int] = {animal: kind.copies for animal, kind in KINDS.items()}
LONERS = frozenset({"squirrel", "bear"})  # two of a kind quarrel, and neither eats
SCARE = 2  # extra cookies of an owl for each mouse
HAND = 5
ROUNDS = 5
DIE = 6


def does(kind: Kind) -> Line:
    """What an animal does, in a few words."""
    return line(kind.does, n=kind.cookies, scare=SCARE)


def place(animal: str) -> int:
    """Where an animal stands in that order, from 0."""
    return list(PIECES).index(animal)
