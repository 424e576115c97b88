"""The names of things, for sentences made elsewhere."""

from collections.abc import Sequence
from functools import cache

from games.burnt_to_ashes.catalog import PIECES, TRACKS
from games.burnt_to_ashes.components import TRACK_LENGTH, WORTHS, Gold
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

# The names of pieces, the counted names (`:n`), and the arrows' directions.
NAMES: dict[str, Line] = {
    **{key: piece.name for key, piece in PIECES.items()},
    **{f"{key}:n": piece.several for key, piece in PIECES.items() if piece.several},
    **TRACKS,
}
_LETTERS = [track[0].upper() for track in TRACKS]
_DIRECTIONS = tuple(TRACKS.values())


def land_key(land: int) -> str:
    """Return a land's short name, the same in every language: N1 to W6."""
    return f"{_LETTERS[land // TRACK_LENGTH]}{land % TRACK_LENGTH + 1}"


@cache
def land(number: int) -> Line:
    return line("{land}", land=land_key(number))


def lands(numbers: Sequence[int]) -> Line:
    return listed([land(number) for number in numbers])


def direction(card: int) -> Line:
    """Return an arrow's direction."""
    return _DIRECTIONS[card]


def piece(kind: str) -> Line:
    return PIECES[kind].name


def pieces(kinds: Sequence[str]) -> Line:
    return listed([piece(kind) for kind in kinds])


@cache
def card(*, red: bool, place: int) -> Line:
    """Return the name of a dragon card face down."""
    way = direction(place)
    if red:
        return line("the red card of the {direction}", direction=way)
    return line("the yellow card of the {direction}", direction=way)


def gold_card(worth: int) -> str:
    """Return a gold card's name in targets and pieces."""
    return str(worth) if worth else "x"


@cache
def _gold(cards: tuple[int, ...]) -> Line:
    """«2 + 1 + 1 + X», which needs no translation."""
    names = [gold_card(worth).upper() for worth in reversed(WORTHS) for _ in range(cards[worth])]
    return line("{cards}", cards=" + ".join(names))


def gold(cards: Gold) -> Line:
    """Return gold cards one by one, the most valuable first."""
    return _gold(tuple(cards))


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


@cache
def lay_group(worth: int) -> Line:
    return line("Lay {n} gold", n=worth)
