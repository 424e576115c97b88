"""What the rules page is made of, and what the board says when it is asked about a thing."""

from games.plugin import Chapter, Explanation, line

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

_EXPLANATIONS = (
    Explanation(
        "fighter",
        line("Archer, Knight, Swordsman"),
        line(
            "Hits one monster in the ring and color of the card, for 1 point. One of any color "
            "hits anywhere in that ring. None reaches into the Forest or the Castle."
        ),
        ("cards", "table"),
    ),
    Explanation(
        "hero",
        line("Hero"),
        line("Hits one monster in the Archer, Knight or Swordsman ring of its color, for 1 point."),
        ("cards",),
    ),
    Explanation(
        "brick",
        line("Brick and Mortar"),
        line(
            "Together they build a wall where one is missing. One alone does nothing: trade for "
            "the other."
        ),
        ("cards", "trade"),
    ),
    Explanation(
        "nice-shot",
        line("Nice Shot"),
        line("Played with an archer, knight, swordsman or hero: the monster hit is slain."),
        ("cards",),
    ),
    Explanation(
        "barbarian",
        line("Barbarian"),
        line("Slays any monster that isn't in the Forest, even one inside the Castle."),
        ("cards",),
    ),
    Explanation(
        "drive-back",
        line("Drive Him Back!"),
        line(
            "Any monster outside the Forest goes back to the Forest of its arc, and moves "
            "again this turn."
        ),
        ("cards",),
    ),
    Explanation(
        "tar",
        line("Tar"),
        line(
            "The monster stays where it is until the next player's turn begins: it neither "
            "moves nor strikes."
        ),
        ("tar",),
    ),
    Explanation(
        "fortify",
        line("Fortify Wall"),
        line("A shield on a standing wall: when the wall is struck, it loses the shield instead."),
        ("fortify",),
    ),
    Explanation(
        "missing",
        line("Missing"),
        line("No new tokens are drawn this turn."),
        ("cards", "tokens"),
    ),
    Explanation(
        "draw-two",
        line("Draw 2 Cards"),
        line("Draw two cards; you may play them at once."),
        ("cards",),
    ),
    Explanation(
        "scavenge",
        line("Scavenge"),
        line("Take any card from the discards, and play it at once if you like."),
        ("cards",),
    ),
    Explanation(
        "monster",
        line("A monster"),
        line(
            "The corner that points to the Castle shows how many hits it can still take. It "
            "moves one ring inward each turn. The player who takes its last point keeps it as a "
            "trophy."
        ),
        ("monsters", "move", "scoring"),
    ),
    Explanation(
        "goblin-king",
        line("Goblin King"),
        line("When he comes, 3 more tokens are drawn."),
        ("monsters",),
    ),
    Explanation(
        "healer",
        line("Healer"),
        line("When it comes, every monster that is hurt regains 1 point."),
        ("monsters",),
    ),
    Explanation(
        "orc-warlord",
        line("Orc Warlord"),
        line("When he comes, all monsters of his color move one space."),
        ("monsters",),
    ),
    Explanation(
        "troll-mage",
        line("Troll Mage"),
        line("When he comes, all monsters move one space."),
        ("monsters",),
    ),
    Explanation(
        "boulder",
        line("Giant Boulder"),
        line(
            "It rolls straight on and crushes every monster in its way, until a shield, a wall "
            "or a tower stops it and is lost."
        ),
        ("boulder",),
    ),
    Explanation(
        "token",
        line("A token that isn't a monster"),
        line("It takes effect at once, and is gone."),
        ("tokens",),
    ),
    Explanation(
        "forest",
        line("The Forest"),
        line("Monsters come out here, where the die decides. Only Tar can reach them."),
        ("table", "tokens"),
    ),
    Explanation(
        "ring",
        line("A space of a ring"),
        line(
            "Cards with this ring's name and color hit here. Monsters move inward, one ring a turn."
        ),
        ("table", "move"),
    ),
    Explanation(
        "castle",
        line("The Castle"),
        line(
            "Monsters inside move clockwise, one space a turn, and destroy each tower they "
            "reach. Only a Barbarian, Tar and Drive Him Back! can reach them, and heroes if the "
            "table says so."
        ),
        ("castle", "towers"),
    ),
    Explanation(
        "wall",
        line("A wall"),
        line(
            "A monster in the Swordsman ring strikes it instead of moving on: the wall or its "
            "shield is lost, and one of the monsters that struck loses a point."
        ),
        ("walls", "fortify"),
    ),
    Explanation(
        "tower",
        line("A tower"),
        line(
            "The first monster that enters destroys it and loses a point. When the last tower "
            "falls, the castle is lost."
        ),
        ("towers", "end"),
    ),
    Explanation(
        "pile",
        line("The tokens still to come"),
        line(
            "Two are drawn at the end of a turn. When all have been drawn and no monster is "
            "left, the castle is saved."
        ),
        ("tokens", "end"),
    ),
    Explanation(
        "deck",
        line("The deck and the discards"),
        line(
            "When the deck is empty and a card must be drawn, the discards are shuffled and "
            "become the deck."
        ),
        ("turn",),
    ),
    Explanation(
        "hand",
        line("A hand"),
        line(
            "Hands are open. On your turn you may swap one of your cards for one of a partner's, "
            "if the partner agrees."
        ),
        ("trade", "turn"),
    ),
    Explanation(
        "trophies",
        line("Trophies"),
        line(
            "A goblin counts 1, an orc 2, a troll 3, a boss 4. If the castle is saved, the "
            "player with the most points is the Master Slayer."
        ),
        ("scoring",),
    ),
    Explanation(
        "overlord",
        line("Overlord"),
        line(
            "Commands the monsters with tokens that nobody else sees, after every other player "
            "has played cards."
        ),
        ("overlord",),
    ),
)


def chapters() -> tuple[Chapter, ...]:
    return _CHAPTERS


def explanations() -> tuple[Explanation, ...]:
    return _EXPLANATIONS
