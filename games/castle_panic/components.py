"""The contents of the box as constants: cards, tokens and the board (ruling sheet, first part).

The figures come from `catalog`, which describes the pieces. Keys that the rules use are here.
"""

from collections import Counter
from typing import Literal, get_args

from games.castle_panic import catalog

Color = Literal["red", "green", "blue"]
Fighter = Literal["archer", "knight", "swordsman"]
MonsterKind = Literal[
    "goblin", "orc", "troll", "goblin-king", "healer", "orc-warlord", "troll-mage"
]

COLORS: tuple[Color, ...] = get_args(Color)
FIGHTERS: tuple[Fighter, ...] = get_args(Fighter)
MONSTERS: tuple[MonsterKind, ...] = get_args(MonsterKind)
BOSSES = tuple(kind for kind in MONSTERS if catalog.TOKENS[kind].worth > 3)

# -- the board ------------------------------------------------------------------------------------

ARCS = (1, 2, 3, 4, 5, 6)  # clockwise
FOREST, ARCHER, KNIGHT, SWORDSMAN, CASTLE = RINGS = (0, 1, 2, 3, 4)  # inward
AFIELD = (ARCHER, KNIGHT, SWORDSMAN)  # the rings of `FIGHTERS`, around the castle
FORTIFY_TOKENS = 2


def color_of(arc: int) -> Color:
    """Return the arc's color: 1 and 2 are red, 3 and 4 green, 5 and 6 blue."""
    return COLORS[(arc - 1) // 2]


def clockwise(arc: int, steps: int = 1) -> int:
    """Return the arc that many steps further clockwise, or back if negative."""
    return (arc - 1 + steps) % 6 + 1


def opposite(arc: int) -> int:
    return clockwise(arc, 3)


# -- the castle deck ------------------------------------------------------------------------------

ANY = "any"
BRICK, MORTAR = "brick", "mortar"
NICE_SHOT, BARBARIAN, TAR, DRIVE_BACK = "nice-shot", "barbarian", "tar", "drive-back"
FORTIFY, MISSING, DRAW_TWO, SCAVENGE = "fortify", "missing", "draw-two", "scavenge"

Cards = dict[str, int]  # copies by kind; a missing kind is 0

DECK: Cards = {card.key: card.count for card in catalog.CARDS.values()}
CARDS = tuple(DECK)

# The rings and colors that a fighter's card hits, and those in which cards are played on monsters.
HITS: dict[str, tuple[tuple[int, ...], tuple[str, ...]]] = {
    f"{fighter}-{which}": ((ring,), COLORS if which == ANY else (which,))
    for fighter, ring in zip(FIGHTERS, AFIELD, strict=True)
    for which in (*COLORS, ANY)
} | {f"hero-{color}": (AFIELD, (color,)) for color in COLORS}
REACH = {
    **HITS,
    BARBARIAN: ((*AFIELD, CASTLE), COLORS),
    DRIVE_BACK: ((*AFIELD, CASTLE), COLORS),
    TAR: (RINGS, COLORS),
}

HAND_SIZES = {1: 6, 2: 6, 3: 5, 4: 5, 5: 5, 6: 4}  # by number of castle players
TRADES = {1: 0, 2: 1, 3: 1, 4: 1, 5: 1, 6: 2}
REFUSALS_IN_A_TURN = 3  # refused or withdrawn offers that end trading
EXCHANGED_ALONE, EXCHANGED = 2, 1  # cards exchanged in phase 2: alone, with others
MIN_SEATS, MAX_SEATS = 1, 6

# -- the monster tokens ---------------------------------------------------------------------------

BOULDER, DISCARD = "boulder", "discard"
CLOCKWISE, COUNTER = "clockwise", "counter-clockwise"
DRAW_MORE = {key: token.more for key, token in catalog.TOKENS.items() if token.more}
MOVES: dict[str, Color] = {f"move-{color}": color for color in COLORS}
TURNS = {CLOCKWISE: 1, COUNTER: -1}  # the steps of tokens that turn all monsters
PLAGUES: dict[str, tuple[str, ...]] = {  # the cards that a plague takes
    token.key: tuple(f"{token.takes}-{which}" for which in (*COLORS, ANY))
    for token in catalog.TOKENS.values()
    if token.takes
}

Tokens = dict[str, int]

PILE: Tokens = {token.key: token.count for token in catalog.TOKENS.values()}
TOKENS = tuple(PILE)
REMOVED_WHEN_EASIER: Tokens = {key: n.spared for key, n in catalog.TOKENS.items() if n.spared}
# A monster's points of damage, and its worth as a trophy.
POINTS: dict[str, int] = {kind: catalog.TOKENS[kind].points for kind in MONSTERS}
VICTORY_POINTS: dict[str, int] = {kind: catalog.TOKENS[kind].worth for kind in MONSTERS}

# Before the first turn.
OPENING: tuple[MonsterKind, ...] = ("goblin", "goblin", "goblin", "orc", "orc", "troll")
OVERLORD_HAND = 3
OVERLORD_PLAYS = 2

# -- bounds ---------------------------------------------------------------------------------------

MAX_CHOICES = 581  # offers among players who hoard cards; 101 with hands of the usual size


def tokens_in_play(*, easier: bool) -> Tokens:
    """Return the pile before the first monsters leave it, without kinds that have no copy."""
    return dict(Counter(PILE) - Counter(REMOVED_WHEN_EASIER if easier else {}))
