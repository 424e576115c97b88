"""Every card and every token of the box in one row: how many, how it looks, what is said of it.

Labels, faces, the log, the help on the board, the rules page and the gallery all read these rows.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import msgspec

from games.plugin import Line, line, lines, msg

COLORS = {"red": line("red"), "green": line("green"), "blue": line("blue")}
MARKS = {"red": line("R"), "green": line("G"), "blue": line("B"), "any": line("any")}


class Card(msgspec.Struct, frozen=True, dict=True):
    """A card of the castle deck."""

    key: str
    count: int
    name: Line  # in sentences
    note: Line  # under its title
    title: Line | None = None  # on its face, where that isn't the name
    rule: str = ""  # the explanation that the board gives of it, if it shares one
    short: Line | None = None  # a title for where there is little room
    color: str = "plain"  # or red, green, blue, any

    @cached_property
    def face(self) -> dict[str, Any]:
        """What the board draws."""
        title = self.title or self.name
        return {
            "card": self.key,
            "icon": self.key.removesuffix(f"-{self.color}"),
            "mark": MARKS.get(self.color),
            "title": title,
            "short": self.short or title,
            "note": self.note,
            "data": _data(self, self.rule or self.key),
        }


class Token(msgspec.Struct, frozen=True, dict=True):
    """A monster token. A monster takes `points` of damage and is `worth` so much as a trophy."""

    key: str
    count: int
    name: Line  # in sentences
    points: int = 0
    worth: int = 0
    brings: Line | None = None  # what comes with a monster, in brief
    title: Line | None = None  # on its face, where that isn't the name
    rule: str = ""  # its explanation; else a monster has its own, and all others share "token"
    icon: str = ""  # its picture, if it shares one
    color: str = "plain"
    more: int = 0  # tokens that are drawn after it

    @property
    def note(self) -> Line:
        """A monster in brief, for the list of who is who."""
        points = lines("{n} point", "{n} points", self.points)
        return line("{points}; {more}", points=points, more=self.brings) if self.brings else points

    @cached_property
    def face(self) -> dict[str, Any]:
        """What the board draws."""
        return {
            "token": self.key,
            "icon": self.icon or self.key,
            "title": self.title or self.name,
            "data": _data(self, self.rule or (self.key if self.points else "token")),
        }


def _data(piece: Card | Token, rule: str) -> dict[str, str]:
    """What the page knows a piece by, its explanation and its color."""
    return {"piece": piece.key, "rule": rule, "tone": piece.color}


def _colored(
    key: str, count: int, name: str, note: str, title: Line, rule: str, short: Line | None = None
) -> Iterator[Card]:
    """One card each in red, green and blue, which stands for `{color}`."""
    for color, said in COLORS.items():
        sentences = line(name, color=said), line(note, color=said)
        yield Card(f"{key}-{color}", count, *sentences, title, rule, short, color)


def _drawing(key: str, n: int) -> Token:
    name, title = line("Draw {n} Monster Tokens", n=n), line("Draw {n} more", n=n)
    return Token(key, 1, name, title=title, more=n)


# The title of all archers, knights and swordsmen, their explanation and their short title.
_ARCHER, _KNIGHT = (line("Archer"), "fighter", None), (line("Knight"), "fighter", None)
_SWORDSMAN, _ANY = (line("Swordsman"), "fighter", line("Sword")), "any"
_CARDS = (
    *_colored("archer", 3, msg("{color} Archer"), msg("{color} Archer ring"), *_ARCHER),
    *_colored("knight", 3, msg("{color} Knight"), msg("{color} Knight ring"), *_KNIGHT),
    *_colored("swordsman", 3, msg("{color} Swordsman"), msg("{color} Swordsman ring"), *_SWORDSMAN),
    Card(
        "archer-any", 1, line("Archer of any color"), line("Archer ring, any color"), *_ARCHER, _ANY
    ),
    Card(
        "knight-any", 1, line("Knight of any color"), line("Knight ring, any color"), *_KNIGHT, _ANY
    ),
    Card(
        "swordsman-any",
        1,
        line("Swordsman of any color"),
        line("Swordsman ring, any color"),
        *_SWORDSMAN,
        _ANY,
    ),
    *_colored("hero", 1, msg("{color} Hero"), msg("all {color} rings"), line("Hero"), "hero"),
    Card("brick", 4, line("Brick"), line("with Mortar: a wall")),
    Card("mortar", 4, line("Mortar"), line("with Brick: a wall"), rule="brick"),
    Card("barbarian", 1, line("Barbarian"), line("slays any monster")),
    Card("nice-shot", 1, line("Nice Shot"), line("makes a hit a kill")),
    Card("tar", 1, line("Tar"), line("one monster stays")),
    Card("drive-back", 1, line("Drive Him Back!"), line("back to the Forest"), line("Drive back")),
    Card("fortify", 1, line("Fortify Wall"), line("shields a wall"), line("Fortify")),
    Card("missing", 1, line("Missing"), line("no new monsters")),
    Card("draw-two", 1, line("Draw 2 Cards"), line("two more cards"), line("Draw 2")),
    Card("scavenge", 1, line("Scavenge"), line("a card discarded")),
)
_TOKENS = (
    # points of damage, worth as a trophy, what comes with it
    Token("goblin", 6, line("Goblin"), 1, 1, rule="monster"),
    Token("orc", 11, line("Orc"), 2, 2, rule="monster"),
    Token("troll", 10, line("Troll"), 3, 3, rule="monster"),
    Token("goblin-king", 1, line("Goblin King"), 2, 4, line("brings more tokens"), more=3),
    Token("healer", 1, line("Healer"), 2, 4, line("all that are hurt regain 1")),
    Token("orc-warlord", 1, line("Orc Warlord"), 3, 4, line("his color moves 1")),
    Token("troll-mage", 1, line("Troll Mage"), 3, 4, line("all monsters move 1")),
    Token("boulder", 4, line("Giant Boulder"), rule="boulder"),
    Token("move-red", 2, line("Red moves 1"), icon="move", color="red"),
    Token("move-green", 2, line("Green moves 1"), icon="move", color="green"),
    Token("move-blue", 2, line("Blue moves 1"), icon="move", color="blue"),
    Token("clockwise", 1, line("Monsters Move Clockwise"), title=line("All clockwise")),
    Token(
        "counter-clockwise",
        1,
        line("Monsters Move Counter-Clockwise"),
        title=line("All counter-clockwise"),
    ),
    Token("plague-archers", 1, line("Plague: Archers"), icon="plague"),
    Token("plague-knights", 1, line("Plague: Knights"), icon="plague"),
    Token("plague-swordsmen", 1, line("Plague: Swordsmen"), icon="plague"),
    Token("discard", 1, line("All Players Discard 1 Card"), title=line("All discard 1 card")),
    _drawing("draw-three", 3),
    _drawing("draw-four", 4),
)

CARDS: dict[str, Card] = {card.key: card for card in _CARDS}
TOKENS: dict[str, Token] = {token.key: token for token in _TOKENS}
# The monsters, each with its name and what it does in brief.
WHO_IS_WHO = [
    {"key": token.key, "name": token.name, "note": token.note} for token in _TOKENS if token.points
]


def cards(pile: dict[str, int]) -> list[list[Any]]:
    """The kinds in a pile as `[face, how many]`, in the deck's order."""
    return [[card.face, pile[key]] for key, card in CARDS.items() if pile.get(key)]


def tokens(pile: dict[str, int]) -> list[list[Any]]:
    """The kinds of tokens as `[face, how many]`, monsters first."""
    return [[token.face, pile[key]] for key, token in TOKENS.items() if pile.get(key)]
