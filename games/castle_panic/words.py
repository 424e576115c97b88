"""What cards, tokens and places are called in sentences."""

from collections.abc import Sequence
from functools import cache

from games.castle_panic.components import CASTLE, FOREST
from games.plugin import Line, line, listed

_COLOUR = {"red": line("red"), "green": line("green"), "blue": line("blue")}
_RING = {
    FOREST: line("the Forest"),
    1: line("the Archer ring"),
    2: line("the Knight ring"),
    3: line("the Swordsman ring"),
    CASTLE: line("the Castle ring"),
}
_FIGHTER = {
    "archer": {"any": line("Archer of any colour")}
    | {
        colour: line("{colour} Archer", colour=_COLOUR[colour])
        for colour in ("red", "green", "blue")
    },
    "knight": {"any": line("Knight of any colour")}
    | {
        colour: line("{colour} Knight", colour=_COLOUR[colour])
        for colour in ("red", "green", "blue")
    },
    "swordsman": {"any": line("Swordsman of any colour")}
    | {
        colour: line("{colour} Swordsman", colour=_COLOUR[colour])
        for colour in ("red", "green", "blue")
    },
    "hero": {
        colour: line("{colour} Hero", colour=_COLOUR[colour]) for colour in ("red", "green", "blue")
    },
}
_CARD = {
    "brick": line("Brick"),
    "mortar": line("Mortar"),
    "barbarian": line("Barbarian"),
    "nice-shot": line("Nice Shot"),
    "tar": line("Tar"),
    "drive-back": line("Drive Him Back!"),
    "fortify": line("Fortify Wall"),
    "missing": line("Missing"),
    "draw-two": line("Draw 2 Cards"),
    "scavenge": line("Scavenge"),
} | {
    f"{fighter}-{colour}": said
    for fighter, colours in _FIGHTER.items()
    for colour, said in colours.items()
}
_TOKEN = {
    "goblin": line("Goblin"),
    "orc": line("Orc"),
    "troll": line("Troll"),
    "goblin-king": line("Goblin King"),
    "healer": line("Healer"),
    "orc-warlord": line("Orc Warlord"),
    "troll-mage": line("Troll Mage"),
    "boulder": line("Giant Boulder"),
    "move-red": line("Red Monsters Move 1"),
    "move-green": line("Green Monsters Move 1"),
    "move-blue": line("Blue Monsters Move 1"),
    "clockwise": line("Monsters Move Clockwise"),
    "counter-clockwise": line("Monsters Move Counter-Clockwise"),
    "plague-archers": line("Plague! Archers"),
    "plague-knights": line("Plague! Knights"),
    "plague-swordsmen": line("Plague! Swordsmen"),
    "discard": line("All Players Discard 1 Card"),
    "draw-three": line("Draw 3 Monster Tokens"),
    "draw-four": line("Draw 4 Monster Tokens"),
}


def card(kind: str) -> Line:
    """«red Archer», «Brick»."""
    return _CARD[kind]


def token(kind: str) -> Line:
    """«Goblin King», «Giant Boulder»; a monster's name as well."""
    return _TOKEN[kind]


def colour(name: str) -> Line:
    return _COLOUR[name]


def ring(number: int) -> Line:
    """«the Forest»."""
    return _RING[number]


@cache
def monster(kind: str, points: int, ring_: int, arc: int, tarred: bool = False) -> Line:
    """«Orc (2) in the Knight ring, arc 3»."""
    said = line(
        "{monster} ({points}) in {ring}, arc {arc}",
        monster=_TOKEN[kind],
        points=points,
        ring=_RING[ring_],
        arc=arc,
    )
    return line("tarred {monster}", monster=said) if tarred else said


def cards(kinds: Sequence[str]) -> Line:
    """«Brick and Mortar»."""
    return listed([card(kind) for kind in kinds])
