"""The effects of actions (ruling sheet, Rounds and Battle)."""

from collections.abc import Callable
from typing import Any

from games.village_assault import actions
from games.village_assault.catalog import CHICKEN_DRAWS, THIEF_DRAWS
from games.village_assault.components import CARDS
from games.village_assault.rules import battle, endings, piles, rounds
from games.village_assault.rules.run import Run
from games.village_assault.state import Declared, Village


def apply(run: Run, action: actions.Action) -> None:
    """Apply an action without Pigs and Sheep."""
    _PLAYS[type(action)](run, action)


def carry_out(run: Run, boost: actions.Boost) -> None:
    """Carry out what was declared, with these Pigs and, in place of the unit, the Sheep."""
    state = run.state
    declared = state.declared
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


def _attack(run: Run, declared: Declared, boost: actions.Boost) -> None:
    """A battle in the order of the sheet; afterwards the used cards are discarded."""
    state = run.state
    fought = battle.fight(state, declared.unit, state.at(declared.village), boost.pigs)
    state.attacks += 1
    run.tell(
        "attack",
        unit=declared.unit,
        village=declared.village,
        pigs=boost.pigs,
        sheep=boost.sheep,
        defender=fought.defender,
        at=fought.at,
        attack=fought.attack,
        defence=fought.defense,  # as records spell it
        joker=fought.joker,
        won=fought.won,
    )
    mine = CARDS[declared.unit].kind
    if fought.won:
        home = state.at(fought.at)
        _capture(run, home)
        if mine == "scout":
            _scout(run, home)
        rounds.turn_up(run, home)
    if mine == "thief":
        piles.draw(run, THIEF_DRAWS, by_card=True)


def _capture(run: Run, home: Village) -> None:
    """Take the defeated unit prisoner; a Thief or a Scout first frees one at random."""
    state = run.state
    card = home.face
    assert card is not None
    if battle.frees(card) and state.prisoners:
        freed = state.prisoners.pop(run.chance.roll(len(state.prisoners), "prisoners") - 1)
        state.discards.append(freed)
        run.tell("freed", card=freed, by=card)
    home.face = None
    state.prisoners.append(card)
    run.tell("captured", village=home.key, card=card)


def _scout(run: Run, home: Village) -> None:
    if home.down:
        card = home.down.pop().card
        run.state.discards.append(card)
        run.tell("scouted", village=home.key, card=card, reveals=True)


def _spend(run: Run, declared: Declared) -> None:
    state = run.state
    if CARDS[declared.unit].kind == "warrior":
        state.villages = [one for one in state.villages if one.key != declared.village]
        card = "inn"
    else:
        card = state.kings.pop()
    state.discards.append(card)
    run.tell("spent", unit=declared.unit, village=declared.village, card=card)


def _take(run: Run, action: actions.Take) -> None:
    state = run.state
    village = state.at(action.village)
    assert village.face is not None
    card = village.face
    village.face = None
    animal = CARDS[card].is_animal
    (state.hand if animal else state.prisoners).append(card)
    run.tell("taken", village=village.key, card=card, animal=animal)
    rounds.turn_up(run, village)
    rounds.settle(run)


def _chicken(run: Run, action: actions.Chicken) -> None:
    state = run.state
    state.hand.remove("chicken")
    run.tell("chicken")
    piles.draw(run, CHICKEN_DRAWS, by_card=True)
    state.discards.append("chicken")
    rounds.settle(run)


def _bunny(run: Run, action: actions.Bunny) -> None:
    state = run.state
    village = state.at(action.village)
    assert village.face is not None
    state.hand.remove("bunny")
    state.discards += [village.face, "bunny"]
    run.tell("bunny", village=village.key, card=village.face)
    village.face = None
    rounds.turn_up(run, village)
    rounds.settle(run)


def _merchant(run: Run, action: actions.Merchant) -> None:
    state = run.state
    state.hand.remove(action.card)
    state.merchant = action.card
    state.phase = "cashing"
    run.tell("merchant", card=action.card)


def _add(run: Run, action: actions.Add) -> None:
    state = run.state
    before = piles.gold(state.prisoners)
    state.hand.remove(action.card)
    state.prisoners.append(action.card)
    state.added += 1
    if state.phase == "closing":
        state.phase = "adding"
    gold = piles.gold(state.prisoners)
    run.tell("added", card=action.card, gold=gold - before, total=gold)


_PLAYS: dict[type, Callable[[Run, Any], None]] = {
    actions.Take: _take,
    actions.Chicken: _chicken,
    actions.Bunny: _bunny,
    actions.Merchant: _merchant,
    actions.Add: _add,
    actions.Finish: lambda run, action: (rounds.cash_in if run.state.merchant else rounds.finish)(
        run
    ),
    actions.Retreat: lambda run, action: endings.end(run, "retreated"),
}
