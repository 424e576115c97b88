"""Computer players' levels beside the scale of ratings, for orientation: they have no rating.

`medium` is set at 1,500, where everybody begins. Two neighboring levels are so far apart that
ratings known for certain would stay, on average, given the share of duels that the higher level won
(`Meta.won_duels`).
"""

from math import log, sqrt

from games.plugin import AnyGame
from lobby.ratings.skill import MIDDLE, MODEL, SCALE

FIXED = "medium"
POINTS = SCALE * sqrt(2) * MODEL.beta  # a duel's distance at which the odds are e : 1
ROUNDED = 10


def anchors(game: AnyGame) -> list[tuple[str, int]]:
    """The consecutive levels that were measured, best first, with their numbers."""
    heights: dict[str, float] = {}
    height = 0.0
    for level in game.meta.levels:
        share = game.meta.won_duels.get(level)
        if heights and share is None:
            break
        height += POINTS * log(share / (1 - share)) if share else 0
        heights[level] = height
    if len(heights) < 2 or FIXED not in heights:
        return []
    base = MIDDLE - heights[FIXED]
    numbers = {level: round((base + one) / ROUNDED) * ROUNDED for level, one in heights.items()}
    return [*numbers.items()][::-1]
