"""The computer player's judgment of actions, in points of the score.

A card in hand is worth as much as it promises to take: more if it beats more kinds of enemies. Only
public facts count; the weights were tuned by play.
"""

from collections.abc import Mapping
from functools import cache
from statistics import fmean
from typing import NamedTuple

from games.village_assault import actions as do
from games.village_assault.catalog import FIGURES, cards_of
from games.village_assault.components import CARDS, FIGHTERS, Difficulty, VillageKey
from games.village_assault.rules import battle, decisions, piles
from games.village_assault.state import FaceDown, State, Village

# Worth, in points.
CARD = 3.0  # a card that gold buys
FREE = 30.0  # a card that is free to take
FIGHT = 10.0  # a defeated enemy
GOLD = 0.3  # each gold of the enemy
HARD = 3.0  # an enemy that no other unit in hand beats
EARLY = 4.0  # a fight against a Thief or a Scout before there are prisoners, in playouts
LOSS = 1.5  # each gold of prisoners that they would free, in playouts
FLOOR, REACH = 0.5, 4.5  # a unit in hand that beats nobody; more for one that beats everybody
ANIMALS = {"pig": 2.0, "sheep": 2.5, "bunny": 3.5, "chicken": 4.0}  # in hand

UNITS = frozenset(card for card in CARDS if CARDS[card].color)
ORCS, THIEVES = frozenset(cards_of("orc")), frozenset(cards_of("thief"))
STRONGEST = max(card.power for card in CARDS.values())
NEVER = 99  # more Pigs than there are


@cache
def beats(unit: str, enemy: str, difficulty: Difficulty) -> bool:
    """Whether the unit wins in a village of medium height."""
    village = Village("tower", enemy, [FaceDown("pig", 0)] * 2)
    alone = State(difficulty=difficulty, deck=[], villages=[village])
    return battle.fight(alone, unit, village).won


@cache
def reach(unit: str, difficulty: Difficulty) -> float:
    """Return the share of all enemies that the unit beats in a village of medium height."""
    return fmean(beats(unit, enemy, difficulty) for enemy in FIGHTERS if enemy != unit)


def card_worth(state: State, card: str) -> float:
    return ANIMALS.get(card) or FLOOR + REACH * reach(card, state.difficulty)


class Foe(NamedTuple):
    """A village's defense against attacks, and the units that beat it."""

    pigs: dict[str, int]  # Pigs that each unit in hand needs to win, without units that can't
    winners: int  # the number of units that need none
    gain: float  # the prisoners' average gain in gold


def foe(state: State, village: Village) -> Foe:
    """Return the `Foe` of a village that shows a unit."""
    home = battle.defender(state, village)
    enemy = home.face or ""
    bonus = battle.standing(state, home, steps_in=home is not village)
    needed, held = _needed(enemy, bonus, state.difficulty), state.hand.count("pig")
    pigs = {unit: needed[unit] for unit in state.hand if needed.get(unit, NEVER) <= held}
    for orc in sorted(ORCS.intersection(state.hand)):  # a set's order differs between processes
        number = _pigs(orc, enemy, state.difficulty, battle.counted(state, village) - 1 - bonus)
        pigs = {unit: pigs[unit] for unit in pigs if unit != orc}
        if number <= held:
            pigs[orc] = number
    return Foe(pigs, list(pigs.values()).count(0), fmean(piles.gains(state.prisoners, enemy)))


@cache
def _needed(enemy: str, bonus: int, difficulty: Difficulty) -> dict[str, int]:
    """The Pigs that each unit needs to win; for Orcs, in a stack of one card."""
    return {unit: _pigs(unit, enemy, difficulty, -bonus) for unit in UNITS}


@cache
def _pigs(unit: str, enemy: str, difficulty: Difficulty, more: int) -> int:
    """The same for one unit with that much more power; `NEVER` if no Pigs help."""
    village = Village("tower", enemy)
    alone = State(difficulty=difficulty, deck=[], villages=[village])
    fought = battle.fight(alone, unit, village)
    lead = fought.attack + more - fought.defense
    if CARDS[unit].kind == "assassin":
        return 0
    if fought.joker:
        return 0 if lead < 0 else NEVER
    return max(0, -(lead // FIGURES["pig"]["helping"]))


def heuristic(state: State, seat: int, action: do.Action) -> float:
    attacked = isinstance(action, do.Attack) and state.at(action.village)
    return _promise(state, action, {attacked.key: foe(state, attacked)} if attacked else {})


def look(state: State, seat: int, *, quick: bool = False) -> list[tuple[do.Action, float]]:
    """Return all actions with their `heuristic`; if `quick`, the obvious or those that may win."""
    foes: dict[VillageKey, Foe] = {}
    if state.phase == "assault" and state.ending is None:
        if quick and (obvious := _obvious(state)):
            return [(obvious, FREE)]
        shown = filter(battle.shows_unit, state.villages)
        foes = {village.key: foe(state, village) for village in shown}
        if quick and any(met.pigs for met in foes.values()):
            found: list[do.Attack | do.Bunny]
            found = [do.Attack(unit, key) for key, met in foes.items() for unit in met.pigs]
            found += [do.Bunny(key) for key in foes if "bunny" in state.hand]
            return [(one, _promise(state, one, foes) + _kept(state, one)) for one in found]
    return [(one, _promise(state, one, foes)) for one in decisions.legal_actions(state, seat)]


def leaning(state: State, seat: int, action: do.Action) -> tuple[float, float]:
    """Attacking strong units and not cashing in early is bold; there is nobody to give to."""
    if isinstance(action, do.Attack):
        return 2 * CARDS[state.shown(action.village)].power / STRONGEST - 1, 0.0
    return -float(isinstance(action, do.Merchant)), 0.0


def _obvious(state: State) -> do.Action | None:
    """The action that looks best whatever the others are, if there is one."""
    for village in state.villages:
        if battle.is_free(village):
            return do.Take(village.key)
    return do.Chicken() if "chicken" in state.hand else None


def _kept(state: State, action: do.Attack | do.Bunny) -> float:
    """The worth of keeping prisoners from a Thief or a Scout, by an early attack or a Bunny."""
    face = state.shown(action.village)
    if not battle.frees(face):
        return 0.0
    if isinstance(action, do.Attack):
        return 0.0 if state.prisoners else EARLY
    kept = fmean(piles.gains(state.prisoners, face))
    return LOSS * (piles.gain(state.prisoners, face) - kept)


def _promise(state: State, action: do.Action, foes: Mapping[VillageKey, Foe]) -> float:
    match action:
        case do.Attack(unit, village):
            return _attack(state, unit, foes[village])
        case do.Take():
            return FREE
        case do.Chicken():
            return FREE - 1
        case do.Bunny():
            return FIGHT - ANIMALS["bunny"]
        case do.Boost():
            return _boost(state, action)
        case do.Add(card):
            gold = piles.gold(state.prisoners)
            added = gold + piles.gain(state.prisoners, card)
            return _worth(state, added) - _worth(state, gold) - card_worth(state, card)
        case do.Merchant(card):
            gold = piles.gold(state.prisoners)
            return CARD * (gold // state.rate) - gold - card_worth(state, card)
        case do.Spend():
            return -1.0
        case do.Retreat():
            return -FREE
    return 0.0


def _attack(state: State, unit: str, met: Foe) -> float:
    price = card_worth(state, unit)
    if unit in THIEVES and piles.can_be_drawn(state):
        price -= CARD
    pigs = met.pigs.get(unit)
    if pigs is None:
        return -price - FIGHT
    price += pigs * ANIMALS["pig"]
    others = met.winners - (not pigs)
    return FIGHT + GOLD * met.gain + HARD / (1 + others) - price


def _boost(state: State, action: do.Boost) -> float:
    declared = state.declared
    assert declared is not None
    price = ANIMALS["pig"] * action.pigs
    price += ANIMALS["sheep"] if action.sheep else card_worth(state, declared.unit)
    if declared.spending:
        return -price
    village = state.at(declared.village)
    return FIGHT * battle.fight(state, declared.unit, village, action.pigs).won - price


def _worth(state: State, gold: int) -> float:
    """The worth of gold and of the cards it buys; part of a card's price counts in part."""
    points = 0.0 if state.merchant else gold
    return points + CARD * (gold // state.rate + 0.5 * (gold % state.rate) / state.rate)


def evaluate(state: State, seat: int) -> float:
    """Return a value from 0 to 1: the score so far and the hand's worth."""
    points = float(sum(state.scored))
    if state.ending is None:
        points += piles.gold(state.prisoners)
        points += sum(card_worth(state, card) for card in state.hand)
    return points / (points + 50)
