"""The names of cards, tokens and places, for sentences."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from games.castle_panic.actions import Target
from games.castle_panic.catalog import NAMES
from games.castle_panic.components import CASTLE, FOREST, color_of
from games.plugin import Line, SeatName, line, listed, msg
from games.plugin.telling import Vocabulary

RINGS = {
    FOREST: line("the Forest"),
    1: line("the Archer ring"),
    2: line("the Knight ring"),
    3: line("the Swordsman ring"),
    CASTLE: line("the Castle ring"),
}

_WHERE = {
    FOREST: msg("in the Forest"),
    1: msg("in the {color} Archer ring"),
    2: msg("in the {color} Knight ring"),
    3: msg("in the {color} Swordsman ring"),
    CASTLE: msg("in the Castle"),
}

# Phrases for chat.
PHRASES = (
    msg("Hello!"),
    msg("Good luck!"),
    msg("Who can hit in red?"),
    msg("Who can hit in green?"),
    msg("Who can hit in blue?"),
    msg("Leave that one to me."),
    msg("Who has a brick?"),
    msg("Who has mortar?"),
    msg("Keep your Barbarian."),
    msg("Well played!"),
    msg("Good game!"),
)


def all_called(keys: Sequence[str]) -> Line:
    """«Brick and Mortar»; equal cards are counted."""
    counts = Counter(keys).items()
    many = msg("{n} × {card}")
    return listed([line(many, n=n, card=NAMES[key]) if n > 1 else NAMES[key] for key, n in counts])


@cache
def where(ring: int, arc: int) -> Line:
    """«in the red Archer ring»."""
    return line(_WHERE[ring], color=NAMES[color_of(arc)])


@cache
def monster(one: Target) -> Line:
    """«Orc (2) in the Knight ring, arc 3»."""
    text = msg("{monster} ({points}) in {ring}, arc {arc}")
    name = line(text, monster=NAMES[one.kind], points=one.points, ring=RINGS[one.ring], arc=one.arc)
    return line("tarred {monster}", monster=name) if one.tarred else name


# The gaps in sentences: the event's field, and the word for its value.
VOCABULARY: Vocabulary = {
    "name": ("seat", SeatName),
    "partner": ("partner", SeatName),
    **{piece: (piece, NAMES.__getitem__) for piece in ("card", "give", "take", "token")},
    **{pieces: (pieces, all_called) for pieces in ("cards", "tokens")},
    "monster": ("kind", NAMES.__getitem__),
    "color": ("colour", NAMES.__getitem__),  # as records spell it
}
