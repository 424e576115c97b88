"""What a host chooses, and a position."""

from typing import Annotated

from msgspec import Meta, Struct

from games.plugin import described
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
    """`sent[seat]` is the animal a seat sent this night, face down.

    `nights` are those that are over, each with its animals in the order in which they came.
    `first` goes first among equal animals.
    """

    rounds: int
    first: int
    die: int = 0
    plate: int = 0
    hands: list[list[str]]
    sent: list[str | None]
    points: list[int]
    nights: list[list[Visit]] = []
    bag: dict[str, int] = {}
