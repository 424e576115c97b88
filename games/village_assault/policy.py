"""The computer player's judgment of actions, in points of the score.

A card in hand is worth what it promises to take: more if it beats more kinds of enemies. Only
public facts count; the weights were tuned by play.
"""

from functools import cache
from statistics import fmean
from typing import NamedTuple

from games.village_assault import actions
from games.village_assault.components import CARDS, FIGHTERS, RATES, Difficulty, VillageKey
from games.village_assault.rules import battle, piles
from games.village_assault.state import State


class Weights(NamedTuple):
    """The worth of things, in points."""

    card: float = 3.0  # a card that gold buys
    floor: float = 0.5  # a unit in hand that beats nobody
    reach: float = 4.5  # added for one that beats everybody
    free: float = 30.0  # a free card
    fight: float = 10.0  # a defeated enemy
    gold: float = 0.3  # each gold of the enemy
    hard: float = 3.0  # an enemy that no other unit in hand beats
    pig: float = 2.0
    sheep: float = 2.5
    bunny: float = 3.5
    chicken: float = 4.0


WEIGHTS: dict[Difficulty, Weights] = {"normal": Weights(), "hard": Weights()}


class _Stack(NamedTuple):
    key: VillageKey
    face: str | None
    height: int


class _Field(NamedTuple):
    difficulty: Difficulty
    villages: tuple[_Stack, ...]
    kings: tuple[str, ...] = ()


@cache
def reach(unit: str, difficulty: Difficulty) -> float:
    """Return the share of all enemies that the unit beats in a village of medium height."""
    enemies = [card for card in FIGHTERS if card != unit]
    won = 0
    for enemy in enemies:
        stack = _Stack("tower", enemy, 3)
        won += battle.fight(_Field(difficulty, (stack,)), unit, stack).won
    return won / len(enemies)


def card_worth(state: State, card: str) -> float:
    """Return the worth of a card in hand."""
    weights = WEIGHTS[state.difficulty]
    kind = CARDS[card].kind
    if CARDS[card].is_animal:
        return float(getattr(weights, kind))
    return weights.floor + weights.reach * reach(card, state.difficulty)


def heuristic(state: State, seat: int, action: actions.Action) -> float:
    """Return the points that an action promises."""
    weights = WEIGHTS[state.difficulty]
    if isinstance(action, actions.Take):
        return weights.free
    if isinstance(action, actions.Chicken):
        return weights.free - 1
    if isinstance(action, actions.Attack):
        return _attack(state, action)
    if isinstance(action, actions.Boost):
        return _boost(state, action)
    if isinstance(action, actions.Add):
        return _add(state, action)
    if isinstance(action, actions.Bunny):
        return weights.fight - weights.bunny
    if isinstance(action, actions.Merchant):
        return _merchant(state, action)
    if isinstance(action, actions.Spend):
        return -1.0
    return 0.0 if isinstance(action, actions.Finish) else -30.0


def _attack(state: State, action: actions.Attack) -> float:
    weights = WEIGHTS[state.difficulty]
    village = state.at(action.village)
    fought = battle.fight(state, action.unit, village)
    price = card_worth(state, action.unit)
    if not fought.won:
        pigs = state.hand.count("pig")
        needed = next(
            (n for n in range(1, pigs + 1) if battle.fight(state, action.unit, village, n).won), 0
        )
        if not needed:
            return _drawn(state, action.unit) - price - weights.fight
        price += needed * weights.pig
    price -= _drawn(state, action.unit)
    gain = fmean(piles.gains(state.prisoners, fought.defender))
    others = sum(
        battle.fight(state, unit, village).won
        for unit in state.hand
        if unit != action.unit and not CARDS[unit].is_animal
    )
    return weights.fight + weights.gold * gain + weights.hard / (1 + others) - price


def _drawn(state: State, unit: str) -> float:
    draws = CARDS[unit].kind == "thief" and piles.can_be_drawn(state)
    return WEIGHTS[state.difficulty].card if draws else 0.0


def _boost(state: State, action: actions.Boost) -> float:
    weights = WEIGHTS[state.difficulty]
    declared = state.declared
    assert declared is not None
    price = weights.pig * action.pigs
    price += weights.sheep if action.sheep else card_worth(state, declared.unit)
    if declared.spending:
        return -price
    village = state.at(declared.village)
    won = battle.fight(state, declared.unit, village, action.pigs).won
    return weights.fight * won - price


def _worth(state: State, gold: int) -> float:
    """The worth of gold and of the cards it buys; the rest of a card's price counts in part."""
    weights, rate = WEIGHTS[state.difficulty], state.rate
    points = 0.0 if state.merchant else gold
    return points + weights.card * (gold // rate + 0.5 * (gold % rate) / rate)


def _add(state: State, action: actions.Add) -> float:
    before = piles.gold(state.prisoners)
    after = piles.gold([*state.prisoners, action.card])
    return _worth(state, after) - _worth(state, before) - card_worth(state, action.card)


def _merchant(state: State, action: actions.Merchant) -> float:
    gold = piles.gold(state.prisoners)
    buys = gold // RATES[state.difficulty]
    return WEIGHTS[state.difficulty].card * buys - gold - card_worth(state, action.card)


def evaluate(state: State, seat: int) -> float:
    """Return a value from 0 to 1: the score so far and the hand's worth."""
    points = float(sum(state.scored))
    if state.ending is None:
        points += piles.gold(state.prisoners)
        points += sum(card_worth(state, card) for card in state.hand)
    return points / (points + 50)
