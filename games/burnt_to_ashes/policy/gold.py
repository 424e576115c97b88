"""How much gold each attack deserves: the round's gold, spread over what it can still do."""

from functools import lru_cache

from games.burnt_to_ashes.actions import Aim, Lay, LayXs
from games.burnt_to_ashes.components import GOLD, glory_of, value
from games.burnt_to_ashes.policy import flight, weights
from games.burnt_to_ashes.state import State, possible_numbers

Numbers = tuple[int, ...]
Curve = tuple[float, ...]


def lay(state: State, seat: int, action: Lay) -> float:
    """The nearer to the seat's share of what the attack deserves, the better; Xs only bluff.

    Under a crown it also counts who gives most: that seat gets the glory.
    """
    worth = value(action.gold)
    near = -abs(worth - share(state, seat)) - 0.01 * sum(action.gold) - 0.2 * action.x
    return near + (_glory(state, seat, worth) if state.crown and worth else 0.0)


def lay_xs(state: State, seat: int, action: LayXs) -> float:
    return -0.2 * action.x


def aim(state: State, seat: int, action: Aim) -> float:
    """The card with the most at stake first."""
    red = state.cards[action.card].red
    return weights.RED_FIRST * red


def share(state: State, seat: int) -> float:
    """What the seat should lay now, of what the attack deserves from all."""
    laid = sum(sum(player.laid or ()) for player in state.players) * weights.LAID_CARD
    later = _later(state, seat) * _mean(state, seat)
    own = value(state.players[seat].hand)
    wanted = deserved(state, seat, laid + own + later) - laid
    if wanted <= 0:
        return 0.0
    part = wanted * own / (own + weights.LATER * later) if own else 0.0
    return min(float(own), part)


def _later(state: State, seat: int) -> int:
    """Gold cards in the hands of those who lay after the seat."""
    order = state.seats_from(state.leader)
    return sum(sum(state.players[other].hand) for other in order[order.index(seat) + 1 :])


def _mean(state: State, seat: int) -> float:
    """What a gold card that the seat hasn't seen is worth on average."""
    player = state.players[seat]
    seen = [
        out + hand + back
        for out, hand, back in zip(state.discards, player.hand, player.returned, strict=True)
    ]
    left = [copies - known for copies, known in zip(GOLD, seen, strict=True)]
    return value(left) / max(1, sum(left))


def deserved(state: State, seat: int, gold: float) -> float:
    """How much of all the gold that is left should go against the present card."""
    assert state.stone is not None
    lands = flight.kingdom(state, seat)
    order = [state.stone]
    order += [n for n, card in enumerate(state.cards) if card.number is None and n != state.stone]
    curves = tuple(
        _answers(tuple(possible_numbers(state, card)), flight.curve(flight.course(lands, card)))
        for card in order
    )
    others = sum(
        sum(player.hand) for other, player in enumerate(state.players) if other != seat
    ) - _later(state, seat)
    total = gold + others * _mean(state, seat)
    return float(_best_split(curves, int(total + 0.5), int(gold + 0.5)))


@lru_cache(5_000)
def _answers(numbers: Numbers, curve: Curve) -> Curve:
    """What each sum of gold against a card leaves, over the numbers that it may have."""
    most = max(numbers)
    reach = len(curve) - 1
    return tuple(
        sum(curve[min(max(0, number - gold), reach)] for number in numbers) / len(numbers)
        for gold in range(most + 1)
    )


@lru_cache(5_000)
def _best_split(curves: tuple[Curve, ...], total: int, most: int) -> int:
    """How much the first card gets where the gold does most: against cards, or for counters."""
    best = [weights.GOLD * gold for gold in range(total + 1)]  # all that is left buys counters
    for curve in curves[:0:-1]:
        best = [
            max(curve[gold] + best[left - gold] for gold in range(min(left, len(curve) - 1) + 1))
            for left in range(total + 1)
        ]
    first = curves[0]
    options = range(min(total, most, len(first) - 1) + 1)
    return max(options, key=lambda gold: first[gold] + best[total - gold])


def _glory(state: State, seat: int, worth: int) -> float:
    """What giving most may bring."""
    assert state.stone is not None
    others = max(sum(player.laid or ()) for player in state.players) * weights.LAID_CARD
    glory = glory_of(max(possible_numbers(state, state.stone)))
    return weights.GLORY * glory if worth > others else 0.0
