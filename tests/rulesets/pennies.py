"""Matching Pennies: seat 0 wins a round if both show the same side, seat 1 if they don't.

Whoever can be predicted loses; the only equilibrium is to toss the penny.
"""

from games.plugin import MOST_ACTIONS, Meta, msg
from tests.rulesets.secret_rounds import SecretRounds, View


class Pennies(SecretRounds):
    """Its slug is matching-pennies. Most rounds win."""

    meta = Meta(
        slug="matching-pennies",
        title=msg("Matching Pennies"),
        tagline=msg("Heads or tails?"),
        rules_version=1,
        state_schema=1,
        min_seats=2,
        max_seats=2,
        minutes=(1, 1),
        max_choices=2,
        max_steps=6 * MOST_ACTIONS,
        levels=("easy", "medium"),
    )
    prizes, alike = (1,) * 3, False

    def hand(self, seen: View, seat: int) -> list[int]:
        return [0, 1]

    def winner(self, chosen: list[int]) -> int:
        return chosen[0] ^ chosen[1]
