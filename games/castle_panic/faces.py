"""How cards and tokens look: picture, colour, mark and words, for the board and the rules page.

Texts are message ids; templates translate them.
"""

from typing import Any

from games.castle_panic.components import BOULDER, CARDS, MONSTERS, TOKENS
from games.plugin import msg

_MARKS = {"red": msg("R"), "green": msg("G"), "blue": msg("B"), "any": msg("any")}
_TITLES = {
    "archer": msg("Archer"),
    "knight": msg("Knight"),
    "swordsman": msg("Swordsman"),
    "hero": msg("Hero"),
    "brick": msg("Brick"),
    "mortar": msg("Mortar"),
    "barbarian": msg("Barbarian"),
    "nice-shot": msg("Nice Shot"),
    "tar": msg("Tar"),
    "drive-back": msg("Drive back"),
    "fortify": msg("Fortify"),
    "missing": msg("Missing"),
    "draw-two": msg("Draw 2"),
    "scavenge": msg("Scavenge"),
}
_SHORT = {"swordsman": msg("Sword")}  # where there is little room
_NOTES = {
    "archer-red": msg("red Archer ring"),
    "archer-green": msg("green Archer ring"),
    "archer-blue": msg("blue Archer ring"),
    "archer-any": msg("Archer ring, any color"),
    "knight-red": msg("red Knight ring"),
    "knight-green": msg("green Knight ring"),
    "knight-blue": msg("blue Knight ring"),
    "knight-any": msg("Knight ring, any color"),
    "swordsman-red": msg("red Swordsman ring"),
    "swordsman-green": msg("green Swordsman ring"),
    "swordsman-blue": msg("blue Swordsman ring"),
    "swordsman-any": msg("Swordsman ring, any color"),
    "hero-red": msg("all red rings"),
    "hero-green": msg("all green rings"),
    "hero-blue": msg("all blue rings"),
    "brick": msg("with Mortar: a wall"),
    "mortar": msg("with Brick: a wall"),
    "barbarian": msg("slays any monster"),
    "nice-shot": msg("makes a hit a kill"),
    "tar": msg("one monster stays"),
    "drive-back": msg("back to the Forest"),
    "fortify": msg("shields a wall"),
    "missing": msg("no new monsters"),
    "draw-two": msg("two more cards"),
    "scavenge": msg("a card discarded"),
}
# What the board can be asked about: what isn't named here has a rule of its own name.
_RULES = {
    "archer": "fighter",
    "knight": "fighter",
    "swordsman": "fighter",
    "mortar": "brick",
    "goblin": "monster",
    "orc": "monster",
    "troll": "monster",
}
_ICONS = {
    "move-red": "move",
    "move-green": "move",
    "move-blue": "move",
    "plague-archers": "plague",
    "plague-knights": "plague",
    "plague-swordsmen": "plague",
}


def _card(kind: str) -> dict[str, str]:
    stem, _, colour = kind.rpartition("-")
    colour = colour if stem and colour in _MARKS else ""
    icon = stem if colour else kind
    return {
        "card": kind,
        "icon": icon,
        "colour": colour or "plain",
        "mark": _MARKS.get(colour, ""),
        "title": _TITLES[icon],
        "short": _SHORT.get(icon, _TITLES[icon]),
        "note": _NOTES[kind],
        "rule": _RULES.get(icon, icon),
    }


CARD_FACES: dict[str, dict[str, str]] = {kind: _card(kind) for kind in CARDS}

_TOKEN_TITLES = {
    "goblin": msg("Goblin"),
    "orc": msg("Orc"),
    "troll": msg("Troll"),
    "goblin-king": msg("Goblin King"),
    "healer": msg("Healer"),
    "orc-warlord": msg("Orc Warlord"),
    "troll-mage": msg("Troll Mage"),
    "boulder": msg("Giant Boulder"),
    "move-red": msg("Red moves 1"),
    "move-green": msg("Green moves 1"),
    "move-blue": msg("Blue moves 1"),
    "clockwise": msg("All clockwise"),
    "counter-clockwise": msg("All counter-clockwise"),
    "plague-archers": msg("Plague: Archers"),
    "plague-knights": msg("Plague: Knights"),
    "plague-swordsmen": msg("Plague: Swordsmen"),
    "discard": msg("All discard 1 card"),
    "draw-three": msg("Draw 3 more"),
    "draw-four": msg("Draw 4 more"),
}
_COLOURS = {"move-red": "red", "move-green": "green", "move-blue": "blue"}

TOKEN_FACES: dict[str, dict[str, str]] = {
    token: {
        "token": token,
        "icon": _ICONS.get(token, token),
        "colour": _COLOURS.get(token, "plain"),
        "title": _TOKEN_TITLES[token],
        "rule": _RULES.get(token, token) if token in (*MONSTERS, BOULDER) else "token",
    }
    for token in TOKENS
}


def cards(pile: dict[str, int]) -> list[list[Any]]:
    """The kinds in a pile as `[face, how many]`, in the deck's order."""
    return [[CARD_FACES[kind], pile[kind]] for kind in CARDS if pile.get(kind)]


def tokens(pile: dict[str, int]) -> list[list[Any]]:
    """The kinds of tokens as `[face, how many]`, monsters first."""
    return [[TOKEN_FACES[kind], pile[kind]] for kind in TOKENS if pile.get(kind)]
