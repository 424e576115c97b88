"""How good an action looks at first sight, in lands saved, and how a position looks."""

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
    Done,
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
    """The legal actions worth a thought: of gold, each sum once, in the cheapest cards.

    No computer player leaves its lands to chance.
    """
    every = legal_actions(state, seat)
    legal: list[Action] = [one for one in every if not isinstance(one, ClaimAtRandom)]
    if not legal or not isinstance(legal[0], Lay):
        return legal
    sums: dict[int, Action] = {}
    for action in legal:
        if isinstance(action, Lay) and not action.x:
            worth = action.one + 2 * action.two + 3 * action.three
            sums.setdefault(worth, action)
    return list(sums.values())


def heuristic(state: State, seat: int, action: Action) -> float:
    """What the action promises the seat."""
    judge = _JUDGES.get(type(action))
    return judge(state, seat, action) if judge else 0.0


def evaluate(state: State, seat: int) -> float:
    """From 0 (lost) to 1 (won): strikes landed, lands and knights standing."""
    if state.ending:
        return float(state.ending == "slain")
    standing = state.standing()
    knights = sum(state.lands[land].knight for land in standing)
    hope = 0.5 * state.strikes / STRIKES + 0.3 * len(standing) / LANDS + 0.05 * min(4, knights)
    return max(0.02, min(0.98, hope))


def _claim(state: State, seat: int, action: Claim) -> float:
    """Lands that the dragon reaches first, spread over the tracks: that is where knights fight."""
    track, step = divmod(action.land, TRACK_LENGTH)
    own = [land for land, there in enumerate(state.lands) if there.owner == seat]
    return -step - 0.5 * sum(land // TRACK_LENGTH == track for land in own)


def _claim_at_random(state: State, seat: int, action: ClaimAtRandom) -> float:
    """Worse than any land: one missed deadline hands no more than one land to the portal."""
    return -float(LANDS)


def _crown(state: State, seat: int, action: Crown) -> float:
    return float(action.seat == seat)


_JUDGES: dict[type, Callable[[State, int, Any], float]] = {
    Claim: _claim,
    ClaimAtRandom: _claim_at_random,
    Place: market.place,
    Aim: gold.aim,
    Lay: gold.lay,
    LayXs: gold.lay_xs,
    Buy: market.buy,
    Look: market.look,
    Done: market.done,
    Arrange: market.arrange,
    Stop: battle.answer,
    Spend: battle.answer,
    Turn: battle.answer,
    TakeOff: battle.take_off,
    Crown: _crown,
}
