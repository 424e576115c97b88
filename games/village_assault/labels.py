"""The legal actions as people pick them: words, targets and previews.

Pigs and Sheep are picked together with the action they support. Programs, and people who unpick
them, first declare the action and then add them. Whole moves (`act:…`) are made at once, except the
retreat, which ends the game and asks first.
"""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from games.plugin import Choice, Line, line, lines
from games.plugin.telling import Worded, Wording, word, worded
from games.village_assault import actions as do, forecast, words
from games.village_assault.actions import Action
from games.village_assault.catalog import FIGURES
from games.village_assault.components import CARDS, CASTLE
from games.village_assault.rules import battle, endings, piles
from games.village_assault.rules.decisions import legal_actions
from games.village_assault.rules.plays import boosts
from games.village_assault.state import State

ALONE = do.Boost(0, sheep=False)
_TAKE, _CARDS, _SPEND = line("Free to take"), line("Play a card"), line("Spend a unit")
_BOOST, _END = line("Pigs and Sheep"), line("End")
MISSING = {
    "hand": line("a card from your hand"),
    "hand+hand": line("another card from your hand"),
    "village": line("a village"),
    "kings": line("a King behind the Castle"),
}


def choices(state: State, seat: int) -> list[Choice[Action]]:
    legal = legal_actions(state, seat)
    return [worded(state, action, _WORDINGS, words.VOCABULARY) for action in legal]


def joined(state: State, seat: int) -> list[Choice[Action]]:
    """Return attacks and spendings together with the Pigs and Sheep that may go along."""
    together: dict[type, Callable[..., Wording]] = {do.Attack: _attack, do.Spend: _spend}
    choices = []
    for action in legal_actions(state, seat):
        if wording := together.get(type(action)):
            several = boosts(state, spending=isinstance(action, do.Spend))
            for boost in several if len(several) > 1 else ():
                row = {type(action): partial(wording, boost=boost)}
                choice = worded(state, action, row, words.VOCABULARY)
                choices.append(replace(choice, then=boost))
    return choices


def _attack(state: State, action: do.Attack, boost: do.Boost = ALONE) -> Wording:
    fought = battle.fight(state, action.unit, state.at(action.village), boost.pigs)
    unit = words.with_pigs(words.card(action.unit), boost.pigs)
    move = line("{unit} to the {village}", unit=unit, village=words.village(action.village))
    forecast_text = forecast.in_words(state, fought)
    label = line("{move}: {battle}", move=_with_sheep(move, boost), battle=forecast_text)
    preview = forecast.preview(state, fought)
    picks = ("hand:{unit}", "village:{village}", *_helpers(boost))
    return word(label, "Attack with the {unit}", *picks, preview=preview)


def _helpers(boost: do.Boost) -> tuple[str, ...]:
    return ("hand:pig",) * boost.pigs + ("hand:sheep",) * boost.sheep


def _with_sheep(move: Line, boost: do.Boost) -> Line:
    return line("{move}, discarding the Sheep instead", move=move) if boost.sheep else move


def _boost(state: State, action: do.Boost) -> Wording:
    declared = state.declared
    assert declared is not None
    picks = _helpers(action) or ("act:go",)
    at_once = picks == ("act:go",)
    unit = words.kind(declared.unit)
    if declared.spending:
        kept = line("Discard the Sheep, keep the {unit}", unit=unit)
        label = kept if action.sheep else line("Spend the {unit}", unit=unit)
        return word(label, _BOOST, *picks, at_once=at_once)
    fought = battle.fight(state, declared.unit, state.at(declared.village), action.pigs)
    cards = _with_sheep(words.with_pigs(unit, action.pigs), action)
    if action == ALONE:
        cards = line("{unit} alone", unit=unit)
    forecast_text = forecast.in_words(state, fought)
    label = line("{cards}: {battle}", cards=cards, battle=forecast_text)
    preview = forecast.preview(state, fought)
    return word(label, _BOOST, *picks, preview=preview, at_once=at_once)


def _take(state: State, action: do.Take) -> Wording:
    face = state.shown(action.village)
    card, preview = words.card(face), {"take": face}
    if CARDS[face].is_animal:
        label = line("Take the {card} from the {village} into your hand", card=card)
        return word(label, _TAKE, "village:{village}", preview=preview)
    gain = piles.gain(state.prisoners, face)
    label = line("Take the {card} prisoner at the {village}: {gold} gold", gold=gain, card=card)
    return word(label, _TAKE, "village:{village}", preview={**preview, "gold": gain})


def _bunny(state: State, action: do.Bunny) -> Wording:
    unit = words.card(state.shown(action.village))
    label = line("Play a Bunny: the {unit} at the {village} is discarded", unit=unit)
    return word(label, _CARDS, "hand:bunny", "village:{village}")


def _spend(state: State, action: do.Spend, boost: do.Boost = ALONE) -> Wording:
    unit, village = words.card(action.unit), words.village(action.village)
    if action.village == CASTLE:
        label, target = line("Spend the {unit} to discard a King", unit=unit), "kings"
    else:
        label = line("Spend the {unit} to discard the {village}", unit=unit, village=village)
        target = "village:{village}"
    return word(_with_sheep(label, boost), _SPEND, "hand:{unit}", target, *_helpers(boost))


def _chicken(state: State, action: do.Chicken) -> Wording:
    draws = min(FIGURES["chicken"]["draws"], piles.left(state, by_card=True))
    return _played(state, line("Play a Chicken: {draws}", draws=words.draw(draws)), "chicken")


def _merchant(state: State, action: do.Merchant) -> Wording:
    return _played(state, line("Play the {card}: cash in now, without scoring"), action.card)


def _played(state: State, label: Line, card: str) -> Wording:
    """A touch in hand or, once the round is won, a button: then a touch in hand adds the card."""
    closing = state.phase == "closing"
    return word(label, _CARDS, f"{'act' if closing else 'hand'}:{card}", at_once=closing)


def _add(state: State, action: do.Add) -> Wording:
    gain = piles.gain(state.prisoners, action.card)
    label = line("Add the {card}: {gold} gold", gold=gain)
    preview = {"gold": gain, "total": piles.gold(state.prisoners) + gain}
    return word(label, "Add to the prisoners", "hand:{card}", preview=preview)


def _finish(state: State, action: do.Finish) -> Wording:
    gold, by_card = piles.gold(state.prisoners), state.merchant is not None
    buys = min(gold // state.rate, piles.left(state, by_card=by_card))
    draws = words.draw(buys)
    if by_card:
        label = line("Cash in {gold} gold: {draws}", gold=gold, draws=draws)
    elif state.last_round:
        label = lines("Finish: {n} point, and the end", "Finish: {n} points, and the end", gold)
    else:
        label = lines(
            "Finish: {n} point, {draws}", "Finish: {n} points, {draws}", gold, draws=draws
        )
    preview = {"gold": gold, "draws": 0 if state.last_round and not by_card else buys}
    return word(label, _END, "act:finish", preview=preview, at_once=True)


def _retreat(state: State, action: do.Retreat) -> Wording:
    points = endings.points(state)
    label = lines("Retreat: end here with {n} point", "Retreat: end here with {n} points", points)
    return word(label, _END, "act:retreat")


_WORDINGS: dict[type, Worded[State]] = {
    do.Attack: _attack,
    do.Spend: _spend,
    do.Boost: _boost,
    do.Take: _take,
    do.Chicken: _chicken,
    do.Bunny: _bunny,
    do.Merchant: _merchant,
    do.Add: _add,
    do.Finish: _finish,
    do.Retreat: _retreat,
}
