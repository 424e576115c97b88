"""The judgment of actions, for computer players and for players who ran out of time.

It reads only the seat's hand and public facts. Figures are points of the final score, as far as the
seat can foresee; the weights were tuned by play.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial
from math import exp
from operator import itemgetter, mul, sub

from games.burn_my_village import components as box, rules, scoring
from games.burn_my_village.actions import (
    DRAW,
    FREE_VISIT,
    Action,
    Bribe,
    Draw,
    Visit,
    visits_by_curse,
)
from games.burn_my_village.state import Player, State

CARDS_A_TURN = 2.0  # cards that leave the deck in a turn, roughly
FORESIGHT = 4.0  # own turns ahead that count as plenty
UNBRIBED_WORTH = 0.7  # the part of its value that a card earns, given time, before a bribe
SPARE_WILD_WORTH = 0.9  # the part of the best own kind's value that a wild earns, given time
REFILL_GIFT = 1.0  # the worth of a refill's cards to the next player, in points
EVEN_CHANCE_SPREAD = 8.0  # the lead that makes winning about three times as likely as losing
MIDDLING = 2  # cards laid at once that are neither bold nor careful

Prices = Mapping[str, float]  # the worth of one more card of each kind in hand, in their order

_by_kind, _by_treasure = itemgetter(*box.KINDS), itemgetter(*box.TREASURES)


def candidates(state: State, seat: int) -> list[Action]:
    """Return the legal actions, with only the cheapest payment for each column and curse.

    The action that looks best is always among them.
    """
    return [action for action, _gain in look(state, seat)]


def heuristic(state: State, seat: int, action: Action) -> float:
    """Return the seat's gain in points on the others, as far as it can foresee."""
    return _Judge(state, seat).gain(action)


def look(state: State, seat: int, *, quick: bool = False) -> list[tuple[Action, float]]:
    """Return the candidates and the `heuristic` of each."""
    return _Judge(state, seat).candidates() if seat in rules.active_seats(state) else []


def leaning(state: State, seat: int, action: Action) -> tuple[float, float]:
    """Laying many cards at once is bold; cursing nothing that others have bribed is generous."""
    if isinstance(action, Bribe):
        return max(-1.0, min(1.0, (action.count + action.wilds - MIDDLING) / MIDDLING)), 1.0
    if isinstance(action, Draw) or action.cursed is None:
        return 0.0, 1.0
    return 0.0, -1.0 if _Judge(state, seat).swing(action.cursed, -action.stall) > 0 else 1.0


class _Judge:
    """Judges a seat's actions, many of which move the same token equally far.

    Its numbers by kind are in the order of `box.KINDS`.
    """

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.player = state, state.players[seat]
        self.time, self.track = time_left(state), tuple(state.track)
        self.prices = prices_of(self.player, state.track, self.time)
        self.held = _by_kind(self.player.hand)
        self.bribed = tuple([laid.treasures > 0 for laid in _by_treasure(self.player.bribes)])
        others = [player for other, player in enumerate(state.players) if other != seat]
        # The others' average stake for each point by which a kind falls.
        self.stakes = [
            sum([one.bribes[kind].size + one.known[kind] for one in others if one.has_bribed(kind)])
            / len(others)
            for kind in box.TREASURES
        ]
        # The seat's own stake, and its lead over the others' stakes.
        laid = [one.treasures + one.wilds for one in _by_treasure(self.player.bribes)]
        self.ahead = list(map(sub, laid, self.stakes))
        self.now = self._standing(_values(self.track), self.prices)
        self._moved: dict[tuple[box.Treasure, int], tuple[Prices, float, int]] = {}

    def _standing(self, values: Sequence[int], prices: Prices) -> float:
        """The points that the cards promise, minus those that the others have at stake."""
        return _product(self.ahead, values) + _product(self.held, prices.values())

    def candidates(self) -> list[tuple[Action, float]]:
        """The candidates and their gains."""
        state, kept = self.state, rules.legal_bribes(self.player)
        kept += (FREE_VISIT, DRAW) if state.stalls[0] else (DRAW,)
        for stall in box.STALL_COSTS:
            if stall and state.stalls[stall]:
                for cursed, visits in visits_by_curse(stall, self.player.hand).items():
                    prices, _gain, _goal = self._after(cursed, -stall)
                    kept.append(min(visits, key=partial(_cost, prices)))
        return [(action, self.gain(action)) for action in kept]

    def gain(self, action: Action) -> float:
        if isinstance(action, Draw):
            prices = self.prices
            return sum(prices.values()) / len(prices) if self.state.deck_size else 0.0
        if isinstance(action, Bribe):
            laid, treasure = action.count + action.wilds, action.treasure
            prices, gain, goal = self._after(treasure, laid)
            paid = action.count * prices[treasure] + action.wilds * prices[box.WILD]
            return gain - paid + laid * box.SPACE_VALUES[goal] - REFILL_GIFT * self.time
        prices, gain = self.prices, 0.0
        if action.cursed is not None:
            prices, gain, _goal = self._after(action.cursed, -action.stall)
        gain -= _cost(prices, action)
        for kind in self.state.stalls[action.stall]:
            gain += prices[kind]
        return gain

    def _after(self, treasure: box.Treasure, spaces: int) -> tuple[Prices, float, int]:
        """The prices once a token has moved, the gain from that alone, and the token's new space.

        A move to the right is a bribe, whose kind counts as bribed.
        """
        known = self._moved.get((treasure, spaces))
        if known is None:
            track, goal, values = _moved(self.track, treasure, spaces)
            bribed = self.bribed
            if spaces > 0:
                place = box.TREASURES.index(treasure)
                bribed = (*bribed[:place], True, *bribed[place + 1 :])
            prices = _priced(track, bribed, self.time)
            known = prices, self._standing(values, prices) - self.now, goal
            self._moved[treasure, spaces] = known
        return known

    def swing(self, treasure: box.Treasure, spaces: int) -> float:
        """The points that the others lose on average by a token's move (negative: gain)."""
        _track, _goal, values = _moved(self.track, treasure, spaces)
        return _product(self.stakes, map(sub, _values(self.track), values))


@lru_cache(maxsize=20_000)
def _moved(
    track: tuple[box.Treasure, ...], treasure: box.Treasure, spaces: int
) -> tuple[tuple[box.Treasure, ...], int, Sequence[int]]:
    """The track after a token has moved, its new space, and all `_values`."""
    after, _start, goal = rules.moved([*track], treasure, spaces)
    return tuple(after), goal, _values(tuple(after))


@cache
def _values(track: tuple[box.Treasure, ...]) -> Sequence[int]:
    return [box.SPACE_VALUES[track.index(kind)] for kind in box.TREASURES]


def _cost(prices: Prices, visit: Visit) -> float:
    return _product(_paid(visit), prices.values())


def _product(ones: Iterable[float], others: Iterable[float]) -> float:
    """The sum of the products, pair by pair."""
    total: float = sum(map(mul, ones, others))
    return total


@lru_cache(maxsize=512)  # 246 visits pay
def _paid(visit: Visit) -> Sequence[int]:
    paid = rules.paid_cards(visit)
    return [paid.get(kind, 0) for kind in box.KINDS]


def evaluate(state: State, seat: int) -> float:
    """Return the seat's chance to win, from 0 to 1, by the cards it knows."""
    track, time = state.track, time_left(state)
    worths = []
    for own, player in enumerate(state.players):
        hand = player.hand if own == seat else player.known
        worths.append(worth(player, hand, track, prices_of(player, track, time)))
    mine = worths.pop(seat)
    return 1 / (1 + exp((max(worths) - mine) / EVEN_CHANCE_SPREAD))


def time_left(state: State) -> float:
    """From 0 (the game may end now) to 1 (plenty of own turns to come)."""
    turns = state.deck_size / (CARDS_A_TURN * len(state.players))
    return min(1.0, turns / FORESIGHT)


def worth(player: Player, hand: box.Cards, track: box.Track, prices: Prices) -> float:
    promised = float(scoring.table_points(player, track))
    for kind, price in prices.items():
        promised += hand[kind] * price
    return promised


def prices_of(player: Player, track: box.Track, time: float) -> Prices:
    """The worth to a player of one more card of each kind."""
    bribed = tuple([laid.treasures > 0 for laid in _by_treasure(player.bribes)])
    return _priced(tuple(track), bribed, time)


@lru_cache(maxsize=20_000)  # a search repeats the same calls
def _priced(track: tuple[box.Treasure, ...], bribed: tuple[bool, ...], time: float) -> Prices:
    prices: dict[str, float] = {}
    best = 0
    for treasure, opened, value in zip(box.TREASURES, bribed, _values(track), strict=True):
        if opened:
            prices[treasure], best = value, max(best, value)
        else:
            prices[treasure] = value * ((1 + UNBRIBED_WORTH) * time - 1)
    wild = SPARE_WILD_WORTH * (best or box.SPACE_VALUES[1])
    prices[box.WILD] = (wild + box.LEFTOVER_WILD_COST) * time - box.LEFTOVER_WILD_COST
    return prices
