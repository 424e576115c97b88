"""How good an action looks at first sight, for AI players and those who ran out of time.

Only the seat's own hand and public things are read. All figures are in points of the final score
as far as the seat can foresee it; the weights below were found by play, not derived.
"""

from collections.abc import Mapping, Sequence
from math import exp
from typing import Any

from games.burn_my_village import rules
from games.burn_my_village.actions import Action, Bribe, Visit
from games.burn_my_village.components import (
    LEFTOVER_WILD_COST,
    SPACE_VALUES,
    WILD,
    Treasure,
)
from games.burn_my_village.state import Player, State

CARDS_A_TURN = 2.0  # cards that leave the deck in a turn, roughly
FORESIGHT = 4.0  # own turns ahead that count as plenty
UNBRIBED_WORTH = 0.7  # share of its value that a card in hand earns, given time, before a bribe
SPARE_WILD_WORTH = 0.9  # share of the best own kind's value that a wild in hand earns, given time
REFILL_GIFT = 1.0  # points that the cards of a refill are worth to whoever plays next
EVEN_CHANCE_SPREAD = 8.0  # points ahead that make winning about three times as likely as losing


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
    hand = _without(player.hand, {treasure: bribe.count, WILD: bribe.wilds})
    time = _time_left(state)
    laid = cards * SPACE_VALUES[track.index(treasure)]
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


def _without(hand: Mapping[str, int], spent: Mapping[Any, int]) -> dict[str, int]:
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
    track: Sequence[Treasure],
    time: float,
    opened: Treasure | None = None,
) -> float:
    """What a player's bribes and these cards in hand promise; `opened` counts as bribed too."""
    prices = _prices(player, track, time, opened)
    laid = sum(
        player.bribes[treasure].size * value
        for treasure, value in zip(track, SPACE_VALUES, strict=True)
    )
    return laid + sum(hand[kind] * price for kind, price in prices.items())


def _prices(
    player: Player, track: Sequence[Treasure], time: float, opened: Treasure | None = None
) -> dict[str, float]:
    """What one more card of each kind in hand promises a player."""
    prices: dict[str, float] = {}
    best = 0
    for treasure, value in zip(track, SPACE_VALUES, strict=True):
        if player.has_bribed(treasure) or treasure == opened:
            prices[treasure] = value
            best = value
        else:
            prices[treasure] = value * ((1 + UNBRIBED_WORTH) * time - 1)
    wild = SPARE_WILD_WORTH * (best or SPACE_VALUES[1])
    prices[WILD] = (wild + LEFTOVER_WILD_COST) * time - LEFTOVER_WILD_COST
    return prices


def _swing(state: State, seat: int, track: Sequence[Treasure]) -> float:
    """The points that the others, on average, lose by a new track (less than 0: gain)."""
    if track == state.track:
        return 0.0
    change = {
        treasure: SPACE_VALUES[state.track.index(treasure)] - value
        for treasure, value in zip(track, SPACE_VALUES, strict=True)
    }
    lost = 0
    for other, player in enumerate(state.players):
        if other != seat:
            for treasure, points in change.items():
                if points and player.has_bribed(treasure):
                    cards = player.bribes[treasure].size + player.known[treasure]
                    lost += points * cards
    return lost / (len(state.players) - 1)
