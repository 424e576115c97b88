"""The gold that each attack deserves: the round's gold, where it saves most."""

from functools import lru_cache

from games.burnt_to_ashes.actions import Aim, Lay
from games.burnt_to_ashes.components import GOLD, glory_of, value
from games.burnt_to_ashes.policy import flight, weights
from games.burnt_to_ashes.state import State

Numbers = tuple[int, ...]
Curve = tuple[float, ...]


def lay(state: State, seat: int, action: Lay) -> float:
    """Prefer the seat's share of what the attack deserves; Xs are only bluffs.

    Under a crown, giving most also counts, for the glory.
    """
    worth = value(action.gold)
    near = -abs(worth - share(state, seat)) - 0.01 * sum(action.gold) - 0.2 * action.x
    return near + (_glory(state, seat, worth) if state.crown and worth else 0.0)


def aim(state: State, seat: int, action: Aim) -> float:
    """Prefer the card with more at stake."""
    return weights.RED_FIRST * state.cards[action.card].red


def share(state: State, seat: int) -> float:
    """Return what the seat should lay now, as its part of what the attack deserves."""
    laid = sum(sum(player.laid or ()) for player in state.players) * weights.LAID_CARD
    later = _later(state, seat) * _mean(state, seat)
    own = value(state.players[seat].hand)
    wanted = deserved(state, seat, laid + own + later) - laid
    if wanted <= 0:
        return 0.0
    part = wanted * own / (own + weights.LATER * later) if own else 0.0
    return min(float(own), part)


def _later(state: State, seat: int) -> int:
    """Gold cards in the hands of seats that lay after this one."""
    order = state.seats_from(state.leader)
    return sum(sum(state.players[other].hand) for other in order[order.index(seat) + 1 :])


def _mean(state: State, seat: int) -> float:
    player = state.players[seat]
    seen = [
        out + hand + back
        for out, hand, back in zip(state.discards, player.hand, player.returned, strict=True)
    ]
    left = [copies - known for copies, known in zip(GOLD, seen, strict=True)]
    return value(left) / max(1, sum(left))


def deserved(state: State, seat: int, gold: float) -> float:
    """Return how much of all remaining gold should go against the present card."""
    assert state.stone is not None
    lands = flight.kingdom(state, seat)
    order = [state.stone]
    order += [n for n, card in enumerate(state.cards) if card.number is None and n != state.stone]
    curves = tuple(
        _answers(
            tuple(state.possible_numbers(card)),
            flight.curve(flight.course(lands, card)),
        )
        for card in order
    )
    others = sum(
        sum(player.hand) for other, player in enumerate(state.players) if other != seat
    ) - _later(state, seat)
    total = gold + others * _mean(state, seat)
    return float(_best_split(curves, int(total + 0.5), int(gold + 0.5)))


@lru_cache(5_000)
def _answers(numbers: Numbers, curve: Curve) -> Curve:
    """The outcome for each sum of gold against a card, averaged over its possible numbers."""
    most = max(numbers)
    reach = len(curve) - 1
    return tuple(
        sum(curve[min(max(0, number - gold), reach)] for number in numbers) / len(numbers)
        for gold in range(most + 1)
    )


@lru_cache(5_000)
def _best_split(curves: tuple[Curve, ...], total: int, most: int) -> int:
    """The first card's part of the gold if each goes where it does most, or buys counters."""
    best = [weights.GOLD * gold for gold in range(total + 1)]  # all of it buys counters
    for curve in curves[:0:-1]:
        best = [
            max(curve[gold] + best[left - gold] for gold in range(min(left, len(curve) - 1) + 1))
            for left in range(total + 1)
        ]
    first = curves[0]
    options = range(min(total, most, len(first) - 1) + 1)
    return max(options, key=lambda gold: first[gold] + best[total - gold])


def _glory(state: State, seat: int, worth: int) -> float:
    assert state.stone is not None
    others = max(sum(player.laid or ()) for player in state.players) * weights.LAID_CARD
    glory = glory_of(max(state.possible_numbers(state.stone)))
    return weights.GLORY * glory if worth > others else 0.0
