"""What the rules page is made of, what pieces are called, and what «?» says of each of them."""

from typing import Any

from games.plugin import Book, Chapter, explain, line
from tests.rulesets.midnight_cookies.components import DIE, HAND, KINDS, SCARE
from tests.rulesets.midnight_cookies.rules import feast

EXAMPLE = ("owl", "mouse", "raccoon", "bear")
EXAMPLE_PLATE = 9

_CHAPTERS = (
    Chapter("night", line("A night")),
    Chapter("animals", line("The animals")),
    Chapter("example", line("An example")),
    Chapter("end", line("The end")),
)

_EXPLANATIONS = (
    explain(
        "plate",
        "The plate",
        "Cookies wait here for the animals. What they leave stays for the next night.",
        ("night",),
    ),
    explain(
        "visits",
        "Last night",
        "Who came to the plate last night, in order, and how many cookies each took.",
        ("night", "animals"),
    ),
    *(explain(key, kind.title, kind.does, ("animals",)) for key, kind in KINDS.items()),
)

BOOK = Book(_CHAPTERS, _EXPLANATIONS)

# What each animal is called, and under `<animal>:does` what it does.
NAMES = {animal: kind.title for animal, kind in KINDS.items()}
NAMES |= {f"{animal}:does": kind.does for animal, kind in KINDS.items()}


def figures() -> dict[str, Any]:
    """The numbers of the rules page; the example is played by the rules."""
    return {
        "hand": HAND,
        "die": DIE,
        "scare": SCARE,
        "animals": [[animal, kind.copies] for animal, kind in KINDS.items()],
        "plate": EXAMPLE_PLATE,
        "example": [*map(list, zip(EXAMPLE, feast(EXAMPLE, EXAMPLE_PLATE), strict=True))],
    }
