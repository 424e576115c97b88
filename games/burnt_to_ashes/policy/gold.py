"""The gold that each attack deserves: the round's gold, where it saves most."""

from collections.abc import Callable
from functools import lru_cache

from games.burnt_to_ashes.actions import Lay
from games.burnt_to_ashes.components import GOLD, glory_of, value
from games.burnt_to_ashes.policy import flight, weights
from games.burnt_to_ashes.state import State

Curve = tuple[float, ...]


def lays(state: State, seat: int) -> Callable[[Lay], float]:
    """Prefer the seat's share of what the attack deserves; Xs are only bluffs.

    Under a crown, giving most also counts, for the glory.
    """
    assert state.stone is not None
    due = share(state, seat)
    others = max(sum(player.laid or ()) for player in state.players) * weights.LAID_CARD
    glory = weights.GLORY * glory_of(max(state.possible_numbers(state.stone))) * state.crown

    def judge(action: Lay) -> float:
        worth = value(action.gold)
        near = -abs(worth - due) - 0.01 * sum(action.gold) - 0.2 * action.x
        return near + glory * (worth > others)

    return judge


def share(state: State, seat: int) -> float:
    """What the seat should lay now, as its part of what the attack deserves; for a crown, less."""
    player, order = state.players[seat], state.seats_from(state.leader)
    cards = [sum(state.players[other].hand) for other in order]
    place = order.index(seat)
    seen = map(sum, zip(state.discards, player.hand, player.returned, strict=True))
    left = [copies - known for copies, known in zip(GOLD, seen, strict=True)]
    mean = value(left) / max(1, sum(left))
    laid = sum(sum(player.laid or ()) for player in state.players) * weights.LAID_CARD
    later = sum(cards[place + 1 :]) * mean
    own = value(player.hand)
    gold = laid + own + later
    wanted = _deserved(state, seat, gold, gold + sum(cards[:place]) * mean) - laid
    if wanted <= 0 or not own:
        return 0.0
    wanted *= weights.FOR_ALL if state.crown else 1.0
    return min(float(own), wanted * own / (own + later))


def _deserved(state: State, seat: int, gold: float, total: float) -> int:
    """How much of this gold should go against the present card; `total` is all that is left."""
    assert state.stone is not None
    lands = flight.kingdom(state, seat)
    order = [state.stone]
    order += [n for n, card in enumerate(state.cards) if card.number is None and n != state.stone]
    curves = tuple(
        [
            answers(tuple(state.possible_numbers(card)), flight.curve(flight.course(lands, card)))
            for card in order
        ]
    )
    return _best_split(curves, int(total + 0.5), int(gold + 0.5))


@lru_cache(5_000)
def answers(numbers: tuple[int, ...], curve: Curve) -> Curve:
    """The outcome for each sum of gold against a card, averaged over its possible numbers."""
    reach = len(curve) - 1
    return tuple(
        sum(curve[min(max(0, number - gold), reach)] for number in numbers) / len(numbers)
        for gold in range(max(numbers) + 1)
    )


@lru_cache(5_000)
def _best_split(curves: tuple[Curve, ...], total: int, most: int) -> int:
    """The first card's part of the gold if each goes where it does most, or buys counters."""
    slope = (weights.GOLD - weights.MEAN_GOLD) / value(list(GOLD))
    best = [gold * (weights.GOLD - slope * gold) for gold in range(total + 1)]  # it buys counters
    for curve in curves[:0:-1]:
        best = [
            max(curve[gold] + best[left - gold] for gold in range(min(left, len(curve) - 1) + 1))
            for left in range(total + 1)
        ]
    first = curves[0]
    options = range(min(total, most, len(first) - 1) + 1)
    return max(options, key=lambda gold: first[gold] + best[total - gold])
