"""The computer players' judgment of actions, in lands saved, and of positions."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from games.burnt_to_ashes import actions
from games.burnt_to_ashes.components import LANDS, STRIKES, TRACK_LENGTH, value
from games.burnt_to_ashes.policy import battle, gold, market, weights
from games.burnt_to_ashes.rules.decisions import legal_actions
from games.burnt_to_ashes.state import Arranging, Battle, Naming, Placing, Spare, State


def candidates(state: State, seat: int) -> list[actions.Action]:
    """Return the legal actions worth considering, of several that are alike only one.

    Lands alike are bought from, looked at and claimed in the order of the flight; gold of each sum
    is laid in the cheapest cards, without Xs. No computer player leaves its lands to chance.
    """
    kept: dict[Hashable, actions.Action] = {}
    for action in sorted(legal_actions(state, seat), key=_step):
        match action:
            case actions.ClaimAtRandom() | actions.Lay(x=1 | 2 | 3 | 4):
                continue
            case actions.Claim(land):
                alike: Hashable = land // TRACK_LENGTH
            case actions.Lay():
                alike = value(action.gold)
            case actions.Buy(land) | actions.Look(land):
                pile = state.lands[land]
                arms = (pile.knight, pile.sword, pile.shield)
                alike = (type(action), pile.size, tuple(pile.known or ()), arms)
            case _:
                alike = action
        kept.setdefault(alike, action)
    return list(kept.values())


def _step(action: Any) -> int:
    return getattr(action, "land", 0) % TRACK_LENGTH


def heuristic(state: State, seat: int, action: actions.Action) -> float:
    return _JUDGES[state.question](state, seat)(action)


def look(state: State, seat: int, *, quick: bool = False) -> list[tuple[actions.Action, float]]:
    found = candidates(state, seat)
    if len(found) == 1:
        return [(found[0], 0.0)]
    judge = _JUDGES[state.question](state, seat)
    return [(action, judge(action)) for action in found]


def mixed_strategy(
    state: State, seat: int, actions: Sequence[actions.Action]
) -> list[float] | None:
    """Save power in battles for the crown; `easy`, which doesn't draw by weights, spends it."""
    if not searched(state, seat, actions):
        return None
    judge: Callable[[Any], float] = battle.answers(state, seat, hoarding=weights.HOARDING)
    worths = [judge(action) for action in actions]
    return [float(worth == max(worths)) for worth in worths]


def searched(state: State, seat: int, actions: Sequence[actions.Action]) -> bool:
    """In battles for the crown: anywhere else a search finds nothing better than the heuristic."""
    return state.crown and state.question is Battle


def leaning(state: State, seat: int, action: actions.Action) -> tuple[float, float]:
    """Bold is to fight on and to buy unseen; generous, to lay more than its share of the gold."""
    match action:
        case actions.Turn() | actions.Buy():
            return 1.0, 0.0
        case actions.Stop() | actions.Spend() | actions.Look():
            return -1.0, 0.0
        case actions.Lay():
            return 0.0, max(-1.0, min(1.0, value(action.gold) - gold.share(state, seat)))
    return 0.0, 0.0


def evaluate(state: State, seat: int) -> float:
    """Return a value from 0 (lost) to 1 (won), by strikes, lands and knights."""
    if state.ending:
        return float(state.ending == "slain")
    standing = state.standing()
    knights = sum(state.lands[land].knight for land in standing)
    hope = 0.5 * state.strikes / STRIKES + 0.3 * len(standing) / LANDS + 0.05 * min(4, knights)
    return max(0.02, min(0.98, hope))


def _claims(state: State, seat: int) -> Callable[[actions.Claim | actions.ClaimAtRandom], float]:
    """Prefer lands that the dragon reaches first, spread over the tracks: knights fight there.

    Claiming at random is worse than any: a missed deadline gives only one land to the portal.
    """
    own = [number // TRACK_LENGTH for number in state.standing(seat)]

    def judge(action: actions.Claim | actions.ClaimAtRandom) -> float:
        if isinstance(action, actions.ClaimAtRandom):
            return -float(LANDS)
        track, step = divmod(action.land, TRACK_LENGTH)
        return -step - 0.5 * own.count(track)

    return judge


_JUDGES: dict[str | type, Callable[[State, int], Callable[[Any], float]]] = {
    "claim": _claims,
    "knights": market.places,
    "stone": lambda state, seat: lambda action: 0.0,
    "lay": gold.lays,
    "xs": lambda state, seat: lambda action: -0.2 * action.x,
    "buy": market.purchases,
    Battle: battle.answers,
    Spare: battle.spared,
    Placing: market.places,
    Arranging: market.orders,
    Naming: lambda state, seat: lambda action: float(action.seat == seat),
}
