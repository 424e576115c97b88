"""The chapters of the rules page, and the explanations of things on the board."""

from games.burnt_to_ashes.catalog import PIECES
from games.plugin import Book, Chapter, explain, line

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

# The explanations of pieces, and of things that aren't pieces.
_EXPLANATIONS = (
    *(
        explain(key, piece.title, piece.rule, piece.chapters)
        for key, piece in PIECES.items()
        if piece.title and piece.rule
    ),
    explain(
        "pile",
        "A pile",
        "Its owner may buy the top counter, or look at the pile and put it in any order.",
        ("purchase", "counters"),
    ),
)

BOOK = Book(_CHAPTERS, _EXPLANATIONS)
