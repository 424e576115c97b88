"""Places at the end of a game."""

from collections.abc import Iterable, Sequence
from typing import Protocol, Self, TypeVar

from games.plugin.model import SeatOutcome


class _Comparable(Protocol):
    def __gt__(self, other: Self, /) -> bool: ...


StandingT = TypeVar("StandingT", bound=_Comparable)


def places(standings: Iterable[StandingT]) -> list[int]:
    """The place of each in order: the greatest is first, and those that are equal share theirs.

    What stands for a seat is whatever compares: points, or a tuple of points and what parts them.
    """
    every = list(standings)
    return [1 + sum(other > own for other in every) for own in every]


def outcomes(ranks: Sequence[int]) -> list[SeatOutcome]:
    """Whoever is first has won, or it is a draw between several; all others have lost."""
    best: SeatOutcome = "won" if ranks.count(1) == 1 else "drawn"
    return [best if rank == 1 else "lost" for rank in ranks]
