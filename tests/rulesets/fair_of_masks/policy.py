"""How computer players judge a move and a position."""

from games.plugin import Withdraw
from tests.rulesets.fair_of_masks.components import BIDS, KINDS, PLACES, ROUNDS, SET, drawn
from tests.rulesets.fair_of_masks.rules import counts
from tests.rulesets.fair_of_masks.state import Bid, Move, Position

# Estimated: points for each pip of an unspent bid, what each kind that a set lacks leaves of its
# worth, how many masks of a kind a round may still bring, and a lead as good as won.
PIP = 0.55
LACKING = 0.45
COMING = 0.35
LEAD = 40


def heuristic(state: Position, seat: int, action: Move) -> float:
    """In points. Reads only what everybody knows."""
    if isinstance(action, Withdraw):
        return 0.0
    if not isinstance(action, Bid):
        return _gain(state, seat, action.mask)
    gains = sorted((_gain(state, seat, mask) for mask in state.open), reverse=True)
    chances = _chances(state, seat, action.number)
    expected = sum(chance * gain for chance, gain in zip(chances, [*gains, 0.0], strict=True))
    back = min({action.number, *BIDS}.difference(state.hands[seat]) | {action.number})
    return expected - _pips(state, action.number - chances[-1] * back)


def _chances(state: Position, seat: int, bid: int) -> list[float]:
    """How likely the bid comes out first, second, …, if others bid any number they have."""
    chances = [1.0]
    for hand in state.hands[:seat] + state.hands[seat + 1 :]:
        above = (sum(one > bid for one in hand) + 0.5 * (bid in hand)) / len(hand)
        pairs = zip([*chances, 0.0], [0.0, *chances], strict=True)
        chances = [here * (1 - above) + better * above for here, better in pairs]
    return chances


def _gain(state: Position, seat: int, mask: str) -> float:
    held, (_, kind, _, worth, _) = counts(state), drawn(mask)
    before = _outlook(state, seat, held)
    held[seat][list(KINDS).index(kind)] += 1
    return float(worth + _outlook(state, seat, held) - before)


def _outlook(state: Position, seat: int, held: list[list[int]]) -> float:
    """What the seat may expect for its places and sets."""
    places, free = 0.0, 0.5 + COMING * (ROUNDS - len(state.rounds))
    for column in zip(*held, strict=True):
        weights = [count**1.5 for count in column]
        places += sum(PLACES) * weights[seat] / (sum(weights) + free)
    whole = min(held[seat])
    return places + SET * (whole + LACKING ** held[seat].count(whole))


def _pips(state: Position, number: float) -> float:
    """What bids of that sum are worth later."""
    return PIP * number if state.round < ROUNDS else 0.0


def evaluate(state: Position, seat: int) -> float:
    """From 0 to 1: how far ahead of the best other seat."""
    held, values = counts(state), []
    for other, hand in enumerate(state.hands):
        worths: float = sum(mask[3] for mask in state.masks(other))
        values.append(_outlook(state, other, held) + worths + _pips(state, sum(hand)))
    best = max(values[:seat] + values[seat + 1 :])
    return min(1.0, max(0.0, 0.5 + (values[seat] - best) / (2 * LEAD)))
