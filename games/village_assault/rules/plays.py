"""The effects of actions (ruling sheet, Rounds and Battle)."""

from collections.abc import Callable
from typing import Any

from games.village_assault import actions as do
from games.village_assault.catalog import FIGURES
from games.village_assault.components import CARDS
from games.village_assault.rules import battle, endings, piles, rounds
from games.village_assault.rules.piles import Run
from games.village_assault.state import Declared, State, Village


def boosts(state: State, *, spending: bool) -> list[do.Boost]:
    """Return the boosts that an attack or a spending may have, the empty one first."""
    pigs = 0 if spending else state.hand.count("pig")
    sheep = (False, True) if "sheep" in state.hand else (False,)
    return [do.Boost(number, kept) for kept in sheep for number in range(pigs + 1)]


def _declare(run: Run, action: do.Attack | do.Spend) -> None:
    """Carry out the action, or wait for Pigs and Sheep if there are any in hand."""
    state, spending = run.state, isinstance(action, do.Spend)
    state.declared = Declared(action.unit, action.village, spending)
    if len(boosts(state, spending=spending)) > 1:
        state.phase = "boosting"
        run.tell("declared", unit=action.unit, village=action.village, spending=spending)
    else:
        _carry_out(run, do.Boost(0, sheep=False))


def _carry_out(run: Run, boost: do.Boost) -> None:
    """Carry out the declared action, with these Pigs and, in place of the unit, the Sheep."""
    state, declared = run.state, run.state.declared
    assert declared is not None
    state.declared = None
    used = ["pig"] * boost.pigs + ["sheep" if boost.sheep else declared.unit]
    for card in used:
        state.hand.remove(card)
    if declared.spending:
        _spend(run, declared)
    else:
        _attack(run, declared, boost)
    state.discards += used
    run.tell("used", cards=used)
    rounds.settle(run)


def _attack(run: Run, declared: Declared, boost: do.Boost) -> None:
    """Fight in the order of the sheet; afterwards discard the used cards."""
    state = run.state
    fought = battle.fight(state, declared.unit, state.at(declared.village), boost.pigs)
    state.attacks += 1
    run.tell(
        "attack",
        unit=fought.unit,
        village=fought.village,
        pigs=fought.pigs,
        sheep=boost.sheep,
        defender=fought.defender,
        at=fought.at,
        attack=fought.attack,
        defence=fought.defense,  # the spelling of records
        joker=fought.joker,
        won=fought.won,
    )
    mine = CARDS[declared.unit].kind
    if fought.won:
        home = state.at(fought.at)
        _capture(run, fought)
        if mine == "scout" and home.down:
            card = home.down.pop().card
            state.discards.append(card)
            run.tell("scouted", village=home.key, card=card, reveals=True)
        _next_card(run, home)
    if mine == "thief":
        piles.draw(run, FIGURES["thief"]["draws"], by_card=True)


def _capture(run: Run, fought: battle.Battle) -> None:
    """Take the defeated unit prisoner; a Thief or a Scout first frees one at random."""
    state, card = run.state, fought.defender
    if battle.frees(card) and state.prisoners:
        freed = state.prisoners.pop(run.chance.roll(len(state.prisoners), "prisoners") - 1)
        state.discards.append(freed)
        run.tell("freed", card=freed, by=card)
    state.prisoners.append(card)
    run.tell("captured", village=fought.at, card=card)


def _spend(run: Run, declared: Declared) -> None:
    state = run.state
    if CARDS[declared.unit].kind == "warrior":
        state.villages = [one for one in state.villages if one.key != declared.village]
        card = "inn"
    else:
        card = state.kings.pop()
    state.discards.append(card)
    run.tell("spent", unit=declared.unit, village=declared.village, card=card)


def _take(run: Run, action: do.Take) -> None:
    state = run.state
    card = state.shown(action.village)
    animal = CARDS[card].is_animal
    (state.hand if animal else state.prisoners).append(card)
    run.tell("taken", village=action.village, card=card, animal=animal)
    _next_card(run, state.at(action.village))
    rounds.settle(run)


def _next_card(run: Run, village: Village) -> None:
    """Turn up the village's next card, in place of the one that is gone."""
    village.face = None
    rounds.turn_up(run, village)


def _chicken(run: Run, action: do.Chicken) -> None:
    state = run.state
    state.hand.remove("chicken")
    run.tell("chicken")
    piles.draw(run, FIGURES["chicken"]["draws"], by_card=True)
    state.discards.append("chicken")
    rounds.settle(run)


def _bunny(run: Run, action: do.Bunny) -> None:
    state = run.state
    card = state.shown(action.village)
    state.hand.remove("bunny")
    state.discards += [card, "bunny"]
    run.tell("bunny", village=action.village, card=card)
    _next_card(run, state.at(action.village))
    rounds.settle(run)


def _merchant(run: Run, action: do.Merchant) -> None:
    state = run.state
    state.hand.remove(action.card)
    state.merchant = action.card
    state.phase = "cashing"
    run.tell("merchant", card=action.card)


def _add(run: Run, action: do.Add) -> None:
    state, card = run.state, action.card
    gain = piles.gain(state.prisoners, card)
    state.hand.remove(card)
    state.prisoners.append(card)
    state.added += 1
    if state.phase == "closing":
        state.phase = "adding"
    run.tell("added", card=card, gold=gain, total=piles.gold(state.prisoners))


PLAYS: dict[type, Callable[[Run, Any], None]] = {
    do.Attack: _declare,
    do.Spend: _declare,
    do.Boost: _carry_out,
    do.Take: _take,
    do.Chicken: _chicken,
    do.Bunny: _bunny,
    do.Merchant: _merchant,
    do.Add: _add,
    do.Finish: lambda run, action: rounds.cash_in(run),
    do.Retreat: lambda run, action: endings.end(run, "retreated"),
}
