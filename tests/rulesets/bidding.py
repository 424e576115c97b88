"""Hidden Bidding: three seats bid for three prizes, with each bid of a hand once, as in Goofspiel.

The highest bid that nobody shares wins; without one the prize is lost.
"""

from msgspec.structs import replace

from games.plugin import MOST_ACTIONS, msg
from tests.rulesets.pennies import Pennies
from tests.rulesets.secret_rounds import SecretRounds, View, left

BIDS = (1, 2, 3)


class Bidding(SecretRounds):
    """Its slug is hidden-bidding. Most points win."""

    meta = replace(
        Pennies.meta,
        slug="hidden-bidding",
        title=msg("Hidden Bidding"),
        tagline=msg("Three prizes, three bids."),
        min_seats=3,
        max_seats=3,
        max_choices=len(BIDS),
        max_steps=9 * MOST_ACTIONS,
    )
    prizes, alike = (4, 2, 1), True

    def hand(self, seen: View, seat: int) -> list[int]:
        return left(BIDS, seen, seat)

    def winner(self, chosen: list[int]) -> int | None:
        alone = [bid for bid in chosen if chosen.count(bid) == 1]
        return chosen.index(max(alone)) if alone else None
