"""The judgment of a battle's rights, and of the marker to remove."""

from collections.abc import Callable

from games.burnt_to_ashes import scoring
from games.burnt_to_ashes.actions import Right, Spend, Stop, TakeOff
from games.burnt_to_ashes.components import STRIKES
from games.burnt_to_ashes.policy import flight, odds, weights
from games.burnt_to_ashes.state import Battle, State


def answers(state: State, seat: int, *, hoarding: float = 0.0) -> Callable[[Right], float]:
    """Prefer the right with which the battle is worth most.

    `hoarding` is what a power costs besides, unless the seat has more than anyone else without it.
    """
    battle = state.pending[-1]
    assert isinstance(battle, Battle)
    land = state.lands[battle.land]
    power = state.players[seat].power
    fight = odds.fight_of(battle, sword=land.sword, shield=land.shield, power=power)
    stakes = _stakes(state, seat, battle.land)
    own, *others = (state.players[one].power for one in state.seats_from(seat))
    if own - 1 <= max(others, default=0):
        stakes = stakes._replace(power=stakes.power + hoarding)

    def judge(action: Right) -> float:
        if isinstance(action, Stop):
            return stakes.stop
        if isinstance(action, Spend):
            return odds.outlook(odds.spent(fight), stakes).worth - stakes.power
        return odds.outlook(fight, stakes, turns=True).worth

    return judge


def _stakes(state: State, seat: int, land: int) -> odds.Stakes:
    """A win brings a strike and removes a marker; a loss costs the knight, not the land."""
    lands = flight.kingdom(state, seat)
    fighting = lands[land]
    assert fighting is not None
    others = tuple(lands[n] for n in state.attacked if n != land)
    rest = tuple(target for target in others if target is not None)
    freed = _freed(fighting, rest)
    lost = flight.attack(rest) - flight.arms_worth(fighting) * fighting.lonely
    last = state.strikes == STRIKES - 1
    keeps = last and state.crown and _leads_by_a_power(state, seat)
    strike = weights.STRIKE + 100.0 * (last and not keeps)
    power = 0.0 if last and not state.crown else weights.SPENDING + weights.KEEPING * keeps
    return odds.Stakes(round(strike + freed, 2), round(freed, 2), round(lost, 2), power)


def _leads_by_a_power(state: State, seat: int) -> bool:
    """Whether the seat leads for the crown, and with a power less wouldn't."""
    points = [scoring.points(state, one) for one in range(state.count)]
    own = points.pop(seat)
    return own > max(points) >= own - state.times(seat)


def _freed(fighting: flight.Target, rest: flight.Targets) -> float:
    """The outcome after removing the best marker: the fighter's own, or another."""
    others = [(fighting, *rest[:place], *rest[place + 1 :]) for place in range(len(rest))]
    return max(map(flight.attack, [rest, *others]))


def spared(state: State, seat: int) -> Callable[[TakeOff], float]:
    """Prefer the marker without which the attack ends best."""
    lands = flight.kingdom(state, seat)

    def judge(action: TakeOff) -> float:
        left = (lands[land] for land in state.attacked if land != action.land)
        return flight.attack(tuple(target for target in left if target is not None))

    return judge
