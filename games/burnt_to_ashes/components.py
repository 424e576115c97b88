"""The contents of the box: lands, counters, gold, cards (ruling sheet, Components).

`catalog` describes the pieces. No public text of the game gives the figures marked E: they are our
reading, listed as such on the rules page.
"""

from typing import Literal, get_args

from games.burnt_to_ashes.catalog import PIECES, TRACKS

MIN_SEATS, MAX_SEATS = 1, 6

# Lands are numbered along the flight, so the next one of land 23 is land 0.
TRACK_LENGTH = 6  # E; a track begins at a start land, next to the lair
LANDS = len(TRACKS) * TRACK_LENGTH
START_LANDS = tuple(range(0, LANDS, TRACK_LENGTH))

Counter = Literal["power", "knight", "sword", "shield", "attack"]
Arms = Literal["knight", "sword", "shield"]  # stand on lands, at most one of each kind
COUNTERS: tuple[Counter, ...] = get_args(Counter)
ARMS: tuple[Arms, ...] = get_args(Arms)
Counters = dict[str, int]  # copies by kind
COUNTER_COPIES: Counters = {kind: PIECES[kind].counters for kind in COUNTERS}  # E
SET_ASIDE = 24
PILE, START_PILE = 3, 4  # on a land, and on a start land
STARTING_POWER = 1

Gold = list[int]  # counts by worth, so `GOLD[2]` is the number of twos; an X is worth 0
GOLD = (4, 17, 2, 1)  # E
WORTHS = tuple(range(len(GOLD)))
GOLD_CARDS = sum(GOLD)
TWO_STEPS_ABOVE = 16  # cards in hand: with more, values and Xs are laid in two steps
COUNTER_PRICE, LOOK_PRICE = 2, 1

ATTACKS = 4  # a round, each on one dragon card
LOWEST_RED = 5
LAST_CHANGE = 5  # from this round on all four cards are red
YELLOW_GLORY, RED_GLORY = 1, 2  # E

KnightCard = Literal["dragon", "knight", "sword", "shield"]
KNIGHT_CARDS: dict[KnightCard, int] = {k: PIECES[k].cards for k in get_args(KnightCard)}  # E
TO_END_IT = 3  # cards of a kind that end a battle
SPENT_AGAINST = 2  # dragons that one power makes void
STRIKES = 7
STRIKE_GLORY = 4
PLAIN, FIGHTER, VICTOR = 1, 2, 3  # points for each power at the end, by status

# Sixteen cards with every special one among them: 5 * 10 * 3 * 2 ways to lay some of them.
MAX_CHOICES = 300


def numbers_of(round_: int) -> tuple[int, ...]:
    lowest = min(round_, LAST_CHANGE)
    return tuple(range(lowest, lowest + ATTACKS))


def glory_of(number: int) -> int:
    """Return the glory of a dragon card, for the highest giver."""
    return RED_GLORY if number >= LOWEST_RED else YELLOW_GLORY


def value(gold: Gold) -> int:
    return gold[1] + 2 * gold[2] + 3 * gold[3]


def pile_of(land: int) -> int:
    """Return the number of counters with which a land begins."""
    return START_PILE if land in START_LANDS else PILE


def flight_from(land: int) -> tuple[int, ...]:
    """Return all lands in flight order, from this one on."""
    return tuple((land + step) % LANDS for step in range(LANDS))


assert COUNTER_PRICE > LOOK_PRICE
assert sum(COUNTER_COPIES.values()) == SET_ASIDE + sum(map(pile_of, range(LANDS)))
assert value(list(GOLD)) < sum(numbers_of(LAST_CHANGE))  # else perfect giving would never end
