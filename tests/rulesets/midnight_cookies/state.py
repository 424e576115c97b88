"""What a host chooses, and a position."""

from typing import Annotated

from msgspec import Meta, Struct

from games.plugin import BySeat, Hidden, Own, Pile, Sealed, Seen, described
from tests.rulesets.midnight_cookies.actions import Send
from tests.rulesets.midnight_cookies.components import ROUNDS


class TableOptions(Struct, frozen=True):
    """What the host of a table chooses: this makes the form, the API's schema and its checks."""

    rounds: Annotated[int, Meta(ge=3, le=5), described("Rounds", "How many nights you play.")] = (
        ROUNDS
    )


class Visit(Struct, frozen=True):
    """An animal at the plate: whose it is, and how many cookies it took."""

    seat: int
    animal: str
    cookies: int


class Position(Struct, kw_only=True):
    """`sent` are the animals of this night, face down and still counted in their hands.

    `nights` are those that are over, each with its animals in the order in which they came.
    `first` goes first among equal animals.
    """

    rounds: int
    first: int
    die: int = 0
    plate: int = 0
    hands: BySeat[Own[Pile[str]]]
    sent: Sealed[Send]
    points: list[int]
    nights: list[list[Visit]] = []
    bag: Hidden[dict[str, int]] = {}


# What a viewer may know: the position without others' hands, their animals and the bag.
View = Seen[Position]
