"""The chapters of the rules page, and the explanations of things on the board."""

from games.castle_panic.catalog import PIECES
from games.castle_panic.components import TOKENS_A_TURN, VICTORY_POINTS
from games.plugin import Book, Chapter, explain, line, rules_of

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

# Places and piles; the catalog explains cards and tokens.
_EXPLANATIONS = (
    explain(
        "forest",
        "The Forest",
        "Monsters come out here, in the arc that the die or the Overlord chooses. Of all cards, "
        "only Tar reaches them.",
        ("table", "tokens"),
    ),
    explain(
        "ring",
        "A space of a ring",
        "Cards with this ring’s name and color hit here. Monsters move inward, one ring a turn.",
        ("table", "move"),
    ),
    explain(
        "castle",
        "The Castle",
        "Monsters inside move clockwise, one space a turn, and destroy each tower they reach. "
        "Only a Barbarian, Tar and Drive Him Back! can reach them; with Heroic Powers, heroes can, "
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
            "At the end of a turn, {n} are drawn, unless an Overlord plays them. When all have "
            "come and no monster is left, the castle is saved.",
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
            **VICTORY_POINTS,
        ),
        ("scoring",),
    ),
    explain(
        "overlord",
        "Overlord",
        "Commands the monsters with tokens that nobody else sees, after every other player has "
        "played cards.",
        ("overlord",),
    ),
)

BOOK = Book(_CHAPTERS, (*rules_of(PIECES.values()), *_EXPLANATIONS))
