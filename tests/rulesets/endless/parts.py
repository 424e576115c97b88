"""What Endless Orchard is made of: fruit, options, positions and moves."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.plugin import msg

Fruit = Literal["apple", "pear", "plum"]
KINDS: tuple[Fruit, ...] = ("apple", "pear", "plum")
EACH = 8  # pieces of every kind
NAMES = {"apple": msg("apple"), "pear": msg("pear"), "plum": msg("plum"), "?": msg("fruit")}
HAND = 3
UNKNOWN = "?"  # stands in an observation where the viewer may not see the fruit


class TableOptions(Struct, frozen=True):
    """What may be chosen when a table opens."""

    sides: Annotated[int, Meta(ge=2, le=6, title=msg("Sides"), description=msg("Of the die."))] = 6


class View(Struct):
    """What everyone may know; hidden fruit reads UNKNOWN."""

    sides: int
    turn: int
    offering: bool
    hands: list[list[str]]  # each sorted
    laid: list[str | None]
    looked: list[bool]  # by seat: the next seat's laid fruit has been seen
    offers: list[str | None]
    points: list[int]


class Position(View):
    """Everything; the bag has no order, so it hides no secret but what the hands hide."""

    bag: dict[str, int]


class Lay(Struct, frozen=True, tag="lay"):
    """Put a fruit of the hand face down, once between two exchanges."""

    fruit: Fruit


class Look(Struct, frozen=True, tag="look"):
    """See what the next seat has laid; seen is seen, so it can't be taken back."""


class Roll(Struct, frozen=True, tag="roll"):
    """Score the die and end the turn."""


class Offer(Struct, frozen=True, tag="offer"):
    """Choose in secret what goes back to the bag."""

    fruit: Fruit


class Withdraw(Struct, frozen=True, tag="withdraw"):
    """Take one's offer back while others are still thinking."""


Move = Lay | Look | Roll | Offer | Withdraw
