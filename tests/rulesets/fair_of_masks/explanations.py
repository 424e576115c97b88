"""What the rules page is made of, what pieces are called, and what «?» says of each of them."""

from typing import Any

from games.plugin import Book, Chapter, explain, line
from tests.rulesets.fair_of_masks import components as box
from tests.rulesets.fair_of_masks.board import drawn

_CHAPTERS = (
    Chapter("masks", line("The masks")),
    Chapter("bidding", line("Bidding")),
    Chapter("points", line("Points")),
    Chapter("readings", line("Our readings")),
)
_MASK = "Each counts for its kind, for sets, and for a third of its value."
_BID = "The highest bid picks first. The lowest gets no mask and takes a used bid back."
_NUMBERS = "You bid each number once. What you keep to the end breaks ties."
_STANDINGS = "Who has how many masks of each kind, and everybody’s points if the fair closed now."
_EXPLANATIONS = (
    explain("mask", "A mask for sale", _MASK, ("masks", "points")),
    explain("bid", "A bid", _BID, ("bidding",)),
    explain("numbers", "Your bids", _NUMBERS, ("bidding", "points")),
    explain("standings", "Masks and points", _STANDINGS, ("points",)),
)
BOOK = Book(_CHAPTERS, _EXPLANATIONS)
NAMES = box.KINDS | {key: mask.name for key, mask in box.MASKS.items()}


def figures() -> dict[str, Any]:
    """The numbers of the rules page."""
    return {
        "masks": len(box.MASKS),
        "kinds": [drawn(f"{kind}-{max(box.VALUES)}") for kind in box.KINDS],
        "values": max(box.VALUES),
        "bids": max(box.BIDS),
        "rounds": box.ROUNDS,
        "places": box.PLACES,
        "set": box.SET,
        "share": box.SHARE,
    }
