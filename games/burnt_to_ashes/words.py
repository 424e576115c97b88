"""The names of things, for sentences made elsewhere."""

from collections.abc import Sequence
from functools import cache

from games.burnt_to_ashes.catalog import NAMES, TRACKS
from games.burnt_to_ashes.components import TRACK_LENGTH, WORTHS, Gold
from games.burnt_to_ashes.state import Table
from games.plugin import Line, SeatName, line, listed, msg
from games.plugin.telling import Vocabulary

PHRASES = (
    msg("I can give 2 here."),
    msg("I can give a lot here."),
    msg("I’m nearly out of gold."),
    msg("Not me."),
    msg("Who has a three?"),
    msg("Let this one burn."),
    msg("Save your gold."),
    msg("Trust me."),
    msg("Well fought!"),
    msg("Good game!"),
)

_TRACKS = tuple(TRACKS)


def land_key(land: int) -> str:
    """Return a land's short name, the same in every language: N1 to W6."""
    return f"{_TRACKS[land // TRACK_LENGTH][0].upper()}{land % TRACK_LENGTH + 1}"


@cache
def land(number: int) -> Line:
    return line("{land}", land=land_key(number))


def lands(numbers: Sequence[int]) -> Line:
    return listed([land(number) for number in numbers])


def direction(card: int) -> Line:
    return TRACKS[_TRACKS[card]]


def piece(kind: str) -> Line:
    return NAMES[kind]


def pieces(kinds: Sequence[str]) -> Line:
    return listed([piece(kind) for kind in kinds])


def card(table: Table, place: int) -> Line:
    """Return the name of a dragon card face down."""
    way = direction(place)
    if table.cards[place].red:
        return line("the red card of the {direction}", direction=way)
    return line("the yellow card of the {direction}", direction=way)


def gold_card(worth: int) -> str:
    """Return a gold card's name in targets and pieces."""
    return str(worth) if worth else "x"


def gold(cards: Gold) -> Line:
    """Return «2 + 1 + 1 + X», the most valuable first, which needs no translation."""
    names = [gold_card(worth).upper() for worth in reversed(WORTHS) for _ in range(cards[worth])]
    return line("{cards}", cards=" + ".join(names))


# The gaps in sentences: the event's field, and the word for its value.
VOCABULARY: Vocabulary = {
    "name": ("seat", SeatName),
    "winner": ("winner", SeatName),
    "land": ("land", land),
    "lands": ("lands", lands),
    "direction": ("card", direction),
    "arms": ("arms", piece),
    "counter": ("counter", piece),
    "counters": ("counters", pieces),
    "cards": ("cards", pieces),
}
