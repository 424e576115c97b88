"""The judgment of actions, for computer players and for players who ran out of time.

It reads only the seat's hand and public facts. Figures are points of the final score, as far as the
seat can foresee; the weights were tuned by play.
"""

from collections.abc import Mapping
from functools import lru_cache, partial
from math import exp

from games.burn_my_village import components as box, rules, scoring
from games.burn_my_village.actions import Action, Bribe, Draw, Visit
from games.burn_my_village.state import Player, State

CARDS_A_TURN = 2.0  # cards that leave the deck in a turn, roughly
FORESIGHT = 4.0  # own turns ahead that count as plenty
UNBRIBED_WORTH = 0.7  # the part of its value that a card earns, given time, before a bribe
SPARE_WILD_WORTH = 0.9  # the part of the best own kind's value that a wild earns, given time
REFILL_GIFT = 1.0  # the worth of a refill's cards to the next player, in points
EVEN_CHANCE_SPREAD = 8.0  # the lead that makes winning about three times as likely as losing
MIDDLING = 2  # cards laid at once, neither boldly nor carefully

Prices = Mapping[str, float]  # the worth of one more card of each kind in hand


def candidates(state: State, seat: int) -> list[Action]:
    """Return the legal actions, with only the cheapest payment for each column and curse.

    The action that looks best is always among them.
    """
    return _Judge(state, seat).candidates()


def heuristic(state: State, seat: int, action: Action) -> float:
    """Return the seat's gain in points on the others, as far as it can foresee."""
    return _Judge(state, seat).gain(action)


def look(state: State, seat: int, *, quick: bool = False) -> list[tuple[Action, float]]:
    judge = _Judge(state, seat)
    return [(action, judge.gain(action)) for action in judge.candidates()]


def leaning(state: State, seat: int, action: Action) -> tuple[float, float]:
    """Bold is to lay many cards at once; generous, to curse nothing that others have bribed."""
    if isinstance(action, Bribe):
        return max(-1.0, min(1.0, (action.count + action.wilds - MIDDLING) / MIDDLING)), 1.0
    if isinstance(action, Draw) or action.cursed is None:
        return 0.0, 1.0
    track, _start, _goal = rules.moved(state.track, action.cursed, -action.stall)
    return 0.0, -1.0 if _Judge(state, seat).swing(track) > 0 else 1.0


class _Judge:
    """Judges a seat's actions, many of which move the same token as far."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat, self.player = state, seat, state.players[seat]
        self.time = time_left(state)
        self.prices = prices_of(self.player, state.track, self.time)
        self.now = worth(self.player, self.player.hand, state.track, self.prices)
        others = [player for other, player in enumerate(state.players) if other != seat]
        # What the others have at stake for each point that a kind falls, on average.
        self.stakes = [
            sum([one.bribes[kind].size + one.known[kind] for one in others if one.has_bribed(kind)])
            / len(others)
            for kind in box.TREASURES
        ]
        self.values = [box.SPACE_VALUES[state.track.index(kind)] for kind in box.TREASURES]
        self._moved: dict[tuple[box.Treasure, int], tuple[Prices, float, int]] = {}

    def candidates(self) -> list[Action]:
        kept: list[Action] = []
        alike: dict[tuple[int, box.Treasure], list[Visit]] = {}
        for action in rules.legal_actions(self.state, self.seat):
            if isinstance(action, Visit) and action.cursed is not None:
                alike.setdefault((action.stall, action.cursed), []).append(action)
            else:
                kept.append(action)
        for (stall, cursed), visits in alike.items():
            prices, _gain, _goal = self._after(cursed, -stall)
            kept.append(min(visits, key=partial(_cost, prices)))
        return kept

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
        """The prices once a token has moved, the gain by that alone, and where it then lies.

        To the right it moves by a bribe, whose kind counts as bribed.
        """
        known = self._moved.get((treasure, spaces))
        if known is None:
            player, state = self.player, self.state
            track, _start, goal = rules.moved(state.track, treasure, spaces)
            opened = treasure if spaces > 0 else None
            prices = prices_of(player, track, self.time, opened)
            then = worth(player, player.hand, track, prices)
            known = self._moved[treasure, spaces] = (
                prices,
                then - self.now + self.swing(track),
                goal,
            )
        return known

    def swing(self, track: box.Track) -> float:
        """The points that the others lose on average by a new track (negative: gain)."""
        lost = 0.0
        for kind, value, stake in zip(box.TREASURES, self.values, self.stakes, strict=True):
            if stake:
                lost += (value - box.SPACE_VALUES[track.index(kind)]) * stake
        return lost


def _cost(prices: Prices, visit: Visit) -> float:
    return sum([prices[kind] * count for kind, count in rules.paid_cards(visit).items()])


def evaluate(state: State, seat: int) -> float:
    """Return the seat's hope to win, from 0 to 1, by the cards it knows."""
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


def prices_of(
    player: Player, track: box.Track, time: float, opened: box.Treasure | None = None
) -> Prices:
    """The worth to a player of one more card of each kind; `opened` counts as bribed."""
    bribed = [player.bribes[kind].treasures > 0 or kind == opened for kind in track]
    return _priced(tuple(track), tuple(bribed), time)


@lru_cache(maxsize=20_000)  # a search asks for the same ones repeatedly
def _priced(track: tuple[box.Treasure, ...], bribed: tuple[bool, ...], time: float) -> Prices:
    prices: dict[str, float] = {}
    best = 0
    for treasure, opened, value in zip(track, bribed, box.SPACE_VALUES, strict=True):
        if opened:
            prices[treasure] = best = value
        else:
            prices[treasure] = value * ((1 + UNBRIBED_WORTH) * time - 1)
    wild = SPARE_WILD_WORTH * (best or box.SPACE_VALUES[1])
    prices[box.WILD] = (wild + box.LEFTOVER_WILD_COST) * time - box.LEFTOVER_WILD_COST
    return prices
