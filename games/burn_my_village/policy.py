"""How good an action looks at first sight, for AI players and those who ran out of time.

Only the seat's own hand and public things are read. All figures are in points of the final score
as far as the seat can foresee it; the weights below were found by play, not derived.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp

from games.burn_my_village import components as box
from games.burn_my_village import rules
from games.burn_my_village.actions import Action, Bribe, Visit
from games.burn_my_village.state import Player, State

CARDS_A_TURN = 2.0  # cards that leave the deck in a turn, roughly
FORESIGHT = 4.0  # own turns ahead that count as plenty
UNBRIBED_WORTH = 0.7  # share of its value that a card in hand earns, given time, before a bribe
SPARE_WILD_WORTH = 0.9  # share of the best own kind's value that a wild in hand earns, given time
REFILL_GIFT = 1.0  # points that the cards of a refill are worth to whoever plays next
EVEN_CHANCE_SPREAD = 8.0  # points ahead that make winning about three times as likely as losing


def candidates(state: State, seat: int) -> list[Action]:
    """The legal actions without the dearer ways to pay for the same column and the same curse.

    The action that looks best at first sight is always among them.
    """
    kept: list[Action] = []
    alike: dict[tuple[int, box.Treasure], list[Visit]] = {}
    for action in rules.legal_actions(state, seat):
        if isinstance(action, Visit) and action.cursed is not None:
            alike.setdefault((action.stall, action.cursed), []).append(action)
        else:
            kept.append(action)
    time = _time_left(state)
    for (stall, cursed), visits in alike.items():
        track, _, _ = rules.moved(state.track, cursed, -stall)
        prices = _prices(state.players[seat], track, time)
        costs = [
            sum(prices[kind] * count for kind, count in rules.paid_cards(visit).items())
            for visit in visits
        ]
        kept.append(visits[costs.index(min(costs))])
    return kept


def heuristic(state: State, seat: int, action: Action) -> float:
    """The points the seat gains on the others by this action, as far as it can foresee."""
    if isinstance(action, Bribe):
        return _bribe(state, seat, action)
    if isinstance(action, Visit):
        return _visit(state, seat, action)
    if not state.deck_size:
        return 0.0
    prices = _prices(state.players[seat], state.track, _time_left(state))
    return sum(prices.values()) / len(prices)


def evaluate(state: State, seat: int) -> float:
    """The seat's share of the hope to win, from 0 to 1, by the cards it knows."""
    track, time = state.track, _time_left(state)
    mine = _worth(state.players[seat], state.players[seat].hand, track, time)
    best = max(
        _worth(player, player.known, track, time)
        for other, player in enumerate(state.players)
        if other != seat
    )
    return 1 / (1 + exp((best - mine) / EVEN_CHANCE_SPREAD))


def _bribe(state: State, seat: int, bribe: Bribe) -> float:
    player, treasure = state.players[seat], bribe.treasure
    cards = bribe.count + bribe.wilds
    track, _, _ = rules.moved(state.track, treasure, cards)
    opens = None if player.has_bribed(treasure) else treasure
    hand = _without(player.hand, {treasure: bribe.count, box.WILD: bribe.wilds})
    time = _time_left(state)
    laid = cards * box.SPACE_VALUES[track.index(treasure)]
    after = _worth(player, hand, track, time, opens) + laid
    gift = REFILL_GIFT * time
    return (
        after - _worth(player, player.hand, state.track, time) - gift + _swing(state, seat, track)
    )


def _visit(state: State, seat: int, visit: Visit) -> float:
    player, time, track = state.players[seat], _time_left(state), state.track
    if visit.cursed is not None:
        track, _, _ = rules.moved(track, visit.cursed, -visit.stall)
    hand = _without(player.hand, rules.paid_cards(visit))
    for card in state.stalls[visit.stall]:
        hand[card] += 1
    after = _worth(player, hand, track, time)
    return after - _worth(player, player.hand, state.track, time) + _swing(state, seat, track)


def _without(hand: Mapping[str, int], spent: Mapping[box.Kind, int]) -> dict[str, int]:
    left = dict(hand)
    for kind, count in spent.items():
        left[kind] -= count
    return left


def _time_left(state: State) -> float:
    """From 0 (the game may end now) to 1 (plenty of own turns to come)."""
    turns = state.deck_size / (CARDS_A_TURN * len(state.players))
    return min(1.0, turns / FORESIGHT)


def _worth(
    player: Player,
    hand: Mapping[str, int],
    track: Sequence[box.Treasure],
    time: float,
    opened: box.Treasure | None = None,
) -> float:
    """What a player's bribes and these cards in hand promise; `opened` counts as bribed too."""
    promised = 0.0
    bribes = player.bribes
    for treasure, value in zip(track, box.SPACE_VALUES, strict=True):
        laid = bribes[treasure]
        promised += (laid.treasures + laid.wilds) * value
    for kind, price in _prices(player, track, time, opened).items():
        promised += hand[kind] * price
    return promised


def _prices(
    player: Player, track: Sequence[box.Treasure], time: float, opened: box.Treasure | None = None
) -> Mapping[str, float]:
    """What one more card of each kind in hand promises a player; `opened` counts as bribed too."""
    bribes = player.bribes
    bribed = [bribes[kind].treasures > 0 or kind == opened for kind in track]
    return _priced(tuple(track), tuple(bribed), time)


@lru_cache(maxsize=20_000)  # a search asks for the same ones over and over
def _priced(
    track: tuple[box.Treasure, ...], bribed: tuple[bool, ...], time: float
) -> Mapping[str, float]:
    prices: dict[str, float] = {}
    best = 0
    for treasure, opened, value in zip(track, bribed, box.SPACE_VALUES, strict=True):
        if opened:
            prices[treasure] = value
            best = value
        else:
            prices[treasure] = value * ((1 + UNBRIBED_WORTH) * time - 1)
    wild = SPARE_WILD_WORTH * (best or box.SPACE_VALUES[1])
    prices[box.WILD] = (wild + box.LEFTOVER_WILD_COST) * time - box.LEFTOVER_WILD_COST
    return prices


def _swing(state: State, seat: int, track: Sequence[box.Treasure]) -> float:
    """The points that the others, on average, lose by a new track (less than 0: gain)."""
    if track == state.track:
        return 0.0
    change = [
        (treasure, points)
        for treasure, value in zip(track, box.SPACE_VALUES, strict=True)
        if (points := box.SPACE_VALUES[state.track.index(treasure)] - value)
    ]
    lost = 0
    for other, player in enumerate(state.players):
        if other != seat:
            for treasure, points in change:
                laid = player.bribes[treasure]
                if laid.treasures:
                    lost += points * (laid.treasures + laid.wilds + player.known[treasure])
    return lost / (len(state.players) - 1)
