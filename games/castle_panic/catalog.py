"""Every card and token of the box: copies, looks, explanations.

Labels, faces, the log, the help on the board, the rules page, the gallery and `components` use
these rows.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from games.plugin import Explanation, Line, explain, line, lines, msg

COLORS = {"red": line("red"), "green": line("green"), "blue": line("blue")}
MARKS = {"red": line("R"), "green": line("G"), "blue": line("B"), "any": line("any")}

# -- explanations of similar pieces ---------------------------------------------------------------

_FIGHTER = explain(
    "fighter",
    "Archer, Knight, Swordsman",
    "Hits one monster in the ring and color of the card, for 1 point. One of any color hits "
    "anywhere in that ring. None reaches into the Forest or the Castle.",
    ("cards", "table"),
)
_HERO = explain(
    "hero",
    "Hero",
    "Hits one monster in the Archer, Knight or Swordsman ring of its color, for 1 point.",
    ("cards",),
)
_BRICK = explain(
    "brick",
    "Brick and Mortar",
    "Together they build a wall where one is missing. One alone does nothing: trade for the other.",
    ("cards", "trade"),
)
_MONSTER = explain(
    "monster",
    "A monster",
    "The corner that points to the Castle shows how many hits it can still take. It moves one "
    "ring inward each turn. The player who takes its last point keeps it as a trophy.",
    ("monsters", "move", "scoring"),
)
_TOKEN = explain(
    "token", "A token that isn’t a monster", "It takes effect at once, and is gone.", ("tokens",)
)

# -- rows -----------------------------------------------------------------------------------------


class Piece(msgspec.Struct, frozen=True, dict=True):
    """The common part of cards and tokens."""

    key: str
    count: int
    name: Line  # in sentences
    title: Line | None = None  # on its face, if other than the name
    rule: Explanation = _TOKEN  # the board's explanation
    color: str = "plain"  # or red, green, blue, any

    def says(self, text: Line, *chapters: str) -> Self:
        """Return the piece with its own rule, and the chapters with more about it."""
        return replace(self, rule=explain(self.key, self.name, text, chapters))

    def look(self) -> dict[str, Any]:
        """Return the board's drawing of either, with the page's keys for it."""
        data = {"piece": self.key, "rule": self.rule.about, "tone": self.color}
        icon = self.key.removesuffix(f"-{self.color}")
        return {"icon": icon, "title": self.title or self.name, "data": data}


class Card(Piece, frozen=True, dict=True, kw_only=True):
    """A card of the castle deck."""

    note: Line  # under its title
    short: Line | None = None  # a title for small spaces

    @cached_property
    def face(self) -> dict[str, Any]:
        """The board's drawing of the card."""
        short = self.short or self.title or self.name
        own = {"card": self.key, "mark": MARKS.get(self.color), "short": short, "note": self.note}
        return own | self.look()


class Token(Piece, frozen=True, dict=True, kw_only=True):
    """A monster token. A monster takes `points` of damage; its trophy is `worth` points."""

    points: int = 0
    worth: int = 0
    brings: Line | None = None  # a boss's effect, in brief
    icon: str = ""  # its picture, if shared
    more: int = 0  # tokens drawn after it
    takes: str = ""  # the fighter whose cards a plague takes
    spared: int = 0  # copies that Easier Battles leave in the box

    @property
    def note(self) -> Line:
        """A monster in brief, for the list of who's who."""
        points = lines("{n} point", "{n} points", self.points)
        return line("{points}; {more}", points=points, more=self.brings) if self.brings else points

    @cached_property
    def face(self) -> dict[str, Any]:
        """The board's drawing of the token."""
        look = self.look()
        return {"token": self.key, **look, "icon": self.icon or look["icon"]}


# -- the castle deck ------------------------------------------------------------------------------

_Titles = tuple[Line, Line | None]  # a title, and a short one for small spaces
_ARCHER, _KNIGHT = (line("Archer"), None), (line("Knight"), None)
_SWORDSMAN, _HEROES = (line("Swordsman"), line("Sword")), (line("Hero"), None)


def _colored(
    key: str, count: int, name: str, note: str, titles: _Titles, rule: Explanation = _FIGHTER
) -> Iterator[Card]:
    """One card each in red, green and blue, in place of `{color}`."""
    title, short = titles
    for color, word in COLORS.items():
        named, noted = line(name, color=word), line(note, color=word)
        yield Card(f"{key}-{color}", count, named, title, rule, color, note=noted, short=short)


def _any(key: str, name: Line, note: Line, titles: _Titles) -> Card:
    title, short = titles
    return Card(f"{key}-any", 1, name, title, _FIGHTER, "any", note=note, short=short)


_CARDS = (
    *_colored("archer", 3, msg("{color} Archer"), msg("{color} Archer ring"), _ARCHER),
    *_colored("knight", 3, msg("{color} Knight"), msg("{color} Knight ring"), _KNIGHT),
    *_colored("swordsman", 3, msg("{color} Swordsman"), msg("{color} Swordsman ring"), _SWORDSMAN),
    _any("archer", line("Archer of any color"), line("Archer ring, any color"), _ARCHER),
    _any("knight", line("Knight of any color"), line("Knight ring, any color"), _KNIGHT),
    _any(
        "swordsman", line("Swordsman of any color"), line("Swordsman ring, any color"), _SWORDSMAN
    ),
    *_colored("hero", 1, msg("{color} Hero"), msg("all {color} rings"), _HEROES, _HERO),
    Card("brick", 4, line("Brick"), rule=_BRICK, note=line("with Mortar: a wall")),
    Card("mortar", 4, line("Mortar"), rule=_BRICK, note=line("with Brick: a wall")),
    Card("barbarian", 1, line("Barbarian"), note=line("slays any monster")).says(
        line("Slays any monster that isn’t in the Forest, even one inside the Castle."), "cards"
    ),
    Card("nice-shot", 1, line("Nice Shot"), note=line("makes a hit a kill")).says(
        line(
            "Played with an archer, knight, swordsman or hero: the monster hit is slain, however "
            "many points it has left."
        ),
        "cards",
    ),
    Card("tar", 1, line("Tar"), note=line("one monster stays")).says(
        line(
            "The monster stays where it is until the next player’s turn begins: it neither moves "
            "nor strikes."
        ),
        "tar",
    ),
    Card(
        "drive-back",
        1,
        line("Drive Him Back!"),
        line("Drive back"),
        note=line("back to the Forest"),
    ).says(
        line(
            "Any monster outside the Forest goes back to the Forest of its arc, and moves again "
            "this turn."
        ),
        "cards",
    ),
    Card("fortify", 1, line("Fortify Wall"), line("Fortify"), note=line("shields a wall")).says(
        line("A shield on a standing wall: when the wall is struck, it loses the shield instead."),
        "fortify",
    ),
    Card("missing", 1, line("Missing"), note=line("no new monsters")).says(
        line("No new tokens are drawn this turn."), "cards", "tokens"
    ),
    Card("draw-two", 1, line("Draw 2 Cards"), line("Draw 2"), note=line("two more cards")).says(
        line("Draw two cards; you may play them at once."), "cards"
    ),
    Card("scavenge", 1, line("Scavenge"), note=line("a card discarded")).says(
        line(
            "Take any card from the discards, even one played this turn, and play it at once if "
            "you like."
        ),
        "cards",
    ),
)

# -- the monster tokens ---------------------------------------------------------------------------


def _monster(key: str, count: int, name: Line, points: int) -> Token:
    return Token(key, count, name, rule=_MONSTER, points=points, worth=points)


def _boss(key: str, name: Line, brings: Line, points: int, more: int = 0, spared: int = 0) -> Token:
    return Token(key, 1, name, brings=brings, points=points, worth=4, more=more, spared=spared)


def _plague(key: str, name: Line, takes: str, spared: int = 0) -> Token:
    return Token(key, 1, name, icon="plague", takes=takes, spared=spared)


def _moving(color: str, name: Line) -> Token:
    return Token(f"move-{color}", 2, name, color=color, spared=1)


def _drawing(key: str, n: int, spared: int = 0) -> Token:
    name, title = line("Draw {n} Monster Tokens", n=n), line("Draw {n} more", n=n)
    return Token(key, 1, name, title, more=n, spared=spared)


_KING_BRINGS = 3
_TOKENS = (
    _monster("goblin", 6, line("Goblin"), points=1),
    _monster("orc", 11, line("Orc"), points=2),
    _monster("troll", 10, line("Troll"), points=3),
    _boss(
        "goblin-king",
        line("Goblin King"),
        line("brings {n} more tokens", n=_KING_BRINGS),
        2,
        more=_KING_BRINGS,
    ).says(line("When he comes, {n} more tokens are drawn.", n=_KING_BRINGS), "monsters"),
    _boss("healer", line("Healer"), line("all that are hurt regain 1"), 2).says(
        line("When it comes, every monster that is hurt regains 1 point."), "monsters"
    ),
    _boss("orc-warlord", line("Orc Warlord"), line("his color moves 1"), 3, spared=1).says(
        line("When he comes, all monsters in his color, including himself, move one space."),
        "monsters",
    ),
    _boss("troll-mage", line("Troll Mage"), line("all monsters move 1"), 3, spared=1).says(
        line("When he comes, all monsters, including himself, move one space."), "monsters"
    ),
    Token("boulder", 4, line("Giant Boulder"), spared=3).says(
        line(
            "It rolls straight on and crushes every monster in its way, until a shield, a wall or "
            "a tower stops it and is lost."
        ),
        "boulder",
    ),
    _moving("red", line("Red moves 1")),
    _moving("green", line("Green moves 1")),
    _moving("blue", line("Blue moves 1")),
    Token("clockwise", 1, line("Monsters Move Clockwise"), line("All clockwise")),
    Token(
        "counter-clockwise",
        1,
        line("Monsters Move Counter-Clockwise"),
        line("All counter-clockwise"),
    ),
    _plague("plague-archers", line("Plague: Archers"), takes="archer"),
    _plague("plague-knights", line("Plague: Knights"), takes="knight", spared=1),
    _plague("plague-swordsmen", line("Plague: Swordsmen"), takes="swordsman", spared=1),
    Token("discard", 1, line("All Players Discard 1 Card"), line("All discard 1 card")),
    _drawing("draw-three", 3),
    _drawing("draw-four", 4, spared=1),
)

CARDS: dict[str, Card] = {card.key: card for card in _CARDS}
TOKENS: dict[str, Token] = {token.key: token for token in _TOKENS}
# The monsters with their names and brief effects.
WHO_IS_WHO = [
    {"key": token.key, "name": token.name, "note": token.note} for token in _TOKENS if token.points
]


def cards(pile: dict[str, int]) -> list[list[Any]]:
    """Return the kinds in a pile as `[face, copies]`, in the deck's order."""
    return [[card.face, pile[key]] for key, card in CARDS.items() if pile.get(key)]


def tokens(pile: dict[str, int]) -> list[list[Any]]:
    """Return the kinds of tokens as `[face, copies]`, monsters first."""
    return [[token.face, pile[key]] for key, token in TOKENS.items() if pile.get(key)]
