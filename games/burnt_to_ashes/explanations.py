"""What the rules page is made of, and what «?» says about each thing on the board."""

from games.plugin import Book, Chapter, explain, line

_CHAPTERS = (
    Chapter("aim", line("What it's about")),
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

_EXPLANATIONS = (
    explain(
        "land",
        "A land",
        "It has an owner and a pile of counters face down. Burnt, both are gone for good. A land "
        "with + is a start land: its pile is one higher.",
        ("lands", "counters"),
    ),
    explain(
        "knight",
        "A knight",
        "Fights when its land is attacked. If it wins, its owner takes a strike and removes an "
        "attack; if it loses, it is gone, but the land stands.",
        ("battle",),
    ),
    explain(
        "arms",
        "Sword and shield",
        "They help a knight on the same land: three sword cards win, and right after the third "
        "shield card, or a later one, the battle may be stopped.",
        ("battle", "counters"),
    ),
    explain(
        "pile",
        "A pile",
        "Its owner may buy the top counter, or look at the pile and put it in any order.",
        ("purchase", "counters"),
    ),
    explain(
        "card",
        "A dragon card",
        "The dragon wants as much gold as its number. Each missing gold costs a land.",
        ("dragon", "flight"),
    ),
    explain(
        "gold",
        "Gold cards",
        "Worth 0 to 3; an X is worth nothing. Lay them against the dragon, or spend what is left "
        "after its attacks. Nothing is kept.",
        ("gold", "dragon", "purchase"),
    ),
    explain(
        "power",
        "Power",
        "Spend it in battle to make two dragons void, or keep it: under a crown the most power "
        "wins.",
        ("rights", "finale"),
    ),
    explain(
        "glory",
        "Glory",
        "For the highest giver when an attack is prevented. It becomes gold cards next round.",
        ("gold",),
    ),
    explain(
        "strike",
        "Strikes",
        "Each battle won wounds the dragon. The seventh strike slays it.",
        ("end", "battle"),
    ),
    explain(
        "regent",
        "The regent",
        "Gets gold first, leads the first attack and buys first. The card passes on after each "
        "round.",
        ("gold", "dragon", "finale"),
    ),
    explain(
        "marker",
        "An attack marker",
        "This land is under attack. Where no knight takes the marker off, it burns.",
        ("flight", "battle"),
    ),
)

BOOK = Book(_CHAPTERS, _EXPLANATIONS)
