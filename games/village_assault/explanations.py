"""The chapters of the rules page, and the explanations of cards and things."""

from games.plugin import Book, Chapter, explain, line
from games.village_assault.catalog import KINDS

_CHAPTERS = (
    Chapter("aim", line("What it’s about")),
    Chapter("setup", line("Setting up")),
    Chapter("rounds", line("A round begins")),
    Chapter("attack", line("Attacking")),
    Chapter("archer", line("Archers step in")),
    Chapter("battle", line("A battle, step by step")),
    Chapter("free", line("What is free")),
    Chapter("animals", line("Animals")),
    Chapter("spending", line("Tearing down Inns, doing away with Kings")),
    Chapter("merchant", line("Merchants")),
    Chapter("closing", line("Closing a round")),
    Chapter("reshuffle", line("When the deck is empty")),
    Chapter("end", line("The end")),
    Chapter("score", line("The score")),
    Chapter("known", line("What can be known")),
    Chapter("cards", line("All cards")),
    Chapter("readings", line("Our readings")),
)

_THINGS = (
    explain(
        "village",
        "A village",
        "Overcome the unit it shows and the next card turns up. When all villages are empty, the "
        "round is won.",
        ("attack", "rounds", "closing"),
    ),
    explain(
        "castle",
        "The Castle",
        "Units that live here are stronger, and each King behind it brings one more card.",
        ("attack", "rounds", "spending"),
    ),
    explain(
        "prisoners",
        "Prisoners",
        "At the end of the round their gold is scored, and buys new cards.",
        ("closing", "score"),
    ),
    explain(
        "deck",
        "The deck",
        "Villages are dealt from it, and gold buys its cards. When it is empty, the discards are "
        "shuffled and become the deck.",
        ("reshuffle", "rounds"),
    ),
    explain(
        "discards",
        "The discards",
        "Used cards and cashed prisoners lie here until the deck runs out. They are open.",
        ("reshuffle", "known"),
    ),
    explain(
        "scores",
        "High Score and Low Score",
        "Who holds which decides whose Goblins and whose Heroes are stronger.",
        ("setup", "cards"),
    ),
    explain(
        "points",
        "Points",
        "All rounds that were scored, and what the prisoners are worth now.",
        ("score", "end"),
    ),
)

_CARDS = tuple(explain(kind, row.name, row.rule, row.chapters) for kind, row in KINDS.items())
BOOK = Book(_CHAPTERS, (*_CARDS, *_THINGS))
