"""The cost of monsters that nobody stops, in towers.

A monster loses a point at a wall and at every tower it fells. So one with p points costs p towers,
or a wall and one tower less. Far off, there are more chances to stop it. In the Castle ring hardly
any card reaches it, so those that do are worth more.
"""

from games.castle_panic.components import CASTLE, SWORDSMAN
from games.castle_panic.state import State

WALL = 0.7  # a wall's worth, in towers
NEARNESS = (0.48, 0.6, 0.78, 1.0, 2.0)  # the part of the cost that counts, by ring
STANDING = (0.0, 3.0, 1.9, 1.5, 1.25, 1.1, 1.0)  # a tower's worth, by the number standing


def cost(ring: int, points: int, *, wall: bool) -> float:
    if not points:
        return 0.0
    towers = points - 1 if wall and ring < CASTLE else points
    return NEARNESS[ring] * (towers + (WALL if towers < points else 0.0))


def total(state: State) -> float:
    costs = (cost(one.ring, one.points, wall=state.walls[one.arc - 1]) for one in state.monsters)
    return sum(costs) * STANDING[sum(state.towers)]


def at_wall(state: State, arc: int) -> float:
    """Return the urgency of a wall in that arc, by the nearest monster."""
    rings = [one.ring for one in state.monsters if one.arc == arc and one.ring <= SWORDSMAN]
    return NEARNESS[max(rings)] if rings else 0.0
