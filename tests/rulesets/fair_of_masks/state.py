"""What a player may do, and a position, in which only the sealed bids are secret."""

from msgspec import Struct

from games.plugin import Sealed, Seen, Tagged, Withdraw


class Bid(Tagged, tag="bid"):
    number: int


class Pick(Tagged, tag="pick"):
    mask: str


Move = Bid | Withdraw | Pick


class Position(Struct, kw_only=True):
    """`hands` are the unused bids in order, `bag` the masks that nobody has seen.

    `shown` are the bids of the round, by seat, once they are open; `pickers` pick next, in order.
    """

    leader: int
    round: int = 0
    hands: list[list[int]]
    masks: list[list[str]]
    open: list[str] = []
    bag: dict[str, int]
    bids: Sealed[Bid]
    shown: list[int] = []
    pickers: list[int] = []


View = Seen[Position]  # without the sealed bids of others
