"""The computer players' judgment of actions, in lands saved, and of positions."""

from collections.abc import Callable
from typing import Any

from games.burnt_to_ashes.actions import (
    Action,
    Aim,
    Arrange,
    Buy,
    Claim,
    ClaimAtRandom,
    Crown,
    Lay,
    LayXs,
    Look,
    Place,
    Spend,
    Stop,
    TakeOff,
    Turn,
)
from games.burnt_to_ashes.components import LANDS, STRIKES, TRACK_LENGTH
from games.burnt_to_ashes.policy import battle, gold, market
from games.burnt_to_ashes.rules import legal_actions
from games.burnt_to_ashes.state import State

__all__ = ["candidates", "evaluate", "heuristic"]


def candidates(state: State, seat: int) -> list[Action]:
    """Return the legal actions worth considering: of gold, each sum once, in the cheapest cards.

    No computer player leaves its lands to chance.
    """
    every = legal_actions(state, seat)
    legal: list[Action] = [one for one in every if not isinstance(one, ClaimAtRandom)]
    if not legal or not isinstance(legal[0], Lay):
        return legal
        return legal
    sums: dict[int, Action] = {}
    for action in legal:
        if isinstance(action, Lay) and not action.x:
            worth = action.one + 2 * action.two + 3 * action.three
            sums.setdefault(worth, action)
    return list(sums.values())


def heuristic(state: State, seat: int, action: Action) -> float:
    """Return how much the action promises the seat."""
    judge = _JUDGES.get(type(action))
    return judge(state, seat, action) if judge else 0.0


def evaluate(state: State, seat: int) -> float:
    """Return a value from 0 (lost) to 1 (won), by strikes, lands and knights."""
    if state.ending:
        return float(state.ending == "slain")
    standing = state.standing()
    knights = sum(state.lands[land].knight for land in standing)
    hope = 0.5 * state.strikes / STRIKES + 0.3 * len(standing) / LANDS + 0.05 * min(4, knights)
    return max(0.02, min(0.98, hope))


def _claim(state: State, seat: int, action: Claim) -> float:
    """Prefer lands that the dragon reaches first, spread over the tracks: knights fight there."""
    track, step = divmod(action.land, TRACK_LENGTH)
    own = [land for land, there in enumerate(state.lands) if there.owner == seat]
    return -step - 0.5 * sum(land // TRACK_LENGTH == track for land in own)


# Claiming at random is worse than any land: a missed deadline gives only one land to the portal.
_JUDGES: dict[type, Callable[[State, int, Any], float]] = {
    Claim: _claim,
    ClaimAtRandom: lambda state, seat, action: -float(LANDS),
    Place: market.place,
    Aim: gold.aim,
    Lay: gold.lay,
    LayXs: lambda state, seat, action: -0.2 * action.x,
    Buy: market.buy,
    Look: market.look,
    Arrange: market.arrange,
    Stop: battle.answer,
    Spend: battle.answer,
    Turn: battle.answer,
    TakeOff: battle.take_off,
    Crown: lambda state, seat, action: float(action.seat == seat),
}
