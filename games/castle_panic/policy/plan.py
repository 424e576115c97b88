"""The cost of monsters that nobody stops, in towers, and what a hand can do to them in one turn.

A monster loses a point at a wall and at every tower it fells. So one with p points costs p towers,
or a wall and one tower less. Far off, there are more chances to stop it. In the Castle ring hardly
any card reaches it, so those that do are worth more.

A hand is played best card first, on a light copy of the board, since every exchange and trade is
judged by it.
"""

from dataclasses import dataclass, replace

from games.castle_panic import components as box
from games.castle_panic.rules.monsters import inward
from games.castle_panic.rules.plays import reach
from games.castle_panic.state import Options, State

WALL = 0.7  # a wall's worth, in towers
NEARNESS = (0.48, 0.6, 0.78, 1.0, 2.0)  # the part of the cost that counts, by ring
STANDING = (0.0, 3.0, 1.9, 1.5, 1.25, 1.1, 1.0)  # a tower's worth, by the number standing


def cost(ring: int, points: int, *, wall: bool) -> float:
    if not points:
        return 0.0
    towers = points - 1 if wall and ring < box.CASTLE else points
    return NEARNESS[ring] * (towers + (WALL if towers < points else 0.0))


def total(state: State) -> float:
    costs = (cost(one.ring, one.points, wall=state.walls[one.arc - 1]) for one in state.monsters)
    return sum(costs) * STANDING[sum(state.towers)]


def at_wall(state: State, arc: int) -> float:
    """Return the urgency of a wall in that arc, by the nearest monster."""
    rings = [one.ring for one in state.monsters if one.arc == arc and one.ring <= box.SWORDSMAN]
    return NEARNESS[max(rings)] if rings else 0.0


# -- what a hand can do ---------------------------------------------------------------------------

RESERVE = {
    box.BARBARIAN: 0.75,
    box.NICE_SHOT: 0.3,
    box.DRIVE_BACK: 0.15,
    box.TAR: 0.03,
    box.FORTIFY: 0.12,
    box.BRICK: 0.06,
    box.MORTAR: 0.06,
}  # the least effect for which a card is played, as it may have more later

# The part of a monster's cost that a card spares. With higher values these cards went round the
# table in trades, and fighters stayed where they hit nothing.
SHARES = ((box.BARBARIAN, 0.9), (box.DRIVE_BACK, 0.35), (box.TAR, 0.15))
HELPFUL = (box.MISSING, box.DRAW_TWO, box.SCAVENGE)  # worth half a tower each on any board
SLAIN = 0.05  # the worth of a monster's death by itself


def reserve(card: str) -> float:
    wide = card.endswith(box.ANY) or card.startswith("hero")
    return RESERVE.get(card, 0.05 if wide else 0.02)


@dataclass
class Board:
    """The monsters as [ring, arc, points], and the walls, now or soon."""

    monsters: list[list[int]]
    walls: list[bool]
    options: Options

    def cost(self, one: list[int]) -> float:
        ring, arc, points = one
        return cost(ring, points, wall=self.walls[arc - 1])


def board_of(state: State) -> Board:
    monsters = [[one.ring, one.arc, one.points] for one in state.monsters]
    return Board(monsters, state.walls, state.options)


def board_after_march(state: State) -> Board:
    """Return roughly the next player's board."""
    monsters = []
    for one in state.monsters:
        ring, arc = inward(one, state.walls)
        struck = ring == box.CASTLE or (ring, arc) == (one.ring, one.arc)
        if one.points > struck:
            monsters.append([ring, arc, one.points - struck])
    return Board(monsters, state.walls, state.options)


def worth(board: Board, hand: box.Cards) -> float:
    """Return what the hand's fighters spare the castle, each used where it does most."""
    here = replace(board, monsters=[list(one) for one in board.monsters])
    cards = [card for card in sorted(hand) for _ in range(hand[card]) if card in box.HITS]
    cards.sort(key=reserve)  # cards that fit only one place come first
    gained = 0.0
    for card in cards:
        rings, colors = reach(board.options, card)
        best, most = None, 0.0
        for one in here.monsters:
            ring, arc, points = one
            if points and ring in rings and box.color_of(arc) in colors:
                spared = here.cost(one) - here.cost([ring, arc, points - 1])
                spared += SLAIN * (points == 1)
                if spared > most:
                    best, most = one, spared
        if best is not None:
            best[2] -= 1
            gained += most
    return gained + _specials(here, hand)


def _specials(board: Board, hand: box.Cards) -> float:
    """The rough worth of other cards against the monsters left."""
    left = sorted((board.cost(one) for one in board.monsters if one[2]), reverse=True)
    gained = 0.0
    for card, share in SHARES:
        if hand.get(card) and left:
            gained += max(reserve(card), share * left.pop(0))
    gained += 0.8 * min(hand.get(box.BRICK, 0), hand.get(box.MORTAR, 0), board.walls.count(False))
    return gained + sum(0.5 * hand.get(card, 0) for card in HELPFUL)
