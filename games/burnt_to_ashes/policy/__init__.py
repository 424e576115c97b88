"""The computer players' judgment of actions, in lands saved, and of positions."""

from collections.abc import Callable
from typing import Any

from games.burnt_to_ashes import actions
from games.burnt_to_ashes.components import LANDS, STRIKES, TRACK_LENGTH
from games.burnt_to_ashes.policy import battle, gold, market
from games.burnt_to_ashes.rules.decisions import legal_actions
from games.burnt_to_ashes.state import State


def candidates(state: State, seat: int) -> list[actions.Action]:
    """Return the legal actions worth considering: of gold, each sum once, in the cheapest cards.

    No computer player leaves its lands to chance.
    """
    every = legal_actions(state, seat)
    legal: list[actions.Action] = [
        one for one in every if not isinstance(one, actions.ClaimAtRandom)
    ]
    if not legal or not isinstance(legal[0], actions.Lay):
        return legal
    sums: dict[int, actions.Action] = {}
    for action in legal:
        if isinstance(action, actions.Lay) and not action.x:
            worth = action.one + 2 * action.two + 3 * action.three
            sums.setdefault(worth, action)
    return list(sums.values())


def heuristic(state: State, seat: int, action: actions.Action) -> float:
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


def _claim(state: State, seat: int, action: actions.Claim) -> float:
    """Prefer lands that the dragon reaches first, spread over the tracks: knights fight there."""
    track, step = divmod(action.land, TRACK_LENGTH)
    own = [land for land, there in enumerate(state.lands) if there.owner == seat]
    return -step - 0.5 * sum(land // TRACK_LENGTH == track for land in own)


# Claiming at random is worse than any land: a missed deadline gives only one land to the portal.
_JUDGES: dict[type, Callable[[State, int, Any], float]] = {
    actions.Claim: _claim,
    actions.ClaimAtRandom: lambda state, seat, action: -float(LANDS),
    actions.Place: market.place,
    actions.Lay: gold.lay,
    actions.LayXs: lambda state, seat, action: -0.2 * action.x,
    actions.Buy: market.buy,
    actions.Look: market.look,
    actions.Arrange: market.arrange,
    actions.Stop: battle.answer,
    actions.Spend: battle.answer,
    actions.Turn: battle.answer,
    actions.TakeOff: battle.take_off,
    actions.Crown: lambda state, seat, action: float(action.seat == seat),
}
