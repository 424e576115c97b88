"""What cards, tokens and places are called in sentences."""

from collections.abc import Mapping, Sequence
from functools import cache

from games.castle_panic.catalog import CARDS, COLOURS, TOKENS
from games.castle_panic.components import CASTLE, FOREST, colour_of
from games.plugin import Line, SeatName, line, listed, msg
from games.plugin.telling import Vocabulary

_RING = {
    FOREST: line("the Forest"),
    1: line("the Archer ring"),
    2: line("the Knight ring"),
    3: line("the Swordsman ring"),
    CASTLE: line("the Castle ring"),
}

# What people at a table say with one touch.
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


@cache
def names() -> Mapping[str, Line]:
    """What each card, token and color is called."""
    of_cards = {key: card.name for key, card in CARDS.items()}
    of_tokens = {key: token.name for key, token in TOKENS.items()}
    return of_cards | of_tokens | COLOURS


def card(kind: str) -> Line:
    """«red Archer», «Brick»."""
    return CARDS[kind].name


def token(kind: str) -> Line:
    """«Goblin King», «Giant Boulder»; a monster's name as well."""
    return TOKENS[kind].name


def colour(name: str) -> Line:
    return COLOURS[name]


def ring(number: int) -> Line:
    """«the Forest»."""
    return _RING[number]


_IN_RING = {
    1: msg("in the {colour} Archer ring"),
    2: msg("in the {colour} Knight ring"),
    3: msg("in the {colour} Swordsman ring"),
}


@cache
def where(ring: int, arc: int) -> Line:
    """«in the red Archer ring»."""
    if ring == FOREST:
        return line("in the Forest")
    if ring == CASTLE:
        return line("in the Castle")
    return line(_IN_RING[ring], colour=COLOURS[colour_of(arc)])


@cache
def monster(kind: str, points: int, ring_: int, arc: int, tarred: bool = False) -> Line:
    """«Orc (2) in the Knight ring, arc 3»."""
    said = line(
        "{monster} ({points}) in {ring}, arc {arc}",
        monster=token(kind),
        points=points,
        ring=_RING[ring_],
        arc=arc,
    )
    return line("tarred {monster}", monster=said) if tarred else said


def cards(kinds: Sequence[str]) -> Line:
    """«Brick and Mortar»."""
    return listed([card(kind) for kind in kinds])


def tokens(kinds: Sequence[str]) -> Line:
    """«Goblin and Giant Boulder»."""
    return listed([token(kind) for kind in kinds])


# What fills a gap in a sentence: the field that it is about, and how that is said.
VOCABULARY: Vocabulary = {
    "name": ("seat", SeatName),
    "partner": ("partner", SeatName),
    "card": ("card", card),
    "cards": ("cards", cards),
    "give": ("give", card),
    "take": ("take", card),
    "token": ("token", token),
    "tokens": ("tokens", tokens),
    "monster": ("kind", token),
    "colour": ("colour", colour),
}
