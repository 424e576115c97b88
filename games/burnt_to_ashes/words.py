"""What things are called. Sentences are made elsewhere."""

from collections.abc import Sequence
from functools import cache

from games.burnt_to_ashes.components import COUNTERS, TRACK_LENGTH, TRACKS, WORTHS, Gold
from games.plugin import Line, SeatName, line, lines, listed, msg
from games.plugin.telling import Vocabulary

PHRASES = (
    msg("I can give 2 here."),
    msg("I can give a lot here."),
    msg("I'm nearly out of gold."),
    msg("Not me."),
    msg("Who has a four?"),
    msg("Let this one burn."),
    msg("Save your gold."),
    msg("Trust me."),
    msg("Well fought!"),
    msg("Good game!"),
)

_COUNTERS = {
    "power": line("power"),
    "knight": line("knight"),
    "sword": line("sword"),
    "shield": line("shield"),
    "attack": line("dragon attack"),
}
_KNIGHT_CARDS = {
    "dragon": line("dragon"),
    "knight": line("knight"),
    "sword": line("sword"),
    "shield": line("shield"),
}
_DIRECTIONS = {
    "N": line("north"),
    "E": line("east"),
    "S": line("south"),
    "W": line("west"),
}


def land_key(land: int) -> str:
    """The short name of a land, the same in every language: N1 to W6."""
    return f"{TRACKS[land // TRACK_LENGTH]}{land % TRACK_LENGTH + 1}"


@cache
def land(number: int) -> Line:
    return line("{land}", land=land_key(number))


def lands(numbers: Sequence[int]) -> Line:
    return listed([land(number) for number in numbers])


@cache
def direction(card: int) -> Line:
    """Where an arrow points."""
    return _DIRECTIONS[TRACKS[card]]


def counter(kind: str) -> Line:
    return _COUNTERS[kind]


def counters(kinds: Sequence[str]) -> Line:
    return listed([counter(kind) for kind in kinds])


def knight_cards(kinds: Sequence[str]) -> Line:
    return listed([_KNIGHT_CARDS[kind] for kind in kinds])


@cache
def card(*, red: bool, place: int) -> Line:
    """A dragon card face down."""
    way = direction(place)
    if red:
        return line("the red card of the {direction}", direction=way)
    return line("the yellow card of the {direction}", direction=way)


def gold_card(worth: int) -> str:
    """How a gold card is named by targets and pieces."""
    return str(worth) if worth else "x"


@cache
def _gold(cards: tuple[int, ...]) -> Line:
    """«2 + 1 + 1 + X»: figures and an X need no translation."""
    told = [gold_card(worth).upper() for worth in reversed(WORTHS) for _ in range(cards[worth])]
    return line("{cards}", cards=" + ".join(told))


def gold(cards: Gold) -> Line:
    """Gold cards one by one, the most valuable first."""
    return _gold(tuple(cards))


# What fills a gap in a sentence: the field that it is about, and how that is said.
VOCABULARY: Vocabulary = {
    "name": ("seat", SeatName),
    "winner": ("winner", SeatName),
    "land": ("land", land),
    "lands": ("lands", lands),
    "direction": ("card", direction),
    "arms": ("arms", counter),
    "counter": ("counter", counter),
    "counters": ("counters", counters),
    "cards": ("cards", knight_cards),
}


@cache
def lay_group(worth: int) -> Line:
    return line("Lay {n} gold", n=worth)


NAMES: dict[str, Line] = {
    **_COUNTERS,
    "dragon": line("dragon"),
    "gold": line("gold card"),
    "gold:n": lines("{n} gold card", "{n} gold cards", 1),
    "glory": line("glory"),
    "strike": line("strike marker"),
    "land": line("land"),
    "land:n": lines("{n} land", "{n} lands", 1),
    "regent": line("regent"),
    "stone": line("dragon stone"),
    "marker": line("attack marker"),
    "north": _DIRECTIONS["N"],
    "east": _DIRECTIONS["E"],
    "south": _DIRECTIONS["S"],
    "west": _DIRECTIONS["W"],
}


assert set(COUNTERS) == set(_COUNTERS)
