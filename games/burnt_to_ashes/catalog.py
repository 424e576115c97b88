"""Every kind of piece: copies, names, explanations; and the chapters of the rules page.

Labels, the log, the help on the board, the rules page and the gallery use these rows. A key is also
the name of the piece's drawing.
"""

import msgspec

from games.plugin import Book, Chapter, Explanation, Line, line, lines, msg


class Piece(msgspec.Struct, frozen=True):
    """A kind of piece. The board explains it by `rule` under `title`."""

    name: Line | None  # in sentences
    title: Line | None = None
    rule: Line | None = None
    chapters: tuple[str, ...] = ()  # of the rules page, with more about it
    counters: int = 0  # town counters of the kind
    cards: int = 0  # knight cards of the kind


PIECES: dict[str, Piece] = {
    "land": Piece(
        line("land"),
        line("A land"),
        line(
            "It has an owner and a pile of counters face down. Burnt, both are gone for good. A "
            "land with + is a start land: its pile is one higher."
        ),
        ("lands", "counters"),
    ),
    # The copies of counters and knight cards are our reading.
    "power": Piece(
        line("power"),
        line("Power"),
        line(
            "Spend it in battle, and two dragons no longer count; or keep it: under a crown it "
            "makes the points that win."
        ),
        ("rights", "finale"),
        counters=20,
    ),
    "knight": Piece(
        line("knight"),
        line("A knight"),
        line(
            "Fights when its land is attacked. If it wins, its owner takes a strike and removes an "
            "attack marker; if it loses, it is gone, but the land stands."
        ),
        ("battle",),
        counters=24,
        cards=4,
    ),
    "sword": Piece(
        line("sword"),
        line("A sword"),
        line("Helps the knight on its land: three sword cards also win the battle."),
        ("battle", "counters"),
        counters=18,
        cards=4,
    ),
    "shield": Piece(
        line("shield"),
        line("A shield"),
        line(
            "Helps the knight on its land: right after the third shield card, or a later one, you "
            "may stop the battle."
        ),
        ("rights", "counters"),
        counters=18,
        cards=5,
    ),
    "attack": Piece(line("dragon attack"), counters=20),
    "dragon": Piece(line("dragon"), cards=7),
    "card": Piece(
        line("dragon card"),
        line("A dragon card"),
        line(
            "The dragon wants as much gold as its number. For each gold that is missing, it "
            "attacks a land."
        ),
        ("dragon", "flight"),
    ),
    "stone": Piece(line("dragon stone")),
    "gold": Piece(
        line("gold card"),
        line("Gold cards"),
        line(
            "Worth 0 to 3; an X is worth nothing. Lay them against the dragon, or spend what is "
            "left after its attacks. Nothing is kept."
        ),
        ("gold", "dragon", "purchase"),
    ),
    "glory": Piece(
        line("glory"),
        line("Glory"),
        line(
            "Goes to the player who gave most when an attack is prevented. It becomes gold cards "
            "next round."
        ),
        ("gold",),
    ),
    "strike": Piece(
        line("strike marker"),
        line("Strikes"),
        line("Each battle won wounds the dragon. The seventh strike slays it."),
        ("end", "battle"),
    ),
    "regent": Piece(
        line("regent"),
        line("The regent"),
        line(
            "Gets gold first, leads the first attack and buys first. The card passes clockwise "
            "after each round."
        ),
        ("gold", "dragon", "finale"),
    ),
    "marker": Piece(
        line("attack marker"),
        line("An attack marker"),
        line(
            "This land is under attack, and burns if the marker still lies here after the battles. "
            "A winner removes one marker from any land; when a knight falls, its land’s marker "
            "goes, too."
        ),
        ("flight", "battle"),
    ),
    "pile": Piece(
        None,
        line("A pile"),
        line("Its owner may buy the top counter, or look at the pile and put it in any order."),
        ("purchase", "counters"),
    ),
}
# The tracks of lands and the arrows' directions, in the order of the flight.
TRACKS = {way: line(way) for way in (msg("north"), msg("east"), msg("south"), msg("west"))}

# The names of pieces, the counted names (`:n`), and the arrows' directions.
NAMES: dict[str, Line] = {
    **{key: piece.name for key, piece in PIECES.items() if piece.name},
    "burnt:n": lines("{n} land burnt", "{n} lands burnt"),
    "dragon:n": lines("{n} dragon", "{n} dragons"),
    "gold:n": lines("{n} gold card", "{n} gold cards"),
    "left:n": lines("{n} card left,", "{n} cards left,"),
    "strike:n": lines("{n} strike", "{n} strikes"),
    **TRACKS,
}

_CHAPTERS = (
    Chapter("aim", line("What it’s about")),
    Chapter("setup", line("Setting up")),
    Chapter("lands", line("The lands")),
    Chapter("gold", line("Gold and glory")),
    Chapter("dragon", line("The dragon")),
    Chapter("flight", line("Where it strikes"), within="dragon"),
    Chapter("battle", line("Battles")),
    Chapter("rights", line("Stop, spend, turn"), within="battle"),
    Chapter("purchase", line("Buying and looking")),
    Chapter("counters", line("The counters")),
    Chapter("end", line("The end")),
    Chapter("finale", line("The crown"), within="end"),
    Chapter("secrets", line("What stays secret")),
    Chapter("plans", line("Plans for your gold")),
    Chapter("readings", line("Our readings")),
)

BOOK = Book(
    _CHAPTERS,
    tuple(
        Explanation(key, piece.title, piece.rule, piece.chapters)
        for key, piece in PIECES.items()
        if piece.title and piece.rule
    ),
)
