"""The judgment of counters: buying, placing, arranging."""

from collections.abc import Callable
from functools import lru_cache

from games.burnt_to_ashes.actions import Arrange, Buy, Look, Place, Purchase
from games.burnt_to_ashes.components import (
    ARMS,
    COUNTER_PRICE,
    COUNTERS,
    LOOK_PRICE,
    Arms,
    Counter,
)
from games.burnt_to_ashes.policy import flight, odds, weights
from games.burnt_to_ashes.state import Arranging, Placing, State

DEPTHS = (1.0, 0.6, 0.35, 0.2)  # the weight of a counter by its depth in a pile
BEST_OF = 3  # counters that a look usually shows


class _Prices:
    """The worth of each counter to a seat, and how many of each it has seen nowhere."""

    def __init__(self, state: State, seat: int) -> None:
        power = weights.POWER + (weights.CROWN_POWER if state.crown else 0.0)
        self._prices: dict[Counter, float] = {"power": power}
        self._lands = flight.kingdom(state, seat)
        ahead, own = flight.kingdom(state, seat, ahead=True), state.standing(seat)
        fighting = _fighting_power(state, seat)
        for arms in ARMS:
            room = tuple([land for land in own if not state.lands[land].has(arms)])
            self._prices[arms] = _best_gain(ahead, room, arms, fighting)
        self.unseen = unseen(state, seat)

    def of(self, counter: Counter, land: int) -> float:
        """The worth of a counter bought on this land."""
        if counter != "attack":
            return self._prices[counter]
        target = self._lands[land]
        return flight.attack((target,)) if target is not None else 0.0

    def mean(self, land: int) -> float:
        """That of a counter unseen."""
        worths = (copies * self.of(counter, land) for counter, copies in self.unseen.items())
        return sum(worths) / sum(self.unseen.values())

    def best_of(self, land: int, count: int) -> float:
        """That of the best of so many counters unseen."""
        total = sum(self.unseen.values())
        ranked = sorted((self.of(counter, land), self.unseen[counter]) for counter in COUNTERS)
        below = mean = 0.0
        for value, copies in ranked:
            share = copies / total
            mean += max(0.0, value) * ((below + share) ** count - below**count)
            below += share
        return mean


def purchases(state: State, seat: int) -> Callable[[Purchase], float]:
    """A counter's worth for each gold; of one unseen, the average. A look brings the best."""
    prices = _Prices(state, seat)

    def judge(action: Purchase) -> float:
        if isinstance(action, Buy):
            known = state.lands[action.land].known
            if known is None:
                return prices.mean(action.land) / COUNTER_PRICE
            return prices.of(known[0], action.land) / COUNTER_PRICE
        return _look(state, prices, action.land) if isinstance(action, Look) else 0.0

    return judge


def _look(state: State, prices: _Prices, land: int) -> float:
    pile = state.lands[land]
    if state.purse < LOOK_PRICE + COUNTER_PRICE:
        if pile.known is None and state.purse == LOOK_PRICE:
            return weights.LOOK_AHEAD * pile.size
        return -0.2
    if pile.known is None:
        best = prices.best_of(land, min(pile.size, BEST_OF))
    else:
        best = max(prices.of(counter, land) for counter in pile.known)
    return best / (LOOK_PRICE + COUNTER_PRICE)


def unseen(state: State, seat: int) -> dict[Counter, int]:
    """Counters that the seat has seen nowhere, those that others know included."""
    known = [one for land in state.lands if land.owner != seat for one in land.known or ()]
    return {counter: state.bag[counter] + known.count(counter) for counter in COUNTERS}


def _fighting_power(state: State, seat: int) -> int:
    knights = sum(state.lands[land].knight for land in state.standing(seat))
    power = state.players[seat].power + (state.phase == "knights")
    return min(-(-power // (knights + 1)), odds.MOST_POWER)


def places(state: State, seat: int) -> Callable[[Place], float]:
    top = state.top
    arms: Arms = top.arms if isinstance(top, Placing) else "knight"
    lands = flight.kingdom(state, seat, ahead=True)
    power = _fighting_power(state, seat)
    return lambda action: _gain(lands, action.land, arms, power)


@lru_cache(1_000)
def _best_gain(lands: flight.Kingdom, room: tuple[int, ...], arms: Arms, power: int) -> float:
    return max((_gain(lands, land, arms, power) for land in room), default=0.0)


def _gain(lands: flight.Kingdom, land: int, arms: Arms, power: int) -> float:
    """The worth of arms on a land: in themselves, and against the next attacks there."""
    there = lands[land]
    assert there is not None
    knight = there.knight or arms == "knight"
    armed = there._replace(
        worth=0.0 if knight else there.worth,
        knight=knight,
        sword=there.sword or arms == "sword",
        shield=there.shield or arms == "shield",
        power=power if knight else 0,
    )
    after = (*lands[:land], armed, *lands[land + 1 :])
    better = flight.posture(after) - flight.posture(lands)
    if arms == "knight":
        itself = weights.KNIGHT / 3 * there.lonely
    else:
        itself = (weights.SWORD if arms == "sword" else weights.SHIELD) / (2 if knight else 6)
    return itself + weights.POSTURE * better


def orders(state: State, seat: int) -> Callable[[Arrange], float]:
    """Prefer the best counters on top."""
    prices = _Prices(state, seat)
    land = state.top.land if isinstance(state.top, Arranging) else 0
    worths = {counter: prices.of(counter, land) for counter in COUNTERS}

    def judge(action: Arrange) -> float:
        pairs = zip(DEPTHS, action.order, strict=False)
        return sum(depth * worths[counter] for depth, counter in pairs)

    return judge
