"""What a player may do, and a position, in which only the sealed bids are secret."""

from msgspec import Struct

from games.plugin import Sealed, Seen, Tagged, Withdraw
from tests.rulesets.fair_of_masks.components import Drawn, drawn


class Bid(Tagged, tag="bid"):
    number: int


class Pick(Tagged, tag="pick"):
    mask: str


Move = Bid | Withdraw | Pick


class Turn(Struct):
    """A seat's part of a round: its bid, and the mask it got or the bid it took back."""

    seat: int
    bid: int
    mask: str = ""
    back: int = 0


class Position(Struct, kw_only=True):
    """`hands` are the unused bids in order, `bag` the masks that nobody has seen.

    `rounds` are those whose bids are open, each in the order of picking. `first` led the first one.
    """

    first: int
    hands: list[list[int]]
    open: list[str] = []
    bag: dict[str, int]
    bids: Sealed[Bid]
    rounds: list[list[Turn]] = []

    @property
    def round(self) -> int:
        """The number of the round under way, from 1."""
        return len(self.rounds) + bool(self.bids.asked)

    @property
    def leader(self) -> int:
        return (self.first + self.round - 1) % len(self.hands)

    @property
    def pickers(self) -> list[Turn]:
        """The turns whose seats still have to pick a mask, in order."""
        return [turn for turns in self.rounds[-1:] for turn in turns[:-1] if not turn.mask]

    def masks(self, seat: int) -> list[Drawn]:
        """The seat's masks as they are drawn, by kind."""
        own = [turn for turns in self.rounds for turn in turns if turn.seat == seat and turn.mask]
        return sorted(drawn(turn.mask) for turn in own)


View = Seen[Position]  # without the sealed bids of others
