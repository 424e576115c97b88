"""The names of cards and villages, for sentences, and the rules page's chapters with their «?»."""

from collections.abc import Sequence
from functools import cache

from games.plugin import Book, Chapter, Line, SeatName, explain, line, lines, listed
from games.plugin.telling import Vocabulary
from games.village_assault.catalog import COLORS, KINDS, VILLAGES
from games.village_assault.components import CARDS

village = VILLAGES.__getitem__


@cache
def card(key: str) -> Line:
    """«red Farmer», «Pig»."""
    color = CARDS[key].color
    return line("{color} {unit}", color=COLORS[color].name, unit=kind(key)) if color else kind(key)


def cards(keys: Sequence[str]) -> Line:
    """«red Farmer, Pig and green Ace»."""
    return listed([card(key) for key in keys])


def kind(key: str) -> Line:
    """«Farmer»."""
    return KINDS[CARDS[key].kind].printed.name


def draw(count: int) -> Line:
    """«draw 2 cards», as a part of a sentence."""
    return lines("draw {n} card", "draw {n} cards", count)


def helpers(hand: Sequence[str], *, spending: bool = False) -> Line | None:
    """«Pigs or the Sheep»: the ones in hand that may go with an attack or a spending, or None."""
    pigs = 0 if spending else list(hand).count("pig")
    if "sheep" not in hand:
        return lines("a Pig", "Pigs", pigs) if pigs else None
    return lines("a Pig or the Sheep", "Pigs or the Sheep", pigs) if pigs else line("the Sheep")


def with_pigs(unit: Line, pigs: int) -> Line:
    """«red Farmer with 2 Pigs»; the unit alone if it has none."""
    return lines("{unit} with {n} Pig", "{unit} with {n} Pigs", pigs, unit=unit) if pigs else unit


# The names of kinds, cards and villages, and counted names.
NAMES = {
    "attack:n": lines("{n} attack", "{n} attacks"),
    "buys:n": lines("buys {n} card", "buys {n} cards"),
    "deck:n": lines("The deck: {n} card left", "The deck: {n} cards left"),
    "king:n": lines("{n} King behind the Castle", "{n} Kings behind the Castle"),
    "round:n": lines("{n} round won", "{n} rounds won"),
    "total:n": lines("Total, in {n} attack", "Total, in {n} attacks"),
    **{key: row.printed.name for key, row in KINDS.items()},
    **{key: card(key) for key in CARDS if key not in KINDS},
    **VILLAGES,
}

# Gaps in sentences: the event's field, and the word for its value.
VOCABULARY: Vocabulary = {
    "name": ("seat", SeatName),
    "cards": ("cards", cards),
    "village": ("village", village),
    "defense": ("defence", int),  # the spelling of records
    **{gap: (gap, card) for gap in ("card", "unit", "defender", "by")},
}

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
        "At the end of the round their gold is scored and buys new cards.",
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
        "Used cards and cashed prisoners lie here, open to all, until the deck runs out.",
        ("reshuffle", "known"),
    ),
    explain(
        "scores",
        "High Score and Low Score",
        "Goblins are stronger against High Score, Heroes on the side that holds Low Score.",
        ("setup", "cards"),
    ),
    explain(
        "points",
        "Points",
        "All rounds that were scored, and what the prisoners are worth now.",
        ("score", "end"),
    ),
)

_CARDS = tuple(
    explain(kind, row.printed.name, row.rule, row.chapters) for kind, row in KINDS.items()
)
BOOK = Book(_CHAPTERS, (*_CARDS, *_THINGS))
