"""How computer players judge a move, and how they draw a bid that nobody can predict."""

from collections.abc import Sequence
from math import exp, sqrt

from games.plugin import Withdraw
from tests.rulesets.fair_of_masks.components import KINDS, MASKS, PLACES, ROUNDS, SET
from tests.rulesets.fair_of_masks.rules import counts, lowest_used
from tests.rulesets.fair_of_masks.state import Bid, Move, Position

# Estimated.
PIP = 0.9  # points for each pip of the bids left: less than one, as some pips outbid nobody
SURE = 0.25  # how unsafe a lead in a kind is in the last round, where a single mask may settle it
UNSAFE = 0.3  # how that grows with the root of the rounds to come, as a random walk does
# By which share of their spread bids may look worse and still be drawn.
HAZE = 0.27  # others': nobody knows how they judge
DOUBT = 0.03  # one's own: enough to be unpredictable among bids that are about as good

Odds = dict[int, float]  # by the number of a bid


def heuristic(state: Position, seat: int, action: Move) -> float:
    """In points, if others bid any number they have. Reads only what everybody knows."""
    if isinstance(action, Bid):
        return _looks(state, seat, [action.number])[action.number]
    return 0.0 if isinstance(action, Withdraw) else _gain(state, seat, action.mask)


def mixed_strategy(state: Position, seat: int, actions: Sequence[Move]) -> list[float] | None:
    """The bids that do best against what others would like; the best mask is simply taken."""
    if seat not in state.bids.waiting:
        return None
    odds = [_odds(_looks(state, other, hand), HAZE) for other, hand in enumerate(state.hands)]
    return list(_odds(_looks(state, seat, state.hands[seat], odds), DOUBT).values())


def _odds(looks: Odds, share: float) -> Odds:
    best = max(looks.values())
    haze = share * (best - min(looks.values())) or 1.0
    return {number: exp((look - best) / haze) for number, look in looks.items()}


def _looks(state: Position, seat: int, numbers: list[int], odds: Sequence[Odds] = ()) -> Odds:
    """The points that each bid may bring, and those of the bids left for the rounds to come."""
    odds = odds or [dict.fromkeys(hand, 1.0) for hand in state.hands]
    gains = sorted((_gain(state, seat, mask) for mask in state.open), reverse=True)
    later, looks = ROUNDS - state.round, {}
    for number in numbers:
        *chances, last = _chances(number, [*odds[:seat], *odds[seat + 1 :]])
        left = [one for one in state.hands[seat] if one != number]
        hands = [(1 - last, left), (last, [*left, lowest_used(left)])]
        kept = sum(chance * sum(sorted(hand)[::-1][:later]) for chance, hand in hands)
        won = sum(chance * gain for chance, gain in zip(chances, gains, strict=True))
        looks[number] = won + PIP * kept
    return looks


def _chances(bid: int, others: list[Odds]) -> list[float]:
    """How likely the bid comes out first, second, …, last."""
    chances = [1.0]
    for odds in others:
        above = sum(share for number, share in odds.items() if number > bid)
        above = (above + odds.get(bid, 0.0) / 2) / sum(odds.values())
        pairs = zip([*chances, 0.0], [0.0, *chances], strict=True)
        chances = [here * (1 - above) + better * above for here, better in pairs]
    return chances


def _gain(state: Position, seat: int, mask: str) -> float:
    """Points that the mask may bring, and those that it may keep from others."""
    held, kind = counts(state), list(KINDS).index(MASKS[mask].kind)
    own, column = held[seat], [one[kind] for one in held]
    before, sets = _places(state, column), min(own)
    column[seat] += 1
    own[kind] += 1
    changes = [then - now for then, now in zip(_places(state, column), before, strict=True)]
    gained = 2 * changes[seat] - sum(changes)
    return MASKS[mask].worth + gained + SET * (min(own) - sets)


def _places(state: Position, column: list[int]) -> list[float]:
    """What everybody may expect for their places in a kind, as if the first two were drawn."""
    unsafe = SURE + UNSAFE * sqrt(ROUNDS - state.round)
    weights = [exp(count / unsafe) - 1 for count in column]
    total = sum(weights) + 1
    both = sum(weight / (total - weight) for weight in weights)
    first, second = PLACES
    return [(first + second * (both - one / (total - one))) * one / total for one in weights]
