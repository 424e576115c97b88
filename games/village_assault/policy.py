"""The computer player's judgment of actions, in points of the score.

A card in hand is worth what it promises to take: more if it beats more kinds of enemies. Only
public facts count; the weights were tuned by play.
"""

from functools import cache
from statistics import fmean

from games.village_assault import actions
from games.village_assault.components import CARDS, FIGHTERS, Difficulty
from games.village_assault.rules import battle, piles
from games.village_assault.state import FaceDown, State, Village

# The worth of things, in points.
CARD = 3.0  # that gold buys
FREE = 30.0  # a card that is free to take
FIGHT = 10.0  # a defeated enemy
GOLD = 0.3  # each gold of the enemy
HARD = 3.0  # an enemy that no other unit in hand beats
FLOOR, REACH = 0.5, 4.5  # a unit in hand that beats nobody; added for one that beats everybody
ANIMALS = {"pig": 2.0, "sheep": 2.5, "bunny": 3.5, "chicken": 4.0}  # in hand


@cache
def reach(unit: str, difficulty: Difficulty) -> float:
    """Return the share of all enemies that the unit beats in a village of medium height."""
    enemies = [card for card in FIGHTERS if card != unit]
    villages = [Village("tower", enemy, [FaceDown("pig", 0)] * 2) for enemy in enemies]
    alone = [State(difficulty=difficulty, deck=[], villages=[village]) for village in villages]
    return fmean(battle.fight(state, unit, state.villages[0]).won for state in alone)


def card_worth(state: State, card: str) -> float:
    """Return the worth of a card in hand."""
    return ANIMALS.get(card) or FLOOR + REACH * reach(card, state.difficulty)


def heuristic(state: State, seat: int, action: actions.Action) -> float:
    """Return the points that an action promises."""
    match action:
        case actions.Take():
            return FREE
        case actions.Chicken():
            return FREE - 1
        case actions.Bunny():
            return FIGHT - ANIMALS["bunny"]
        case actions.Attack():
            return _attack(state, action)
        case actions.Boost():
            return _boost(state, action)
        case actions.Add(card):
            gold = piles.gold(state.prisoners)
            added = gold + piles.gain(state.prisoners, card)
            return _worth(state, added) - _worth(state, gold) - card_worth(state, card)
        case actions.Merchant(card):
            gold = piles.gold(state.prisoners)
            return CARD * (gold // state.rate) - gold - card_worth(state, card)
        case actions.Spend():
            return -1.0
        case actions.Retreat():
            return -FREE
    return 0.0


def _attack(state: State, action: actions.Attack) -> float:
    village = state.at(action.village)
    price = card_worth(state, action.unit)
    if CARDS[action.unit].kind == "thief" and piles.can_be_drawn(state):
        price -= CARD
    with_pigs = range(state.hand.count("pig") + 1)
    fights = (battle.fight(state, action.unit, village, pigs) for pigs in with_pigs)
    won = next((fought for fought in fights if fought.won), None)
    if won is None:
        return -price - FIGHT
    price += won.pigs * ANIMALS["pig"]
    gain = fmean(piles.gains(state.prisoners, won.defender))
    others = sum(
        battle.fight(state, unit, village).won
        for unit in state.hand
        if unit != action.unit and not CARDS[unit].is_animal
    )
    return FIGHT + GOLD * gain + HARD / (1 + others) - price


def _boost(state: State, action: actions.Boost) -> float:
    declared = state.declared
    assert declared is not None
    price = ANIMALS["pig"] * action.pigs
    price += ANIMALS["sheep"] if action.sheep else card_worth(state, declared.unit)
    if declared.spending:
        return -price
    village = state.at(declared.village)
    return FIGHT * battle.fight(state, declared.unit, village, action.pigs).won - price


def _worth(state: State, gold: int) -> float:
    """The worth of gold and of the cards it buys; the rest of a card's price counts in part."""
    points = 0.0 if state.merchant else gold
    return points + CARD * (gold // state.rate + 0.5 * (gold % state.rate) / state.rate)


def evaluate(state: State, seat: int) -> float:
    """Return a value from 0 to 1: the score so far and the hand's worth."""
    points = float(sum(state.scored))
    if state.ending is None:
        points += piles.gold(state.prisoners)
        points += sum(card_worth(state, card) for card in state.hand)
    return points / (points + 50)
