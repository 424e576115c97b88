"""The animals: one row for each kind, which everything else reads."""

from typing import Literal, NamedTuple, get_args

from games.plugin import Line, line, msg

Animal = Literal["owl", "mouse", "squirrel", "raccoon", "bear"]
ANIMALS: tuple[Animal, ...] = get_args(Animal)  # in the order in which they come to the plate
SCARE = 2  # extra cookies of an owl for each mouse


class Kind(NamedTuple):
    """What all cards of a kind have in common. `text` may name `cookies`, how many one takes."""

    title: Line
    text: str
    copies: int
    cookies: int = 0

    @property
    def does(self) -> Line:
        """What such an animal does, in a few words."""
        return line(self.text, n=self.cookies, scare=SCARE)


KINDS: dict[str, Kind] = {
    "owl": Kind(line("Owl"), msg("{n} cookie, {scare} more per mouse"), 3, 1),
    "mouse": Kind(line("Mouse"), msg("{n} cookies, unless an owl is out"), 5, 2),
    "squirrel": Kind(line("Squirrel"), msg("{n} cookies, if it's the only one"), 5, 3),
    "raccoon": Kind(line("Raccoon"), msg("half the plate, rounded up"), 4),
    "bear": Kind(line("Bear"), msg("all that's left, if it's the only one"), 3),
}
PIECES: dict[str, int] = {animal: kind.copies for animal, kind in KINDS.items()}
LONERS = frozenset({"squirrel", "bear"})  # two of a kind quarrel, and neither eats
HAND = 5
ROUNDS = 5
DIE = 6
