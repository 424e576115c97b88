"""What the rules page is made of, and what the board says when it is asked about a thing."""

from games.castle_panic import words
from games.castle_panic.components import DRAW_MORE, TOKENS_A_TURN, VICTORY_POINTS
from games.plugin import Book, Chapter, explain, line, msg

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
    Chapter("monsters", line("Who is who")),
    Chapter("boulder", line("Giant Boulders")),
    Chapter("end", line("The end")),
    Chapter("scoring", line("The Master Slayer"), within="end"),
    Chapter("alone", line("Alone")),
    Chapter("overlord", line("Overlord")),
    Chapter("options", line("Easier and harder")),
    Chapter("readings", line("Our readings")),
)

# What these do, under the names that they have in the catalog.
CARDS = {
    "nice-shot": msg("Played with an archer, knight, swordsman or hero: the monster hit is slain."),
    "barbarian": msg("Slays any monster that isn't in the Forest, even one inside the Castle."),
    "drive-back": msg(
        "Any monster outside the Forest goes back to the Forest of its arc, and moves again this "
        "turn."
    ),
    "tar": msg(
        "The monster stays where it is until the next player's turn begins: it neither moves nor "
        "strikes."
    ),
    "fortify": msg(
        "A shield on a standing wall: when the wall is struck, it loses the shield instead."
    ),
    "missing": msg("No new tokens are drawn this turn."),
    "draw-two": msg("Draw two cards; you may play them at once."),
    "scavenge": msg(
        "Take any card from the discards, even one played this turn, and play it at once if you "
        "like."
    ),
}
_READ_ON = {"tar": ("tar",), "fortify": ("fortify",), "missing": ("cards", "tokens")}
BOSSES = {
    "goblin-king": line("When he comes, {n} more tokens are drawn.", n=DRAW_MORE["goblin-king"]),
    "healer": line("When it comes, every monster that is hurt regains 1 point."),
    "orc-warlord": line(
        "When he comes, all monsters of his color, including himself, move one space."
    ),
    "troll-mage": line("When he comes, all monsters, including himself, move one space."),
}

_EXPLANATIONS = (
    explain(
        "fighter",
        "Archer, Knight, Swordsman",
        "Hits one monster in the ring and color of the card, for 1 point. One of any color hits "
        "anywhere in that ring. None reaches into the Forest or the Castle.",
        ("cards", "table"),
    ),
    explain(
        "hero",
        "Hero",
        "Hits one monster in the Archer, Knight or Swordsman ring of its color, for 1 point.",
        ("cards",),
    ),
    explain(
        "brick",
        "Brick and Mortar",
        "Together they build a wall where one is missing. One alone does nothing: trade for the "
        "other.",
        ("cards", "trade"),
    ),
    *(
        explain(card, words.called(card), does, _READ_ON.get(card, ("cards",)))
        for card, does in CARDS.items()
    ),
    explain(
        "monster",
        "A monster",
        "The corner that points to the Castle shows how many hits it can still take. It moves one "
        "ring inward each turn. The player who takes its last point keeps it as a trophy.",
        ("monsters", "move", "scoring"),
    ),
    *(explain(boss, words.called(boss), does, ("monsters",)) for boss, does in BOSSES.items()),
    explain(
        "boulder",
        "Giant Boulder",
        "It rolls straight on and crushes every monster in its way, until a shield, a wall or a "
        "tower stops it and is lost.",
        ("boulder",),
    ),
    explain(
        "token",
        "A token that isn't a monster",
        "It takes effect at once, and is gone.",
        ("tokens",),
    ),
    explain(
        "forest",
        "The Forest",
        "Monsters come out here, where the die decides. Only Tar can reach them.",
        ("table", "tokens"),
    ),
    explain(
        "ring",
        "A space of a ring",
        "Cards with this ring's name and color hit here. Monsters move inward, one ring a turn.",
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
            "At the end of a turn, {n} are drawn. When all have been drawn and no monster is left, "
            "the castle is saved.",
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
        "Hands are open. On your turn you may swap one of your cards for one of a partner's, if "
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

BOOK = Book(_CHAPTERS, _EXPLANATIONS)
