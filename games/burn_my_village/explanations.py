"""The chapters of the rules page, and the explanations of things on the board."""

from games.burn_my_village.catalog import CARDS
from games.plugin import Book, Chapter, explain, line, rules_of

_CHAPTERS = (
    Chapter("setup", line("Setting up")),
    Chapter("turn", line("Your turn")),
    Chapter("bribe", line("Bribe")),
    Chapter("refill", line("Refill")),
    Chapter("visit", line("Visit the market")),
    Chapter("curse", line("Curse")),
    Chapter("draw", line("Draw")),
    Chapter("wilds", line("Gold coins")),
    Chapter("favor", line("The Dragon’s Favor")),
    Chapter("market", line("The market")),
    Chapter("end", line("The end")),
    Chapter("scoring", line("Scoring")),
    Chapter("ties", line("Ties")),
    Chapter("privacy", line("What others see")),
    Chapter("readings", line("Our readings")),
)

_EXPLANATIONS = (
    explain(
        "favor",
        "A space of the Dragon’s Favor",
        "The number is what every bribed card of the treasure above it is worth. Bribes push a "
        "token to the right, curses to the left.",
        ("favor", "bribe", "curse"),
    ),
    explain(
        "visit",
        "A stall",
        "Pay as many cards as its number shows and take all its cards. One treasure you paid with "
        "is cursed; the free stall costs and curses nothing.",
        ("visit", "curse", "refill"),
    ),
    explain(
        "market",
        "The market",
        "After every bribe, cards are dealt to the stalls, the most expensive first, until one of "
        "the bribed kind or a coin turns up.",
        ("market", "refill", "wilds"),
    ),
    explain(
        "draw",
        "The deck",
        "Drawing a card is a whole turn. The game ends when a card is due and none is left.",
        ("draw", "refill", "end"),
    ),
    explain(
        "curse",
        "The discards",
        "Cards paid at a stall stay here for good, with the last cursed treasure on top. Anyone "
        "may look through them.",
        ("curse", "visit"),
    ),
    explain(
        "scoring",
        "Points",
        "What the bribes score as they stand. At the end, hands count too, for better or worse.",
        ("scoring", "ties", "end"),
    ),
)

BOOK = Book(_CHAPTERS, (*rules_of(CARDS.values()), *_EXPLANATIONS))
