"""The judgment of counters: buying, placing, arranging."""

from functools import lru_cache

from games.burnt_to_ashes.actions import Arrange, Buy, Look, Place
from games.burnt_to_ashes.components import COUNTER_PRICE, COUNTERS, LOOK_PRICE, Arms, Counter
from games.burnt_to_ashes.policy import flight, odds, weights
from games.burnt_to_ashes.state import Arranging, Placing, State

DEPTHS = (1.0, 0.6, 0.35, 0.2)  # the weight of a counter by its depth in a pile
BEST_OF = 3  # counters that a look usually shows


def buy(state: State, seat: int, action: Buy) -> float:
    """Return the counter's worth for each gold; of one unseen, the average."""
    pile, land = state.lands[action.land], action.land
    if pile.known is not None:
        return worth(state, seat, pile.known[0], land) / COUNTER_PRICE
    unseen = _unseen(state, seat)
    worths = (count * worth(state, seat, counter, land) for counter, count in unseen.items())
    return sum(worths) / sum(unseen.values()) / COUNTER_PRICE


def look(state: State, seat: int, action: Look) -> float:
    """Return the worth of a look and the pile's best counter, for each gold spent."""
    pile = state.lands[action.land]
    if state.purse < LOOK_PRICE + COUNTER_PRICE:
        return weights.LOOK_AHEAD * pile.size if pile.known is None and state.purse == 1 else -0.2
    if pile.known is None:
        best = _best_of(state, seat, action.land, min(pile.size, BEST_OF))
    else:
        best = max(worth(state, seat, counter, action.land) for counter in pile.known)
    return best / (LOOK_PRICE + COUNTER_PRICE)


def _unseen(state: State, seat: int) -> dict[Counter, int]:
    """Counters that the seat has seen nowhere, those that others know included."""
    known = [one for land in state.lands if land.owner != seat for one in land.known or ()]
    return {counter: state.bag[counter] + known.count(counter) for counter in COUNTERS}


def _best_of(state: State, seat: int, land: int, count: int) -> float:
    unseen = _unseen(state, seat)
    total = sum(unseen.values())
    ranked = sorted((worth(state, seat, counter, land), unseen[counter]) for counter in COUNTERS)
    below = mean = 0.0
    for value, copies in ranked:
        share = copies / total
        mean += max(0.0, value) * ((below + share) ** count - below**count)
        below += share
    return mean


def worth(state: State, seat: int, counter: Counter, land: int) -> float:
    """Return the worth of a counter bought on this land."""
    if counter == "power":
        return weights.POWER + (weights.CROWN_POWER if state.crown else 0.0)
    if counter == "attack":
        target = flight.kingdom(state, seat)[land]
        return flight.attack((target,)) if target is not None else 0.0
    lands = flight.kingdom(state, seat, ahead=True)
    room = tuple(land for land in state.standing(seat) if not state.lands[land].has(counter))
    return _best_gain(lands, room, counter, _fighting_power(state, seat))


def _fighting_power(state: State, seat: int) -> int:
    knights = sum(state.lands[land].knight for land in state.standing(seat))
    power = state.players[seat].power + (state.phase == "knights")
    return min(-(-power // (knights + 1)), odds.MOST_POWER)


def place(state: State, seat: int, action: Place) -> float:
    top = state.top
    arms: Arms = top.arms if isinstance(top, Placing) else "knight"
    lands = flight.kingdom(state, seat, ahead=True)
    return _gain(lands, action.land, arms, _fighting_power(state, seat))


@lru_cache(1_000)
def _best_gain(lands: flight.Kingdom, room: tuple[int, ...], arms: Arms, power: int) -> float:
    return max((_gain(lands, land, arms, power) for land in room), default=0.0)


def _gain(lands: flight.Kingdom, land: int, arms: Arms, power: int) -> float:
    """The worth of arms on a land: in themselves, and against the next attacks there."""
    there = lands[land]
    assert there is not None
    knight = there.knight or arms == "knight"
    armed = flight.Target(
        0.0 if knight else there.worth,
        knight,
        there.sword or arms == "sword",
        there.shield or arms == "shield",
        power if knight else 0,
        there.lonely,
    )
    after = (*lands[:land], armed, *lands[land + 1 :])
    better = flight.posture(after) - flight.posture(lands)
    if arms == "knight":
        itself = weights.KNIGHT / 2 * there.lonely
    else:
        itself = (weights.SWORD if arms == "sword" else weights.SHIELD) / (2 if knight else 6)
    return itself + weights.POSTURE * better


def arrange(state: State, seat: int, action: Arrange) -> float:
    """Prefer the best counters on top."""
    land = state.top.land if isinstance(state.top, Arranging) else 0
    worths = (worth(state, seat, counter, land) for counter in action.order)
    return sum(depth * value for depth, value in zip(DEPTHS, worths, strict=False))
