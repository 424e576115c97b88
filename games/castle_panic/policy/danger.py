"""What monsters cost the castle if nobody stops them, in towers.

A monster loses a point at a wall and at every tower it fells. So one with p points costs p towers,
or a wall and one tower less; the further off it is, the more chances there are to stop it. In the
Castle ring hardly a card reaches it, so what does is worth the more.
"""

from games.castle_panic.components import CASTLE, SWORDSMAN
from games.castle_panic.state import State

WALL = 0.7  # what a wall is worth, in towers
NEARNESS = (0.48, 0.6, 0.78, 1.0, 2.0)  # how much of the cost counts, by ring
STANDING = (0.0, 3.0, 1.9, 1.5, 1.25, 1.1, 1.0)  # what a tower is worth with so many standing


def of(ring: int, points: int, *, wall: bool) -> float:
    """What one monster costs."""
    if not points:
        return 0.0
    towers = points - 1 if wall and ring < CASTLE else points
    return NEARNESS[ring] * (towers + (WALL if towers < points else 0.0))


def total(state: State) -> float:
    """What all monsters on the board cost together."""
    costs = (of(one.ring, one.points, wall=state.walls[one.arc - 1]) for one in state.monsters)
    return sum(costs) * STANDING[sum(state.towers)]


def at_wall(state: State, arc: int) -> float:
    """How urgent a wall in that arc is: the nearness of what comes, once for the nearest."""
    rings = [one.ring for one in state.monsters if one.arc == arc and one.ring <= SWORDSMAN]
    return NEARNESS[max(rings)] if rings else 0.0
