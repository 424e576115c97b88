"""The cost of unstopped monsters, in towers, and the effect of a hand on them in one turn.

A monster loses a point at a wall and at every tower it fells. So a monster with p points costs p
towers, or a wall and one tower less. Far off, there are more chances to stop it. In the Castle ring
hardly any card reaches it, so those that do are worth more.

A hand is played best card first. It is the measure of every exchange and trade, so a board's hits
are computed once, place by place: the two arcs of a color in a ring, where the same cards reach.
"""

from collections.abc import Mapping, Sequence
from functools import cache, cached_property

from games.castle_panic import components as box
from games.castle_panic.rules.monsters import inward
from games.castle_panic.state import State

WALL = 0.7  # a wall's worth, in towers
NEARNESS = (0.48, 0.6, 0.78, 1.0, 2.0)  # the part of the cost that counts, by ring
STANDING = (0.0, 3.0, 1.9, 1.5, 1.25, 1.1, 1.0)  # a tower's worth, by the number standing
SLAIN = 0.05  # the worth of a monster's death by itself


@cache
def cost(ring: int, points: int, *, wall: bool) -> float:
    if not points:
        return 0.0
    towers = points - 1 if wall and ring < box.CASTLE else points
    return NEARNESS[ring] * (towers + (WALL if towers < points else 0.0))


def _spared(ring: int, points: int, *, wall: bool) -> float:
    left = cost(ring, max(0, points - 1), wall=wall)
    return cost(ring, points, wall=wall) - left + SLAIN * (points == 1)


# By ring, by whether the wall stands, and by points.
_SPARED = [
    [[_spared(ring, n, wall=wall) for n in range(4)] for wall in (False, True)]
    for ring in box.RINGS
]


def total(state: State) -> float:
    costs = (cost(one.ring, one.points, wall=state.walls[one.arc - 1]) for one in state.monsters)
    return sum(costs) * STANDING[sum(state.towers)]


def at_wall(state: State, arc: int) -> float:
    """Return the urgency of a wall in that arc, by the nearest monster."""
    rings = [one.ring for one in state.monsters if one.arc == arc and one.ring <= box.SWORDSMAN]
    return NEARNESS[max(rings)] if rings else 0.0


# -- the effect of a hand -------------------------------------------------------------------------

# The places that fighters reach, as ring * 3 + color; a single place for most fighters.
_REACHED = {
    card: tuple(ring * 3 + box.COLORS.index(color) for ring in rings for color in colors)
    for card, (rings, colors) in box.HITS.items()
}
WIDE = [card for card, places in _REACHED.items() if len(places) > 1]

# The least effect for which a card is played, as it may have more later.
RESERVES = {card: 0.05 if card in WIDE else 0.02 for card in box.CARDS} | {
    box.BARBARIAN: 0.75,
    box.NICE_SHOT: 0.3,
    box.DRIVE_BACK: 0.15,
    box.TAR: 0.03,
    box.FORTIFY: 0.12,
    box.BRICK: 0.06,
    box.MORTAR: 0.06,
}

# The part of a monster's cost that a card spares. With higher values these cards went round the
# table in trades, and fighters stayed where they hit nothing.
SHARES = {box.BARBARIAN: 0.9, box.DRIVE_BACK: 0.35, box.TAR: 0.15}
HELPFUL = (box.MISSING, box.DRAW_TWO, box.SCAVENGE)  # worth half a tower each on any board
_PAIRED = {box.BRICK: box.MORTAR, box.MORTAR: box.BRICK}
Piece = tuple[int, int, int]  # a monster's ring, arc and points


class Outlook:
    """A board, now or soon, and the effects of hands on it in one turn."""

    def __init__(self, monsters: Sequence[Piece], walls: Sequence[bool], *, heroic: bool) -> None:
        self.monsters = monsters
        self.walls = walls
        self._heroic = heroic
        self._here: dict[int, list[int]] = {}
        for number, (ring, arc, _points) in enumerate(monsters):
            self._here.setdefault(ring * 3 + (arc - 1) // 2, []).append(number)
        self._hits: dict[int, list[tuple[float, int]]] = {}

    def hits(self, place: int) -> list[tuple[float, int]]:
        """The cost that each next hit there spares, and the number of the monster that it hits."""
        if place not in self._hits:
            self._hits[place] = self._hits_in(self._here.get(place, ()))
        return self._hits[place]

    def _hits_in(self, numbers: Sequence[int]) -> list[tuple[float, int]]:
        found, left = [], {}
        for number in numbers:
            ring, arc, points = self.monsters[number]
            left[number] = (_SPARED[ring][self.walls[arc - 1]], points)
        while left:
            number = max(left, key=lambda one: left[one][0][left[one][1]])
            spared, points = left.pop(number)
            found.append((spared[points], number))
            if points > 1:
                left[number] = (spared, points - 1)
        return found

    def play(self, hand: box.Cards) -> tuple[float, dict[int, int]]:
        """Return the cost that the hand's fighters spare, and the number of hits in each place."""
        gained, wide = 0.0, []
        met: dict[int, int] = {}
        for card in sorted(hand):
            places = _REACHED.get(card, ())
            if len(places) > 1:  # cards that fit only one place come first
                wide.append(card)
            elif places and places[0] in self._here:
                spared = [one for one, _number in self.hits(places[0])[: hand[card]]]
                met[places[0]] = len(spared)
                gained += sum(spared)
        for card in wide:
            places = _REACHED[card]
            if self._heroic and card.startswith("hero"):
                places = (*places, places[0] % 3 + box.CASTLE * 3)
            for _ in range(hand[card]):
                best, most = None, 0.0
                for place in places:
                    count = met.get(place, 0)
                    hits = self.hits(place) if place in self._here else ()
                    if count < len(hits) and hits[count][0] > most:
                        best, most = place, hits[count][0]
                if best is not None:
                    gained += most
                    met[best] = met.get(best, 0) + 1
        return gained, met

    def left(self, met: Mapping[int, int]) -> list[Piece]:
        """The monsters left after these numbers of hits in places."""
        points = [one[2] for one in self.monsters]
        for place, count in met.items():
            for _spared, number in self.hits(place)[:count]:
                points[number] -= 1
        return [(*one[:2], n) for one, n in zip(self.monsters, points, strict=True) if n]

    def costs(self, met: Mapping[int, int]) -> list[float]:
        """The costs of the monsters left after these hits."""
        return [cost(r, n, wall=self.walls[a - 1]) for r, a, n in self.left(met)]

    def marched(self, left: Sequence[Piece], towers: list[bool]) -> "Outlook":
        """The board after these monsters have marched and struck; towers fall in the list, too."""
        walls, monsters, struck = [*self.walls], [], set[tuple[int, int]]()
        for ring, arc, points in left:
            if ring < box.SWORDSMAN:
                monsters.append((ring + 1, arc, points))
                continue
            if ring == box.CASTLE:
                arc = box.clockwise(arc)
            elif not self.walls[arc - 1]:
                ring = box.CASTLE
            place = (ring, arc)
            falls = towers if ring == box.CASTLE else walls
            hurt = falls[arc - 1] and place not in struck
            if hurt:
                struck.add(place)
            if points > hurt:
                monsters.append((ring, arc, points - hurt))
        for ring, arc in struck:
            (towers if ring == box.CASTLE else walls)[arc - 1] = False
        return Outlook(monsters, walls, heroic=self._heroic)

    def worth(self, hand: box.Cards) -> float:
        """Return the cost that the hand spares the castle, each card used for the most effect."""
        gained, met = self.play(hand)
        if not SHARES.keys().isdisjoint(hand):
            left = sorted(self.costs(met), reverse=True)
            for card, share in SHARES.items():
                if card in hand and left:
                    gained += max(RESERVES[card], share * left.pop(0))
        if box.BRICK in hand and box.MORTAR in hand:
            gained += 0.8 * min(hand[box.BRICK], hand[box.MORTAR], self.walls.count(False))
        return gained + 0.5 * sum(hand.get(card, 0) for card in HELPFUL)


class HandUse:
    """The effect of a hand on a board, and roughly the difference of one card more or less.

    The uses of the other cards stay the same, so this takes far less time than `Outlook.worth`.
    """

    def __init__(self, board: Outlook, hand: box.Cards) -> None:
        self._board, self._hand = board, hand
        self._met = board.play(hand)[1]

    def gain_of(self, card: str) -> float:
        """The worth of one more such card, including its later uses."""
        spared = 0.0
        for place in _REACHED.get(card, ()):
            hits, met = self._board.hits(place), self._met.get(place, 0)
            if met < len(hits) and hits[met][0] > spared:
                spared = hits[met][0]
        return RESERVES[card] + (spared or self._other(card, 0))

    def loss_of(self, card: str) -> float:
        """The hand's loss without one such card."""
        places = _REACHED.get(card, ())
        if len(places) == 1 and self._hand[card] > len(self._board.hits(places[0])):
            return RESERVES[card]
        lost = [self._board.hits(one)[n - 1][0] for one in places if (n := self._met.get(one, 0))]
        return RESERVES[card] + (min(lost) if lost else self._other(card, 1))

    def _other(self, card: str, held: int) -> float:
        """The worth of a card that isn't a fighter, with `held` others of its kind in hand."""
        if card in HELPFUL:
            return 0.5
        if card in _PAIRED:
            pairs = self._hand.get(_PAIRED[card], 0) - self._hand.get(card, 0) + held
            return 0.8 * (pairs > 0 and not all(self._board.walls))
        share = SHARES.get(card)
        return max(RESERVES[card], share * self._most) if share and self._board.monsters else 0.0

    @cached_property
    def _most(self) -> float:
        """The cost of the worst monster that the hand leaves."""
        return max(self._board.costs(self._met), default=0)


def outlook(state: State) -> Outlook:
    monsters = [(one.ring, one.arc, one.points) for one in state.monsters]
    return Outlook(monsters, state.walls, heroic=state.options.heroic_powers)


def outlook_after_march(state: State) -> Outlook:
    """Return the next player's board, roughly."""
    monsters = []
    for one in state.monsters:
        ring, arc = inward(one, state.walls)
        struck = ring == box.CASTLE or (ring, arc) == (one.ring, one.arc)
        if one.points > struck:
            monsters.append((ring, arc, one.points - struck))
    return Outlook(monsters, state.walls, heroic=state.options.heroic_powers)
