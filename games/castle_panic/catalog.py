"""Every card and token of the box: copies, looks, explanations; and texts of the rules page.

Labels, faces, the log, the help on the board, the rules page, the gallery and `components` use
these rows.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from games.plugin import Book, Chapter, Explanation, Line, explain, line, lines, msg, rules_of

TOKENS_A_TURN = 2  # drawn at its end
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
    """A kind of card or token."""

    key: str
    count: int
    name: Line  # in sentences
    note: Line | None = None  # under its title, or in the list of who's who
    title: Line | None = None  # on its face, if different from the name
    short: Line | None = None  # a title for small spaces
    rule: Explanation = _TOKEN  # the board's explanation
    color: str = "plain"  # or red, green, blue, any
    icon: str = ""  # its picture, if shared with others
    points: int = 0  # the damage a monster takes
    worth: int = 0  # the points of its trophy
    more: int = 0  # tokens drawn after it
    takes: str = ""  # the fighter whose cards a plague takes
    spared: int = 0  # copies that Easier Battles leave in the box

    def says(self, text: Line, *chapters: str) -> Self:
        """Return the piece with its own rule, and the chapters with more about it."""
        return replace(self, rule=explain(self.key, self.name, text, chapters))

    @cached_property
    def face(self) -> dict[str, Any]:
        """The data for the board's drawing of the piece, with the page's keys."""
        title = self.title or self.name
        return {
            "key": self.key,
            "icon": self.icon or self.key.removesuffix(f"-{self.color}"),
            "title": title,
            "short": self.short or title,
            "mark": MARKS.get(self.color),
            "note": self.note,
            "data": {"piece": self.key, "rule": self.rule.about, "tone": self.color},
        }


# -- the castle deck ------------------------------------------------------------------------------

_Look = tuple[Line, Line | None, Explanation]  # title, short title, rule
_ARCHER: _Look = (line("Archer"), None, _FIGHTER)
_KNIGHT: _Look = (line("Knight"), None, _FIGHTER)
_SWORD: _Look = (line("Swordsman"), line("Sword"), _FIGHTER)
_HEROES: _Look = (line("Hero"), None, _HERO)


def _colored(key: str, count: int, name: str, note: str, look: _Look) -> Iterator[Piece]:
    """One card each in red, green and blue, in place of `{color}`."""
    for color, word in COLORS.items():
        named, noted = line(name, color=word), line(note, color=word)
        yield Piece(f"{key}-{color}", count, named, noted, *look, color)


def _any(fighter: str, name: Line, note: Line, look: _Look) -> Piece:
    return Piece(f"{fighter}-any", 1, name, note, *look, "any")


_CARDS = (
    *_colored("archer", 3, msg("{color} Archer"), msg("{color} Archer ring"), _ARCHER),
    *_colored("knight", 3, msg("{color} Knight"), msg("{color} Knight ring"), _KNIGHT),
    *_colored("swordsman", 3, msg("{color} Swordsman"), msg("{color} Swordsman ring"), _SWORD),
    _any("archer", line("Archer of any color"), line("Archer ring, any color"), _ARCHER),
    _any("knight", line("Knight of any color"), line("Knight ring, any color"), _KNIGHT),
    _any("swordsman", line("Swordsman of any color"), line("Swordsman ring, any color"), _SWORD),
    *_colored("hero", 1, msg("{color} Hero"), msg("all {color} rings"), _HEROES),
    Piece("brick", 4, line("Brick"), line("with Mortar: a wall"), rule=_BRICK),
    Piece("mortar", 4, line("Mortar"), line("with Brick: a wall"), rule=_BRICK),
    Piece("barbarian", 1, line("Barbarian"), line("slays any monster")).says(
        line("Slays any monster that isn’t in the Forest, even one inside the Castle."), "cards"
    ),
    Piece("nice-shot", 1, line("Nice Shot"), line("makes a hit a kill")).says(
        line(
            "Play it with an archer, knight, swordsman or hero: the monster you hit is slain, no "
            "matter how many points it has left."
        ),
        "cards",
    ),
    Piece("tar", 1, line("Tar"), line("holds one monster")).says(
        line(
            "The monster stays where it is until the next player’s turn begins: it neither moves "
            "nor strikes."
        ),
        "tar",
    ),
    Piece(
        "drive-back", 1, line("Drive Him Back!"), line("back to the Forest"), line("Drive back")
    ).says(
        line(
            "Any monster outside the Forest goes back to the Forest of its arc, and moves again "
            "this turn."
        ),
        "cards",
    ),
    Piece("fortify", 1, line("Fortify Wall"), line("shields a wall"), line("Fortify")).says(
        line("A standing wall gets a shield. When it is struck, it loses the shield instead."),
        "fortify",
    ),
    Piece("missing", 1, line("Missing"), line("no new monsters")).says(
        line("No new tokens are drawn this turn."), "cards", "tokens"
    ),
    Piece("draw-two", 1, line("Draw 2 Cards"), line("two more cards"), line("Draw 2")).says(
        line("Draw two cards; you may play them at once."), "cards"
    ),
    Piece("scavenge", 1, line("Scavenge"), line("take any discard")).says(
        line(
            "Take any card from the discards, even one played this turn, and play it at once if "
            "you like."
        ),
        "cards",
    ),
)

# -- the monster tokens ---------------------------------------------------------------------------


def _monster(key: str, count: int, name: Line, points: int) -> Piece:
    note = lines("{n} point", "{n} points", points)
    return Piece(key, count, name, note, rule=_MONSTER, points=points, worth=points)


def _boss(key: str, name: Line, points: int, brings: Line, more: int = 0, spared: int = 0) -> Piece:
    """A monster with an effect when it comes; `brings` is the effect in brief."""
    plain = _monster(key, 1, name, points)
    note = line("{points}; {more}", points=plain.note, more=brings)
    return replace(plain, note=note, worth=4, more=more, spared=spared)


def _drawing(key: str, n: int, spared: int = 0) -> Piece:
    name, title = line("Draw {n} Monster Tokens", n=n), line("Draw {n} more", n=n)
    return Piece(key, 1, name, title=title, more=n, spared=spared)


_TOKENS = (
    _monster("goblin", 6, line("Goblin"), 1),
    _monster("orc", 11, line("Orc"), 2),
    _monster("troll", 10, line("Troll"), 3),
    _boss("goblin-king", line("Goblin King"), 2, line("brings {n} more tokens", n=3), 3).says(
        line("When he comes, {n} more tokens are drawn.", n=3), "monsters"
    ),
    _boss("healer", line("Healer"), 2, line("hurt monsters regain 1")).says(
        line("When it comes, every monster that is hurt regains 1 point."), "monsters"
    ),
    _boss("orc-warlord", line("Orc Warlord"), 3, line("his color moves 1"), spared=1).says(
        line("When he comes, all monsters in his color, including himself, move one space."),
        "monsters",
    ),
    _boss("troll-mage", line("Troll Mage"), 3, line("all monsters move 1"), spared=1).says(
        line("When he comes, all monsters, including himself, move one space."), "monsters"
    ),
    Piece("boulder", 4, line("Giant Boulder"), spared=3).says(
        line(
            "It rolls straight ahead and crushes every monster in its way until it hits a shield, "
            "a wall or a tower, which stops it and is lost."
        ),
        "boulder",
    ),
    Piece("move-red", 2, line("Red moves 1"), color="red", spared=1),
    Piece("move-green", 2, line("Green moves 1"), color="green", spared=1),
    Piece("move-blue", 2, line("Blue moves 1"), color="blue", spared=1),
    Piece("clockwise", 1, line("Monsters Move Clockwise"), title=line("All clockwise")),
    Piece(
        "counter-clockwise",
        1,
        line("Monsters Move Counter-Clockwise"),
        title=line("All counter-clockwise"),
    ),
    Piece("plague-archers", 1, line("Plague: Archers"), icon="plague", takes="archer"),
    Piece("plague-knights", 1, line("Plague: Knights"), icon="plague", takes="knight", spared=1),
    Piece(
        "plague-swordsmen", 1, line("Plague: Swordsmen"), icon="plague", takes="swordsman", spared=1
    ),
    Piece("discard", 1, line("All Players Discard 1 Card"), title=line("All discard 1 card")),
    _drawing("draw-three", 3),
    _drawing("draw-four", 4, spared=1),
)

CARDS = {card.key: card for card in _CARDS}
TOKENS = {token.key: token for token in _TOKENS}
PIECES = CARDS | TOKENS
NAMES: dict[str, Line] = COLORS | {key: piece.name for key, piece in PIECES.items()}
NAMES |= {
    "monster:n": lines("{n} monster", "{n} monsters"),
    "storm:n": lines("{n} monster storms the castle.", "{n} monsters storm the castle."),
    "standing:n": lines("{n} tower stands", "{n} towers stand"),
    "deck:n": lines(
        "{n} card is left in the deck; after that, these are reshuffled.",
        "{n} cards are left in the deck; after that, these are reshuffled.",
    ),
}


# -- the rules page, and explanations of places and piles -----------------------------------------

_CHAPTERS = (
    Chapter("setup", line("Setting up")),
    Chapter("table", line("The round table")),
    Chapter("turn", line("A turn")),
    Chapter("discard", line("Exchanging cards"), within="turn"),
    Chapter("trade", line("Trading")),
    Chapter("cards", line("The cards")),
    Chapter("tar", line("Tar"), within="cards"),
    Chapter("fortify", line("Fortify Wall"), within="cards"),
    Chapter("move", line("Monsters move")),
    Chapter("walls", line("At the walls"), within="move"),
    Chapter("towers", line("At the towers"), within="move"),
    Chapter("castle", line("Inside the Castle"), within="move"),
    Chapter("tokens", line("New tokens")),
    Chapter("monsters", line("Who’s who")),
    Chapter("boulder", line("Giant Boulders")),
    Chapter("end", line("The end")),
    Chapter("scoring", line("The Master Slayer"), within="end"),
    Chapter("alone", line("Alone")),
    Chapter("overlord", line("Overlord")),
    Chapter("options", line("Easier and harder")),
    Chapter("readings", line("Our readings")),
)

_EXPLANATIONS = (
    explain(
        "forest",
        "The Forest",
        "New monsters start here, in the arc that the die or the Overlord chooses. Tar is the only "
        "card that reaches them.",
        ("table", "tokens"),
    ),
    explain(
        "ring",
        "A space in a ring",
        "Cards with this ring’s name and color hit here. Monsters move inward, one ring a turn.",
        ("table", "move"),
    ),
    explain(
        "castle",
        "The Castle",
        "Monsters inside move clockwise, one space a turn, and destroy each tower they reach. "
        "Only a Barbarian, Tar and Drive Him Back! can reach them; with Heroic Powers, heroes can "
        "too.",
        ("castle", "towers"),
    ),
    explain(
        "wall",
        "A wall",
        "A monster in the Swordsman ring strikes it instead of moving on: the wall or its shield "
        "is lost, and one of the monsters that struck loses a point.",
        ("walls", "fortify"),
    ),
    explain(
        "tower",
        "A tower",
        "The first monster that enters destroys it and loses a point. When the last tower falls, "
        "the castle is lost.",
        ("towers", "end"),
    ),
    explain(
        "pile",
        "The tokens still to come",
        line(
            "At the end of a turn, {n} are drawn, unless an Overlord plays them. Once all have "
            "been drawn and no monster is left, the castle is saved.",
            n=TOKENS_A_TURN,
        ),
        ("tokens", "end"),
    ),
    explain(
        "deck",
        "The deck and the discards",
        "When the deck is empty and a card must be drawn, the discards are shuffled and become "
        "the deck.",
        ("turn",),
    ),
    explain(
        "hand",
        "A hand",
        "Hands are open. On your turn you may swap one of your cards for one of a partner’s, if "
        "the partner agrees.",
        ("trade", "turn"),
    ),
    explain(
        "trophies",
        "Trophies",
        line(
            "A goblin is worth {goblin}, an orc {orc}, a troll {troll}, a boss {healer}. If the "
            "castle is saved, the player with the most points is the Master Slayer.",
            **{token.key: token.worth for token in TOKENS.values() if token.worth},
        ),
        ("scoring",),
    ),
    explain(
        "overlord",
        "Overlord",
        "Commands the monsters with tokens that nobody else sees, and takes a turn each time "
        "another player has played cards.",
        ("overlord",),
    ),
)
BOOK = Book(_CHAPTERS, (*rules_of(PIECES.values()), *_EXPLANATIONS))


def faces(pile: Mapping[str, int]) -> list[list[Any]]:
    """Return the kinds in a pile as `[face, copies]`, in the order of the rows."""
    return [[piece.face, pile[key]] for key, piece in PIECES.items() if pile.get(key)]


def spread(pile: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return the faces of a pile one by one, in that order."""
    return [face for face, n in faces(pile) for _ in range(n)]
